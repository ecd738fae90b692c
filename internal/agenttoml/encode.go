package agenttoml

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Multiline returns s as a TOML multi-line string that decodes to exactly s:
// literal if s can stand there unchanged, otherwise basic with escapes. s must
// be valid UTF-8.
func Multiline(s string) string {
	if Literal(s) {
		return "'''\n" + s + "'''"
	}
	var b strings.Builder
	b.Grow(len(s) + len(s)/16 + 8)
	b.WriteString("\"\"\"\n")
	quotes := 0
	for i := range len(s) {
		c := s[i]
		if c != '"' {
			quotes = 0
		} else if quotes++; quotes == 3 || i == len(s)-1 {
			// The third quote in a row would end the string, and a last one
			// would run into the closing three.
			b.WriteString(`\"`)
			quotes = 0
			continue
		}
		escape(&b, c, true)
	}
	b.WriteString(`"""`)
	return b.String()
}

// Literal reports whether Multiline(s) is a literal string. Nothing is an escape
// between triple single quotes, so nothing in s may need one.
func Literal(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < ' ' && c != '\t' && c != '\n') || c == 0x7f {
			return false
		}
	}
	return !strings.Contains(s, "'''") && !strings.HasSuffix(s, "'")
}

// escape writes one byte of a basic string. Bytes of longer UTF-8 sequences
// stand for themselves.
func escape(b *strings.Builder, c byte, multiline bool) {
	switch {
	case c == '\\':
		b.WriteString(`\\`)
	case c == '\n' && !multiline:
		b.WriteString(`\n`)
	case c == '\r':
		b.WriteString(`\r`)
	case (c < ' ' && c != '\t' && c != '\n') || c == 0x7f:
		fmt.Fprintf(b, `\u%04X`, c)
	default:
		b.WriteByte(c)
	}
}

// Quote returns s as a TOML basic string on one line. s must be valid UTF-8.
func Quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		if s[i] == '"' {
			b.WriteString(`\"`)
			continue
		}
		escape(&b, s[i], false)
	}
	b.WriteByte('"')
	return b.String()
}

// Encode returns v as a TOML value on one line: strings, booleans, numbers,
// times, and lists and maps of them; a map becomes an inline table with sorted
// keys. ok is false for any other type.
func Encode(v any) (text string, ok bool) {
	switch v := v.(type) {
	case string:
		return Quote(v), true
	case bool:
		return strconv.FormatBool(v), true
	case int:
		return strconv.Itoa(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case float64:
		return float(v), true
	case time.Time:
		return v.Format(time.RFC3339Nano), true
	case fmt.Stringer: // the local dates and times of go-toml
		return v.String(), true
	case []any:
		return list(v)
	case map[string]any:
		return inline(v)
	}
	return "", false
}

// float keeps the point that tells a float from an integer.
func float(v float64) string {
	s := strings.ToLower(strconv.FormatFloat(v, 'g', -1, 64))
	if strings.Trim(s, "-0123456789") == "" {
		return s + ".0"
	}
	return s
}

func list(v []any) (string, bool) {
	parts := make([]string, len(v))
	for i, item := range v {
		text, ok := Encode(item)
		if !ok {
			return "", false
		}
		parts[i] = text
	}
	return "[" + strings.Join(parts, ", ") + "]", true
}

func inline(v map[string]any) (string, bool) {
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(v)) {
		text, ok := Encode(v[key])
		if !ok {
			return "", false
		}
		parts = append(parts, bare(key)+" = "+text)
	}
	if len(parts) == 0 {
		return "{}", true
	}
	return "{ " + strings.Join(parts, ", ") + " }", true
}

// bare returns a key as it is written: quoted if it must be.
func bare(key string) string {
	for i := range len(key) {
		c := key[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return Quote(key)
		}
	}
	if key == "" {
		return `""`
	}
	return key
}
