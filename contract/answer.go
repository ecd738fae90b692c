package contract

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/judgelint/judgelint/internal/md"
	"github.com/judgelint/judgelint/source"
)

// Object returns the one JSON value of an answer: the whole text if it begins
// with a brace or bracket, else what stands in the one top-level fence json, or
// fence without a word, that begins with a brace, whether it parses or not.
// wrong says in words for the author why there is none; it is empty if there is
// one.
func Object(f *source.File) (text []byte, wrong string) {
	whole := bytes.TrimSpace(bytes.TrimPrefix(f.Src, []byte(source.BOM)))
	if len(whole) > 0 && (whole[0] == '{' || whole[0] == '[') {
		return whole, ""
	}
	var found []source.Fence
	d := md.Parse(f, false)
	for _, fence := range d.Fences {
		word, _, _ := strings.Cut(fence.Info, " ")
		if fence.InQuote || word != "" && !strings.EqualFold(word, "json") || !bytes.HasPrefix(bytes.TrimSpace(fenceText(f, fence)), []byte("{")) {
			continue
		}
		found = append(found, fence)
	}
	switch {
	case len(found) == 0:
		return nil, "the answer holds no JSON object; want one as the whole message, or in a fence json of its own"
	case len(found) > 1:
		return nil, fmt.Sprintf("the answer holds %d JSON objects, in lines %d and %d; want one", len(found), f.LineOf(found[0].Span.Start), f.LineOf(found[1].Span.Start))
	case !found[0].Closed:
		return nil, "the fence of the JSON object never ends; end it with a line of the same fence"
	}
	return fenceText(f, found[0]), ""
}

func fenceText(f *source.File, fence source.Fence) []byte {
	var text []byte
	for _, line := range fence.Lines {
		text = append(append(text, f.Text(line)...), '\n')
	}
	return text
}
