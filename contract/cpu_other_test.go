//go:build !unix

package contract_test

import "time"

var begin = time.Now()

// cpu is the time of day since the start.
func cpu() time.Duration { return time.Since(begin) }
