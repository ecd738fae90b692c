package contract

import (
	"bytes"
	"fmt"

	"github.com/judgelint/judgelint/source"
)

// Object returns the one JSON value of an answer: the object that the form JSON
// would judge, or the whole text if it begins with a bracket. wrong says in
// words for the author why there is none; it is empty if there is one.
func Object(f *source.File) (text []byte, wrong string) {
	whole := bytes.TrimSpace(bytes.TrimPrefix(f.Src, []byte(source.BOM)))
	if len(whole) > 0 && (whole[0] == '{' || whole[0] == '[') {
		return whole, ""
	}
	found := objects(f)
	switch {
	case len(found) == 0:
		return nil, "the answer holds no JSON object; want one as the whole message, or in a fence json of its own"
	case len(found) > 1:
		return nil, fmt.Sprintf("the answer holds %d JSON objects, in lines %d and %d; want one", len(found), f.LineOf(found[0].at.Start), f.LineOf(found[1].at.Start))
	case !found[0].closed:
		return nil, "the fence of the JSON object never ends; end it with a line of the same fence"
	}
	return found[0].text, ""
}
