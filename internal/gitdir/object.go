package gitdir

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Tree is the object name of a commit's tree.
func (r *Repo) Tree(commit string) (string, error) {
	if !r.isName(commit) {
		return "", fmt.Errorf("%q is no object name", commit)
	}
	text, err := r.commit(commit)
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	tree, ok := strings.CutPrefix(line, "tree ")
	if !ok || !r.isName(tree) {
		return "", fmt.Errorf("commit %s names no tree", commit)
	}
	return tree, nil
}

// commit returns the content of a commit, loose or packed.
func (r *Repo) commit(name string) ([]byte, error) {
	for _, dir := range r.objectFolders() {
		file, _, err := openPlain(filepath.Join(dir, name[:2], name[2:]))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return loose(file)
	}
	id, _ := hex.DecodeString(name)
	kind, text, err := r.packed(id, 0)
	if err == nil && kind != kindCommit {
		err = fmt.Errorf("%s is no commit", name)
	}
	return text, err
}

// loose reads a commit from a file of its own: "commit SIZE\0TEXT", deflated.
func loose(file io.Reader) ([]byte, error) {
	z, err := zlib.NewReader(bufio.NewReaderSize(file, 1<<10))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(z, maxObject))
	if err != nil {
		return nil, err
	}
	head, text, _ := bytes.Cut(text, []byte{0})
	if !bytes.HasPrefix(head, []byte("commit ")) {
		return nil, errors.New("the object is no commit")
	}
	return text, nil
}

// objectFolders are the folder of objects and those that it borrows from.
func (r *Repo) objectFolders() []string {
	if r.objects != nil {
		return r.objects
	}
	r.objects = []string{filepath.Join(r.common, "objects")}
	for i := 0; i < len(r.objects) && i < 10; i++ {
		text, err := readFile(filepath.Join(r.objects[i], "info", "alternates"), maxSmall)
		if err != nil {
			continue // mostly there are none
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' && len(r.objects) < 10 {
				r.objects = append(r.objects, from(r.objects[i], line))
			}
		}
	}
	return r.objects
}

// Kinds of objects in a pack.
const (
	kindCommit   = 1
	kindOffDelta = 6
	kindRefDelta = 7
	maxDeltas    = 64 // longer chains are not made by git
)

// packed finds an object in the packs of all object folders.
func (r *Repo) packed(id []byte, depth int) (kind int, text []byte, err error) {
	for _, dir := range r.objectFolders() {
		folder := filepath.Join(dir, "pack")
		entries, err := os.ReadDir(folder)
		if err != nil {
			continue
		}
		for _, e := range entries {
			stem, ok := strings.CutSuffix(e.Name(), ".idx")
			if !ok || !e.Type().IsRegular() {
				continue
			}
			offset, err := r.find(filepath.Join(folder, e.Name()), id)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return 0, nil, err
			}
			return r.read(filepath.Join(folder, stem+".pack"), offset, depth)
		}
	}
	return 0, nil, fmt.Errorf("object %x: %w", id, fs.ErrNotExist)
}

// find looks an object up in the index of a pack (version 2) and returns its
// place in the pack. The error is fs.ErrNotExist if it is not there.
func (r *Repo) find(name string, id []byte) (int64, error) {
	file, _, err := openPlain(name)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	const fan = 8
	var head [fan + 256*4]byte
	if _, err := file.ReadAt(head[:], 0); err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	if string(head[:fan]) != "\xfftOc\x00\x00\x00\x02" {
		return 0, fmt.Errorf("%s: not an index of version 2", name)
	}
	count := func(i int) int64 { return int64(binary.BigEndian.Uint32(head[fan+4*i:])) }
	low, high, all := int64(0), count(int(id[0])), count(255)
	if id[0] > 0 {
		low = count(int(id[0]) - 1)
	}
	size, buf := int64(len(id)), make([]byte, len(id))
	for low < high {
		mid := low + (high-low)/2
		if _, err := file.ReadAt(buf, int64(len(head))+mid*size); err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
		switch c := bytes.Compare(buf, id); {
		case c == 0:
			return place(file, int64(len(head))+all*(size+4), mid, all)
		case c < 0:
			low = mid + 1
		default:
			high = mid
		}
	}
	return 0, fs.ErrNotExist
}

// place reads the offset of the object number n. table is where the short
// offsets begin; the long ones follow them.
func place(file io.ReaderAt, table, n, all int64) (int64, error) {
	var buf [8]byte
	if _, err := file.ReadAt(buf[:4], table+4*n); err != nil {
		return 0, err
	}
	short := binary.BigEndian.Uint32(buf[:4])
	if short&(1<<31) == 0 {
		return int64(short), nil
	}
	if _, err := file.ReadAt(buf[:], table+4*all+8*int64(short&^(1<<31))); err != nil {
		return 0, err
	}
	return int64(binary.BigEndian.Uint64(buf[:]) &^ (1 << 63)), nil
}

// read reads one object of a pack and puts it together if it is a difference
// to another.
func (r *Repo) read(pack string, offset int64, depth int) (kind int, text []byte, err error) {
	if depth > maxDeltas {
		return 0, nil, errors.New("too many objects that are differences")
	}
	file, _, err := openPlain(pack)
	if err != nil {
		return 0, nil, err
	}
	defer file.Close()
	in := bufio.NewReaderSize(io.NewSectionReader(file, offset, 1<<62-offset), 1<<10)
	kind, size, err := objectHead(in)
	if err != nil {
		return 0, nil, err
	}
	if size > maxObject {
		return 0, nil, fmt.Errorf("%s: an object of %d bytes; want at most %d", pack, size, maxObject)
	}
	var base []byte
	switch kind {
	case kindOffDelta:
		back, err := backwards(in)
		if err != nil || back <= 0 || back >= offset {
			return 0, nil, errors.Join(err, errors.New("a difference to nothing"))
		}
		if kind, base, err = r.read(pack, offset-back, depth+1); err != nil {
			return 0, nil, err
		}
	case kindRefDelta:
		id := make([]byte, r.size())
		if _, err := io.ReadFull(in, id); err != nil {
			return 0, nil, err
		}
		if kind, base, err = r.packed(id, depth+1); err != nil {
			return 0, nil, err
		}
	}
	z, err := zlib.NewReader(in)
	if err != nil {
		return 0, nil, err
	}
	text, err = io.ReadAll(io.LimitReader(z, size))
	if err != nil || int64(len(text)) != size {
		return 0, nil, errors.Join(err, errors.New("the object is cut off"))
	}
	if base != nil {
		text, err = patch(base, text)
	}
	return kind, text, err
}

// objectHead reads the kind and the size that begin an object in a pack.
func objectHead(in io.ByteReader) (kind int, size int64, err error) {
	c, err := in.ReadByte()
	kind, size = int(c>>4&7), int64(c&15)
	for shift := 4; err == nil && c&0x80 != 0 && shift < 56; shift += 7 {
		c, err = in.ReadByte()
		size |= int64(c&0x7f) << shift
	}
	return kind, size, err
}

// backwards reads the distance to the object that a difference starts from.
func backwards(in io.ByteReader) (int64, error) {
	c, err := in.ReadByte()
	n := int64(c & 0x7f)
	for i := 0; err == nil && c&0x80 != 0 && i < 8; i++ {
		c, err = in.ReadByte()
		n = (n+1)<<7 | int64(c&0x7f)
	}
	return n, err
}

var errPatch = errors.New("the difference does not fit its base")

// patch applies a difference: copies of the base and new bytes in turn.
func patch(base, delta []byte) ([]byte, error) {
	in := bytes.NewReader(delta)
	from, errFrom := binary.ReadUvarint(in)
	to, errTo := binary.ReadUvarint(in)
	if errFrom != nil || errTo != nil || from != uint64(len(base)) || to > maxObject {
		return nil, errPatch
	}
	out := make([]byte, 0, to)
	for in.Len() > 0 {
		op, _ := in.ReadByte()
		if op&0x80 == 0 {
			n := int(op)
			if n == 0 || n > in.Len() {
				return nil, errPatch
			}
			at := len(delta) - in.Len()
			out = append(out, delta[at:at+n]...)
			in.Seek(int64(n), io.SeekCurrent)
			continue
		}
		start, n := operand(in, op, 4), operand(in, op>>4, 3)
		if n == 0 {
			n = 0x10000
		}
		if start+n > len(base) || len(out)+n > int(to) {
			return nil, errPatch
		}
		out = append(out, base[start:start+n]...)
	}
	if uint64(len(out)) != to {
		return nil, errPatch
	}
	return out, nil
}

// operand reads those of the bytes of a number that the bits of op announce.
func operand(in io.ByteReader, op byte, bytes int) int {
	n := 0
	for i := range bytes {
		if op>>i&1 == 1 {
			c, _ := in.ReadByte() // a missing byte makes a copy that does not fit
			n |= int(c) << (8 * i)
		}
	}
	return n
}
