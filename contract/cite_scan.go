package contract

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/judgelint/judgelint/source"
)

// scan finds path:line and path#Lline in a part of the text.
func (s *citeScanner) scan(part source.Span) {
	text := s.f.Text(part)
	for i := 0; i < len(text) && len(s.found) <= maxCites; i++ {
		n := bytes.IndexAny(text[i:], ":#")
		if n < 0 {
			return
		}
		i += n
		line, end, ok := lineAt(text[i:])
		if !ok {
			continue
		}
		start := pathStart(text, i)
		name := string(text[start:i])
		if !isPath(name, text[:start]) {
			continue
		}
		at := source.Span{Start: part.Start + start, End: part.Start + i + end}
		s.found = append(s.found, citation{path: strings.ReplaceAll(name, `\`, "/"), line: line, at: at})
		i += end - 1
	}
}

// lineAt reads ":12", ":12-15", ":12:3" or "#L12", "#L12-L15" at the start of a
// text: the last line and the number of bytes.
func lineAt(text []byte) (line, n int, ok bool) {
	rest := string(text[1:min(len(text), 40)])
	mark := ""
	if text[0] == '#' {
		if !strings.HasPrefix(rest, "L") {
			return 0, 0, false
		}
		mark = "L"
	}
	first, after := number(strings.TrimPrefix(rest, mark))
	if first < 0 || strings.HasPrefix(strings.TrimPrefix(rest, mark), "-") {
		return 0, 0, false
	}
	line = first
	for _, dash := range []string{"-", "–"} {
		if more, cut := strings.CutPrefix(after, dash); cut {
			if last, tail := number(strings.TrimPrefix(more, mark)); last >= 0 {
				line, after = max(line, last), tail
			}
			break
		}
	}
	r, _ := utf8.DecodeRuneInString(after)
	if unicode.IsLetter(r) && r < 0x300 || r == '_' || len(after) > 1 && after[0] == '.' && '0' <= after[1] && after[1] <= '9' {
		return 0, 0, false
	}
	return line, 1 + len(rest) - len(after), true
}

// longestPath bounds the bytes of a cited path.
const longestPath = 400

// pathStart goes back from an offset over the characters of a path. Brackets
// belong to it only in pairs with a slash behind them, as in app/[id]/page.tsx.
func pathStart(text []byte, end int) int {
	at := end
	for at > 0 && end-at < longestPath {
		r, size := utf8.DecodeLastRune(text[:at])
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), strings.ContainsRune(`_./-@+~%$\`, r):
			at -= size
		case (r == ']' || r == ')') && at < end && text[at] == '/':
			open := bytes.LastIndexByte(text[max(0, at-100):at-1], map[rune]byte{']': '[', ')': '('}[r])
			if open < 0 || bytes.ContainsAny(text[max(0, at-100)+open:at], " \n\t") {
				return at
			}
			at = max(0, at-100) + open
		default:
			return at
		}
	}
	return at
}

// isPath reports whether a name can be a path: it has a separator or an
// extension, and is no part of an address.
func isPath(name string, before []byte) bool {
	slashed := strings.ReplaceAll(name, `\`, "/")
	switch {
	case name == "" || strings.HasPrefix(slashed, "//") || strings.Contains(slashed, "://"):
		return false
	case len(before) > 0 && (before[len(before)-1] == ':' || before[len(before)-1] == '&' || before[len(before)-1] == '=' && strings.Contains(string(before[max(0, len(before)-60):]), "://")):
		return false
	case strings.HasSuffix(slashed, "/"), strings.Trim(slashed, "./-~") == "":
		return false
	}
	ext := strings.TrimPrefix(path.Ext(slashed), ".")
	if !strings.Contains(slashed, "/") {
		return isExtension(ext) && !strings.Contains(slashed, "@") &&
			!slices.Contains([]string{"com", "org", "net", "io", "dev", "local", "ai", "app", "edu", "gov", "internal", "test", "example"}, strings.ToLower(ext))
	}
	first, _, _ := strings.Cut(slashed, "/")
	if host := path.Ext(first); strings.Count(slashed, "/") > 0 && len(host) > 1 && first != "." && first != ".." && !strings.HasPrefix(first, ".") &&
		slices.Contains([]string{".com", ".org", ".net", ".io", ".dev"}, host) {
		return false // an address without its scheme
	}
	return true
}

// isExtension reports whether a text can be a file name's extension.
func isExtension(ext string) bool {
	if ext == "" || len(ext) > 12 || ext[0] >= '0' && ext[0] <= '9' {
		return false
	}
	return strings.IndexFunc(ext, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }) < 0
}
