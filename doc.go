// Package judgelint is the root of the module; it holds no code of its own.
//
// The programs are cmd/judgelint and cmd/mirrorgen. The verdict language is in
// package verdict, the hook in gate, the rules in lint, the mirrors in mirror,
// the review pipeline in findings and workflow. deps_test.go states which
// package may import which.
package judgelint
