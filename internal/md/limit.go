package md

import (
	"bytes"

	"github.com/judgelint/judgelint/source"
)

// maxWork bounds the structure that is read: a line costs one step, one that may
// begin a block costs blockSteps, and once more for each list and quote that it
// may open. Half a million blocks are far more than any answer has, and they
// cost about a second; a text of small blocks alone reaches them near 1 MB.
const (
	maxWork    = 4_000_000
	blockSteps = 8
)

// affordable is the length of the part of src whose structure is read: all of
// it, or up to the line at which the work exceeds maxWork.
func affordable(src []byte) int {
	if len(src)*(1+2*blockSteps) <= maxWork {
		return len(src) // no line is that dear
	}
	work, blank := 0, true
	for at := 0; at < len(src); {
		end := len(src)
		if n := bytes.IndexByte(src[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		cost := lineSteps(src[at:end], blank)
		if work += cost; work > maxWork {
			return at
		}
		blank = cost == 1 && len(bytes.TrimLeft(src[at:end], " \t\r\n")) == 0
		at = end
	}
	return len(src)
}

// lineSteps is what a line may cost. blank tells that a blank line stands before
// it, so that whatever it holds begins a block.
func lineSteps(line []byte, blank bool) int {
	steps, at := 1, 0
	for ; at < len(line); at++ {
		if c := line[at]; c == ' ' || c == '\t' {
			continue
		}
		n := marker(line[at:])
		if n == 0 {
			break
		}
		steps += 2 * blockSteps
		at += n - 1
	}
	switch {
	case at == len(line) || line[at] == '\n' || line[at] == '\r':
	case blank, at > 3, bytes.IndexByte([]byte("#`~<=-*_+"), line[at]) >= 0:
		steps += blockSteps
	}
	return steps
}

// marker is the length of the mark of a list item or a quote at the front of a
// line, 0 without one.
func marker(line []byte) int {
	digits := len(line) - len(bytes.TrimLeft(line, "0123456789"))
	switch c := line[min(digits, len(line)-1)]; {
	case digits == 0 && c == '>':
		return 1
	case digits == 0 && c != '-' && c != '*' && c != '+', digits > 0 && c != '.' && c != ')':
		return 0
	}
	if end := digits + 1; end == len(line) || bytes.IndexByte([]byte(" \t\r\n"), line[end]) >= 0 {
		return end
	}
	return 0
}

// cut returns the part of src whose structure is read. What lies behind it is
// noted as too deep.
func cut(src []byte, d *source.Doc) []byte {
	n := affordable(src)
	if n < len(src) {
		d.Deep = n + d.Body.Start
	}
	return src[:n]
}
