package state

import (
	"io/fs"
	"path"
	"strings"
	"time"
)

// keep is how long the files of a session stay after the last of them changed.
const keep = 30 * 24 * time.Hour

// sweepDaily removes the files of sessions that nothing has changed for 30
// days, and what killed gates left, once a day. Trouble here is no trouble: the
// next day tries again.
func (f *Folder) sweepDaily(counts map[string]int) {
	now := f.now()
	day := int(now.Unix() / (24 * 60 * 60))
	if counts[sweptDay] == day {
		return
	}
	counts[sweptDay] = day
	newest, files := map[string]time.Time{}, map[string]string{}
	for _, dir := range []string{pendingDir, resultDir, sessionDir, "."} {
		entries, err := fs.ReadDir(f.root.FS(), dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			id, ours := swept(dir, e.Name())
			info, err := e.Info()
			if !ours || err != nil || !info.Mode().IsRegular() {
				continue
			}
			files[path.Join(dir, e.Name())] = id
			if info.ModTime().After(newest[id]) {
				newest[id] = info.ModTime()
			}
		}
	}
	for name, id := range files {
		if id != f.session && now.Sub(newest[id]) > keep {
			f.root.Remove(name)
		}
	}
}

// swept returns what a file belongs to: a session, or itself if it was left by
// a killed gate or set aside. ours is false for a file that stays.
func swept(dir, name string) (id string, ours bool) {
	if strings.HasSuffix(name, tempSuffix) || strings.HasSuffix(name, ".bad") {
		return name, true
	}
	id, isJSON := strings.CutSuffix(name, ".json")
	return id, isJSON && dir != "."
}
