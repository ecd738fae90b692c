package setup

import (
	"bytes"
	"strings"

	"github.com/judgelint/judgelint/source"
)

// freshRepos is a new .pre-commit-config.yaml with one item.
func freshRepos(item []byte) []byte {
	return append([]byte("repos:\n"), indented(item, "  ", "\n")...)
}

// appendRepo adds an item at the end of the list "repos" of a
// .pre-commit-config.yaml, in the indentation and line endings of the file. ok
// is false if the list is not there in a form that is plainly understood.
func appendRepo(src, item []byte) (e source.Edit, ok bool) {
	eol := "\n"
	if bytes.Contains(src, []byte("\r\n")) {
		eol = "\r\n"
	}
	key, next := repoKey(src)
	if key.Len() == 0 {
		return source.Edit{}, false
	}
	if value := strings.TrimSpace(string(src[key.End:lineEnd(src, key.End)])); value == "[]" {
		empty := source.Span{Start: key.End, End: lineEnd(src, key.End)}
		return source.Edit{Span: empty, New: eol + strings.TrimSuffix(string(indented(item, "  ", eol)), eol)}, true
	} else if value != "" && value[0] != '#' {
		return source.Edit{}, false
	}
	end, indent := lineEnd(src, key.End), "  "
	for first := true; next < len(src); next = lineEnd(src, next) + len(eol) {
		line := string(src[next:lineEnd(src, next)])
		text := strings.TrimLeft(line, " ")
		if text == "" || text[0] == '#' {
			continue
		}
		if blanks := line[:len(line)-len(text)]; strings.HasPrefix(text, "- ") && first {
			first, indent = false, blanks
		} else if len(blanks) == 0 && text[0] != '-' || first || len(blanks) < len(indent) {
			break // the next key; or no list at all
		}
		end = lineEnd(src, next)
	}
	text := eol + strings.TrimSuffix(string(indented(item, indent, eol)), eol)
	if end == len(src) {
		text += eol
	}
	return source.Edit{Span: source.Span{Start: end, End: end}, New: text}, true
}

// withoutRepo takes the item out again that appendRepo added, whole lines of
// one indentation. ok is false if it is not there, or not just once.
func withoutRepo(src, item []byte) (rest []byte, ok bool) {
	before, _, found := bytes.Cut(src, bytes.SplitN(item, []byte("\n"), 2)[0])
	if !found {
		return nil, false
	}
	indent := string(before[bytes.LastIndexAny(before, "\r\n")+1:])
	for _, eol := range []string{"\n", "\r\n"} {
		if block := indented(item, indent, eol); bytes.Count(src, block) == 1 {
			return bytes.Replace(src, block, nil, 1), true
		}
	}
	return nil, false
}

// repoKey finds "repos:" at the start of a line; next is the start of the line
// after it.
func repoKey(src []byte) (key source.Span, next int) {
	for off := 0; off < len(src); {
		end := lineEnd(src, off)
		if bytes.HasPrefix(src[off:], []byte("repos:")) {
			return source.Span{Start: off, End: off + len("repos:")}, min(afterLine(src, end), len(src))
		}
		off = afterLine(src, end)
	}
	return source.Span{}, 0
}

// lineEnd is the end of the line that holds off, without its line ending.
func lineEnd(src []byte, off int) int {
	if i := bytes.IndexAny(src[off:], "\r\n"); i >= 0 {
		return off + i
	}
	return len(src)
}

// afterLine is the start of the line after a line's end.
func afterLine(src []byte, end int) int {
	if bytes.HasPrefix(src[end:], []byte("\r\n")) {
		return end + 2
	}
	return end + 1
}

// indented puts blanks in front of each line of item, which ends in "\n".
func indented(item []byte, blanks, eol string) []byte {
	var b bytes.Buffer
	for line := range bytes.Lines(item) {
		b.WriteString(blanks + strings.TrimSuffix(string(line), "\n") + eol)
	}
	return b.Bytes()
}
