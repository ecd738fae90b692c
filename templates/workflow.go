package templates

import (
	"embed"
	"io/fs"
)

//go:embed workflow/review
var workflowFiles embed.FS

// Review returns the files of the review workflow: review.spec.json,
// review.prompts.json, review.context.json with the seven dimensions, and the
// schemas of the answers in the folder schemas.
func Review() fs.FS {
	sub, err := fs.Sub(workflowFiles, "workflow/review")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return sub
}
