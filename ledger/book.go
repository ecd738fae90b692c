package ledger

import (
	"bytes"
	"hash/maphash"
	"time"

	"github.com/judgelint/judgelint/internal/state"
)

// Options are the settings of the ledger. The zero value is the default.
type Options struct {
	// Off records nothing. What was recorded before is still read.
	Off bool
}

// Book is the ledger of one project.
type Book struct {
	records *state.Records
	off     bool
	now     func() time.Time
}

const (
	bookName  = "ledger"
	bookLimit = 8 << 20 // bytes of one file
	// bookKeep is how many full files stay: with half a kilobyte a row about a
	// million judgements.
	bookKeep = 64
	maxWrite = 1 << 20 // bytes of one write of many rows
)

// Open returns the ledger in a state folder. Nothing is read or made yet.
func Open(folder *state.Folder, opt Options, now func() time.Time) *Book {
	return &Book{records: folder.Records(bookName, bookLimit, bookKeep), off: opt.Off, now: now}
}

// Off reports whether the configuration switched the ledger off: Append does
// nothing then, and what a row would say need not be found out.
func (b *Book) Off() bool { return b.off }

// Append adds rows, each whole or not at all, also beside a hundred other
// writers. It fills in Version and an empty Time and cuts what is too long. The error is
// one of the file system, or a row that cannot be written as JSON; the caller's own
// decision must not depend on it.
func (b *Book) Append(rows ...Row) error {
	if b.off || len(rows) == 0 {
		return nil
	}
	var lines []byte
	now := b.now().UTC()
	for i, r := range rows {
		r.Version = 1
		if r.Time == "" {
			// Rows of one call differ, so that none is taken for a double.
			r.Time = now.Add(time.Duration(i)).Format("2006-01-02T15:04:05.000000000Z")
		}
		r = r.bounded()
		line, err := r.encode()
		if err != nil {
			return err
		}
		if len(lines)+len(line) > maxWrite {
			if err := b.records.Append(lines); err != nil {
				return err
			}
			lines = lines[:0]
		}
		lines = append(lines, line...)
	}
	return b.records.Append(lines)
}

// Each calls fn with each row, oldest file first, a row that stands there
// twice once. skipped is the number of lines that are no rows, such as one that a
// full disk cut off.
func (b *Book) Each(fn func(*Row)) (skipped int, err error) {
	seen := newSeen()
	err = b.records.Each(func(line []byte) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || seen.before(line) {
			return
		}
		r, err := Decode(line)
		if err != nil {
			skipped++
			return
		}
		fn(&r)
	})
	return skipped, err
}

// Read returns all rows in the order of Each.
func (b *Book) Read() (rows []Row, skipped int, err error) {
	skipped, err = b.Each(func(r *Row) { rows = append(rows, *r) })
	return rows, skipped, err
}

// seen remembers lines. A line is known by a 128-bit hash with a seed of this
// process, so that no ledger can be made to lose a row.
type seen struct {
	seeds [2]maphash.Seed
	lines map[[2]uint64]struct{}
}

func newSeen() *seen {
	return &seen{[2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}, map[[2]uint64]struct{}{}}
}

// before reports whether the line came before.
func (s *seen) before(line []byte) bool {
	key := [2]uint64{maphash.Bytes(s.seeds[0], line), maphash.Bytes(s.seeds[1], line)}
	_, ok := s.lines[key]
	s.lines[key] = struct{}{}
	return ok
}
