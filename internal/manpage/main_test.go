package main

import (
	"strings"
	"testing"
)

func TestPage(t *testing.T) {
	help := `judgelint try says what
happens. It does more.

Examples:
  judgelint try .x

Usage: judgelint try [flags]

      --yes   do not ask: go on
.odd line with a \ in it

Exit status: 0 always.
`
	want := `.TH JUDGELINT-TRY 1 "" "judgelint v1"
.SH NAME
judgelint\-try \- says what happens
.SH DESCRIPTION
judgelint try says what happens. It does more.
.SH EXAMPLES
.nf
  judgelint try .x

.fi
.SH SYNOPSIS
.nf
judgelint try [flags]

      \-\-yes   do not ask: go on
\&.odd line with a \e in it

.fi
.SH EXIT STATUS
.nf
0 always.
.fi
`
	if got := page("judgelint-try", "v1", help); got != want {
		t.Errorf("page =\n%s\nwant\n%s", got, want)
	}
	if got := page("x", "v1", ""); !strings.HasPrefix(got, ".TH X 1") {
		t.Errorf("page of nothing = %q", got)
	}
}
