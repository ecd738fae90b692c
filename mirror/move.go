package mirror

// MoveInLock returns the text of a lock file after files got other paths: moves
// are the new paths by the old ones, sources and mirrors alike. The sums stay,
// so that the next run of mirrorgen still knows the files for its own. A text
// that is no lock file is an error.
func MoveInLock(text string, moves map[string]string) (string, error) {
	lock, err := parseLock(text)
	if err != nil {
		return "", err
	}
	moved := lockFile{}
	for path, e := range lock {
		if to, ok := moves[path]; ok {
			e.path = to
		}
		if to, ok := moves[e.source]; ok {
			e.source = to
		}
		moved[e.path] = e
	}
	return moved.String(), nil
}
