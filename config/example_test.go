package config_test

import (
	"fmt"

	"github.com/judgelint/judgelint/config"
)

// A wrong key is an error with its place and the nearest right one.
func ExampleParse() {
	_, err := config.Parse("judgelint.toml", []byte("[quorum]\ntreshold = 3\n"))
	fmt.Println(err)
	// Output: judgelint.toml:2:1: unknown key "quorum.treshold" (did you mean "threshold"?)
}
