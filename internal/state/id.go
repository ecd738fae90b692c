package state

import "strings"

// maxID is the longest session or agent id in bytes.
const maxID = 128

// ValidID reports whether a session or agent id may become a file name: a
// letter or digit, then at most 127 letters, digits, dots, underscores and
// hyphens, and no name that Windows keeps for a device.
func ValidID(id string) bool {
	if id == "" || len(id) > maxID || !alphanumeric(id[0]) {
		return false
	}
	for i := 1; i < len(id); i++ {
		if c := id[i]; !alphanumeric(c) && c != '.' && c != '_' && c != '-' {
			return false
		}
	}
	return !device(id)
}

func alphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// device reports a name that Windows opens as a device, whatever extension
// follows: "con" is one, and so is "con.json".
func device(id string) bool {
	stem, _, _ := strings.Cut(strings.ToLower(id), ".")
	switch stem {
	case "con", "prn", "aux", "nul", "conin$", "conout$":
		return true
	}
	if len(stem) != 4 || !strings.HasPrefix(stem, "com") && !strings.HasPrefix(stem, "lpt") {
		return false
	}
	return '0' <= stem[3] && stem[3] <= '9'
}
