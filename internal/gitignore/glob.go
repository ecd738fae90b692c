package gitignore

import "strings"

// globPath matches a path with a pattern, both split into elements. "**"
// matches any number of elements; at the end at least one.
func globPath(pattern, name []string) bool {
	p, n := 0, 0
	star, from := -1, 0 // the last "**" and the element that it ends before
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == "**":
			if p == len(pattern)-1 {
				return true
			}
			star, from = p, n
			p++
		case p < len(pattern) && glob(pattern[p], name[n]):
			p++
			n++
		case star >= 0:
			from++
			p, n = star+1, from
		default:
			return false
		}
	}
	return p == len(pattern)
}

// glob matches one path element. It looks back to the last "*" only, so the
// time is at most the product of both lengths.
func glob(pattern, name string) bool {
	p, n := 0, 0
	star, from := -1, 0
	for n < len(name) {
		if p < len(pattern) && pattern[p] == '*' {
			star, from = p, n
			p++
			continue
		}
		if width, ok := one(pattern[p:], name[n]); ok {
			p += width
			n++
			continue
		}
		if star < 0 {
			return false
		}
		from++
		p, n = star+1, from
	}
	return strings.Trim(pattern[p:], "*") == ""
}

// one matches a byte with the first item of pattern and returns the item's
// width. Like git it knows bytes only: a "?" is one byte of a longer character.
func one(pattern string, c byte) (width int, ok bool) {
	if pattern == "" {
		return 0, false
	}
	switch pattern[0] {
	case '?':
		return 1, true
	case '[':
		return set(pattern, c)
	case '\\':
		if len(pattern) < 2 {
			return 0, false
		}
		return 2, pattern[1] == c
	}
	return 1, pattern[0] == c
}

// set matches a byte with the set at the start of pattern, "[a-z]" or
// "[!a-z]" or "[[:alpha:]]". A set without an end matches nothing.
func set(pattern string, c byte) (width int, ok bool) {
	i := 1
	negated := i < len(pattern) && (pattern[i] == '!' || pattern[i] == '^')
	if negated {
		i++
	}
	for first := true; i < len(pattern) && (first || pattern[i] != ']'); first = false {
		if name, n := class(pattern[i:]); n > 0 {
			ok = ok || inClass(name, c)
			i += n
			continue
		}
		low, n := item(pattern[i:])
		i += n
		high := low
		if i+1 < len(pattern) && pattern[i] == '-' && pattern[i+1] != ']' {
			high, n = item(pattern[i+1:])
			i += 1 + n
		}
		ok = ok || low <= c && c <= high
	}
	if i >= len(pattern) {
		return 0, false
	}
	return i + 1, ok != negated && c != '/'
}

func item(pattern string) (c byte, width int) {
	if pattern[0] == '\\' && len(pattern) > 1 {
		return pattern[1], 2
	}
	return pattern[0], 1
}

// class returns the name of a character class such as "[:alpha:]" and its
// width, or 0.
func class(pattern string) (name string, width int) {
	rest, ok := strings.CutPrefix(pattern, "[:")
	if !ok {
		return "", 0
	}
	end := strings.Index(rest, ":]")
	if end < 0 {
		return "", 0
	}
	return rest[:end], end + 4
}

func inClass(name string, c byte) bool {
	lower, upper, digit := 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9'
	graph := '!' <= c && c <= '~'
	switch name {
	case "alpha":
		return lower || upper
	case "alnum":
		return lower || upper || digit
	case "digit":
		return digit
	case "lower":
		return lower
	case "upper":
		return upper
	case "xdigit":
		return digit || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
	case "blank":
		return c == ' ' || c == '\t'
	case "space":
		return c == ' ' || '\t' <= c && c <= '\r'
	case "cntrl":
		return c < ' ' || c == 0x7f
	case "graph":
		return graph
	case "print":
		return graph || c == ' '
	case "punct":
		return graph && !lower && !upper && !digit
	}
	return false
}
