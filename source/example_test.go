package source_test

import (
	"fmt"

	"github.com/judgelint/judgelint/source"
)

// Columns count code points, so that an editor shows the same place.
func ExampleFile_Position() {
	f := source.NewFile("review.md", []byte("판정: ready\n"))
	fmt.Println(f.Position(len("판정: ")))
	// Output: {1 5}
}
