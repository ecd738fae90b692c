package hookset_test

import (
	"fmt"

	"github.com/judgelint/judgelint/hookset"
	"github.com/judgelint/judgelint/source"
)

func ExampleSet_Merge() {
	f := source.NewFile(".gemini/settings.json", []byte("{\n  // ours\n  \"ui\": {}\n}\n"))
	s := hookset.Read(f, hookset.Dialect{Host: "gemini"})
	edits, err := s.Merge(hookset.Entries("gemini", hookset.Options{}))
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s", source.Apply(f.Src, edits))
	// Output:
	// {
	//   // ours
	//   "ui": {},
	//   "hooks": {
	//     "AfterAgent": [
	//       {
	//         "hooks": [
	//           {
	//             "type": "command",
	//             "command": "judgelint gate --reply json",
	//             "timeout": 10000
	//           }
	//         ]
	//       }
	//     ]
	//   }
	// }
}
