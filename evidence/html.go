package evidence

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // for the style sheet and the script
	"encoding/base64"
	"fmt"
	"html"
	"strings"
	"unicode"
)

//go:embed page.css
var styleSheet string

//go:embed page.js
var script string

// page is an HTML page that is being written. What comes from a ledger is
// hostile, so there is one way to write: add, which escapes every text.
type page struct{ bytes.Buffer }

// markup is HTML of ours. A text is never converted to it; only constants and
// what add made are.
type markup string

// add writes a format of fmt. A string among the arguments is escaped, for
// text and for attributes in quotes alike; numbers and markup stand as they
// are.
func (p *page) add(format markup, args ...any) {
	for i, a := range args {
		if s, ok := a.(string); ok {
			args[i] = markup(html.EscapeString(strings.Map(printable, s)))
		}
	}
	fmt.Fprintf(p, string(format), args...)
}

// printable replaces characters that show as nothing or turn the text around.
func printable(c rune) rune {
	if c == '\n' || c == '\t' {
		return ' '
	}
	if unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
		return unicode.ReplacementChar
	}
	return c
}

// made is add as a value, for an argument of another add.
func made(format markup, args ...any) markup {
	var p page
	p.add(format, args...)
	return markup(p.String())
}

// source is the Content-Security-Policy source of an inline text: nothing else
// runs on the page, whatever a name holds.
func source(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func (p *page) head(title string) {
	p.add(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src %s; script-src %s; img-src data:; base-uri 'none'; form-action 'none'">
<link rel="icon" href="data:,">
<title>%s</title>
<style>%s</style>
</head>
`, source(styleSheet), source(script), title, markup(styleSheet))
}
