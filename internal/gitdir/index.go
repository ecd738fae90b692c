package gitdir

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"
	"time"
)

// Modes of entries.
const (
	modeFile   = 0o100644
	modeExec   = 0o100755
	modeLink   = 0o120000
	modeFolder = 0o040000
	modeModule = 0o160000
)

// entry is one file as git's index or the working tree has it.
type entry struct {
	path string
	mode uint32
	id   []byte
	// size and the times are those of the file when git looked at it last.
	size         uint32
	mtime, ctime stamp
	// trusted is true if git is told not to look at the file.
	trusted bool
	// open is true for an entry without a content of its own: a path that is
	// merged, or added without its content.
	open bool
}

// stamp is a time of a file in seconds and nanoseconds.
type stamp struct{ sec, nsec uint32 }

// index is git's index: the files of the next commit.
type index struct {
	entries []entry // sorted by path, each path once
	written stamp   // when the file was written
	trees   *cached // nil if git keeps none
}

// cached is the name of a folder's tree that git computed before.
type cached struct {
	name     string
	entries  int // how many entries it covers; -1 if it is out of date
	id       []byte
	children []*cached
}

var errIndex = errors.New("the index cannot be read")

func (r *Repo) readIndex(end time.Time) (*index, error) {
	file, info, err := openPlain(filepath.Join(r.dir, "index"))
	if errors.Is(err, fs.ErrNotExist) {
		return &index{}, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info.Size() > maxIndex || info.Size() < 12 {
		return nil, errIndex
	}
	data := make([]byte, info.Size())
	if _, err := io.ReadFull(file, data[:12]); err != nil {
		return nil, err
	}
	// A look at each file takes about a microsecond; where that cannot end in
	// time, the time is not spent at all.
	if n := binary.BigEndian.Uint32(data[8:]); time.Duration(n)*time.Microsecond > time.Until(end) {
		return nil, ErrTime
	}
	if _, err := io.ReadFull(file, data[12:]); err != nil {
		return nil, err
	}
	x := &index{written: stampOf(info.ModTime())}
	return x, x.parse(data, r.size(), end)
}

func stampOf(t time.Time) stamp { return stamp{uint32(t.Unix()), uint32(t.Nanosecond())} }

// parse reads an index of version 2 to 4. size is that of an object name.
func (x *index) parse(data []byte, size int, end time.Time) error {
	if len(data) < 12+size || string(data[:4]) != "DIRC" {
		return errIndex
	}
	version, count := binary.BigEndian.Uint32(data[4:]), int(binary.BigEndian.Uint32(data[8:]))
	if version < 2 || version > 4 || count > len(data)/(42+size) {
		return fmt.Errorf("%w: version %d with %d entries", errIndex, version, count)
	}
	data = data[12 : len(data)-size] // without the checksum
	x.entries = make([]entry, 0, count)
	last := ""
	for i := range count {
		if i%1024 == 1023 && time.Now().After(end) {
			return ErrTime
		}
		e, n, err := parseEntry(data, size, version, last)
		if err != nil {
			return err
		}
		data, last = data[n:], e.path
		if k := len(x.entries); k > 0 && x.entries[k-1].path == e.path {
			x.entries[k-1].open = true // the stages of a merge
			continue
		}
		x.entries = append(x.entries, e)
	}
	return x.extensions(data, size)
}

// parseEntry reads one entry and returns how many bytes it takes. last is the
// path before it, of which version 4 writes only what differs.
func parseEntry(data []byte, size int, version uint32, last string) (e entry, n int, err error) {
	head := 40 + size + 2
	if len(data) < head+2 {
		return e, 0, errIndex
	}
	u32 := func(at int) uint32 { return binary.BigEndian.Uint32(data[at:]) }
	e = entry{ctime: stamp{u32(0), u32(4)}, mtime: stamp{u32(8), u32(12)}, mode: u32(24), size: u32(36), id: data[40 : 40+size]}
	flags := binary.BigEndian.Uint16(data[40+size:])
	e.trusted, e.open = flags&0x8000 != 0, flags&0x3000 != 0
	if flags&0x4000 != 0 {
		more := binary.BigEndian.Uint16(data[head:])
		e.trusted, e.open = e.trusted || more&0x4000 != 0, e.open || more&0x2000 != 0
		head += 2
	}
	prefix := ""
	if version == 4 {
		drop, used, ok := dropped(data[head:])
		if !ok || drop > len(last) {
			return e, 0, errIndex
		}
		prefix, head = last[:len(last)-drop], head+used
	}
	length := bytes.IndexByte(data[head:], 0)
	if length < 0 {
		return e, 0, errIndex
	}
	e.path = prefix + string(data[head:head+length])
	n = head + length + 1
	if version != 4 {
		n = (head + length + 8) &^ 7
	}
	if n > len(data) || e.path == "" || e.mode == modeFolder {
		return e, 0, errIndex // a sparse index has folders as entries
	}
	return e, n, nil
}

// dropped reads how many bytes of the path before are not repeated.
func dropped(data []byte) (n, used int, ok bool) {
	for i, c := range data {
		if i > 3 {
			break
		}
		if i > 0 {
			n = (n + 1) << 7
		}
		n |= int(c & 0x7f)
		if c&0x80 == 0 {
			return n, i + 1, true
		}
	}
	return 0, 0, false
}

// extensions reads what follows the entries. One that changes the meaning of
// the entries is an error.
func (x *index) extensions(data []byte, size int) error {
	for len(data) >= 8 {
		name, length := string(data[:4]), int(binary.BigEndian.Uint32(data[4:]))
		if length > len(data)-8 {
			return errIndex
		}
		body := data[8 : 8+length]
		switch {
		case name == "TREE":
			x.trees, _, _ = parseTrees(body, size, 0) // what cannot be read is computed
		case name[0] < 'A' || name[0] > 'Z':
			return fmt.Errorf("%w: extension %q", errIndex, name)
		}
		data = data[8+length:]
	}
	return nil
}

// parseTrees reads a folder of the cached trees and those below it.
func parseTrees(data []byte, size, depth int) (c *cached, rest []byte, ok bool) {
	name, data, okName := bytes.Cut(data, []byte{0})
	numbers, data, okNumbers := bytes.Cut(data, []byte{'\n'})
	entries, below, okSpace := bytes.Cut(numbers, []byte{' '})
	if !okName || !okNumbers || !okSpace || depth > 200 {
		return nil, nil, false
	}
	n, err := strconv.Atoi(string(entries))
	k, errBelow := strconv.Atoi(string(below))
	if err != nil || errBelow != nil || n >= 0 && len(data) < size {
		return nil, nil, false
	}
	c = &cached{name: string(name), entries: n}
	if n >= 0 {
		c.id, data = data[:size], data[size:]
	}
	for range k {
		child, rest, ok := parseTrees(data, size, depth+1)
		if !ok {
			return nil, nil, false
		}
		c.children, data = append(c.children, child), rest
	}
	return c, data, true
}
