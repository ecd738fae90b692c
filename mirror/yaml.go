package mirror

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// yamlValue writes a value on one line that every YAML reader takes for the
// same. Maps have sorted keys; "*" sorts before every word.
func yamlValue(v any) string { return yamlIn(v, false) }

// yamlIn is yamlValue, inside a list or mapping if flow is true.
func yamlIn(v any, flow bool) string {
	switch v := v.(type) {
	case string:
		return yamlText(v, flow)
	case bool:
		return strconv.FormatBool(v)
	case float64:
		text := strconv.FormatFloat(v, 'f', -1, 64)
		if !strings.Contains(text, ".") {
			text += ".0" // without a point it would be a whole number
		}
		return text
	case []any:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = yamlIn(item, true)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		var parts []string
		for _, k := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, yamlText(k, true)+": "+yamlIn(v[k], true))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return fmt.Sprint(v) // whole numbers, dates and times
}

// yamlText writes a text plain where no reader can take it for anything else,
// otherwise in double quotes.
func yamlText(s string, flow bool) string {
	if plain(s, flow) {
		return s
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < ' ' || r >= 0x7f && r < 0xa0:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r == 0x2028, r == 0x2029, r == 0xfeff, r == 0xfffe, r == 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// plain reports whether s can stand without quotes: it begins with a letter, is
// no word of YAML, and nothing in it is a mark.
func plain(s string, flow bool) bool {
	first := []rune(s + " ")[0]
	if !unicode.IsLetter(first) || strings.TrimSpace(s) != s || strings.HasSuffix(s, ":") {
		return false
	}
	if strings.Contains(s, ": ") || strings.Contains(s, " #") || strings.Contains(s, ":\t") {
		return false
	}
	if flow && strings.ContainsAny(s, ",[]{}:#") {
		return false
	}
	for _, r := range s {
		if r != ' ' && !unicode.IsPrint(r) {
			return false
		}
	}
	switch strings.ToLower(s) {
	case "true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan", "inf", "infinity":
		return false
	}
	return true
}
