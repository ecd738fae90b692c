package cli

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// printJUnit writes one suite per file with a failure per record. A clean
// report holds one passed case, because some readers take a report without
// cases for a broken one.
func printJUnit(w io.Writer, r *Report) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, `<?xml version="1.0" encoding="UTF-8"?>`)
	fmt.Fprintf(b, "<testsuites name=\"judgelint\" tests=\"%d\" failures=\"%d\" errors=\"0\">\n", max(len(r.Records), 1), len(r.Records))
	if len(r.Records) == 0 {
		fmt.Fprintln(b, `  <testsuite name="judgelint" tests="1" failures="0" errors="0">`)
		fmt.Fprintf(b, "    <testcase name=\"%s without findings\" classname=\"judgelint\"/>\n", plural(r.Files, "file"))
		fmt.Fprintln(b, `  </testsuite>`)
	}
	for rest := r.Records; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Path == rest[0].Path {
			n++
		}
		writeSuite(b, rest[:n])
		rest = rest[n:]
	}
	fmt.Fprintln(b, "</testsuites>")
	return b.Flush()
}

func writeSuite(b *bufio.Writer, records []Record) {
	path := xmlText(records[0].Path)
	fmt.Fprintf(b, "  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"0\">\n", path, len(records), len(records))
	for _, r := range records {
		g := r.region()
		fmt.Fprintf(b, "    <testcase name=\"%s at %d:%d\" classname=\"%s\" file=\"%s\" line=\"%d\">\n",
			xmlText(r.rule()), g.StartLine, g.StartColumn, path, path, g.StartLine)
		fmt.Fprintf(b, "      <failure type=\"%s\" message=\"%s\">%s</failure>\n", r.Severity, xmlText(r.Message),
			xmlText(lines(fmt.Sprintf("%s: %s: %s%s", r.position(), r.Severity, r.Message, ruleTag(r.Rule)), r.Help)))
		fmt.Fprintln(b, "    </testcase>")
	}
	fmt.Fprintln(b, "  </testsuite>")
}

// xmlText escapes text for an element or an attribute in double quotes.
// Characters that no XML document may hold become U+FFFD.
func xmlText(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&#34;")
		case r == '\t', r == '\n', r == '\r':
			fmt.Fprintf(&b, "&#%d;", r)
		case r < ' ', r == 0xFFFE, r == 0xFFFF:
			b.WriteRune(utf8.RuneError)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
