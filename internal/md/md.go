// Package md turns a text into its Markdown structure as plain data. It is the
// only importer of goldmark, and everything about goldmark that surprises is
// handled and tested here.
package md

import "github.com/judgelint/judgelint/source"

// Parse is total: any bytes, never an error. With front, YAML front matter is
// cut off first. Offsets in the result are offsets into f.Src.
func Parse(f *source.File, front bool) source.Doc { panic("coming") }
