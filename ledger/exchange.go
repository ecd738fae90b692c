package ledger

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Formats are the forms of Export.
func Formats() []string { return []string{"csv", "jsonl"} }

// Export writes the rows for which wants is true, oldest first, as CSV with a
// head line, or as JSON lines as they stand in the ledger. skipped is the
// number of lines that are no rows. Another format is an error, and so is what
// w says.
func (b *Book) Export(w io.Writer, format string, wants func(*Row) bool) (skipped int, err error) {
	out := bufio.NewWriter(w)
	var write func(*Row) error
	table := csv.NewWriter(out)
	switch format {
	case "csv":
		if err := table.Write(columns()); err != nil {
			return 0, err
		}
		write = func(r *Row) error { return table.Write(r.cells()) }
	case "jsonl":
		write = func(r *Row) error {
			line, err := r.encode()
			if err == nil {
				_, err = out.Write(line)
			}
			return err
		}
	default:
		return 0, fmt.Errorf("format %q; want %s", format, strings.Join(Formats(), " or "))
	}
	var first error
	skipped, err = b.Each(func(r *Row) {
		if first == nil && wants(r) {
			first = write(r)
		}
	})
	table.Flush()
	return skipped, errors.Join(err, first, table.Error(), out.Flush())
}

// columns are the head line of the CSV form; the order is a promise, new ones
// come last.
func columns() []string {
	return []string{
		"time", "source", "agent", "spec", "contract", "decision", "word", "counts", "outcome", "rules", "action", "try", "of",
		"commit", "tree", "dirty", "input", "unknown", "answer", "session", "agent_id", "run", "host", "model",
		"tokens_in", "tokens_out", "cost_usd", "wall_ms", "confirmed", "refuted", "unverified", "truth", "by", "note",
	}
}

// cells are the values of columns; what is not known is empty, so that a
// reader takes it for a missing value and not for 0.
func (r *Row) cells() []string {
	s := r.Subject
	if s == nil {
		s = &Subject{}
	}
	cells := []string{
		r.Time, r.Source, r.Agent, r.Spec, r.Contract, r.Decision, r.Word, countsCell(r.Counts), r.Outcome, strings.Join(r.Rules, " "), r.Action,
		number(int64(r.Try), r.Try != 0), r.Of, s.Commit, s.Tree, s.Dirty, s.Input, strings.Join(s.Unknown, " "), r.Answer, r.Session, r.AgentID,
		r.Run, r.Host, r.Model,
	}
	t, f := r.Tokens, r.Findings
	if t == nil {
		t = &Tokens{}
	}
	if f == nil {
		f = &Findings{}
	}
	usd := ""
	if r.CostUSD != nil {
		usd = strconv.FormatFloat(*r.CostUSD, 'f', -1, 64)
	}
	return append(cells, number(t.In, r.Tokens != nil), number(t.Out, r.Tokens != nil), usd, number(r.WallMS, r.WallMS != 0),
		number(int64(f.Confirmed), r.Findings != nil), number(int64(f.Refuted), r.Findings != nil), number(int64(f.Unverified), r.Findings != nil),
		r.Truth, r.By, r.Note)
}

func number(n int64, known bool) string {
	if !known {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// countsCell is "blocking=0 should_fix=2".
func countsCell(counts map[string]int) string {
	var parts []string
	for _, key := range sortedKeys(counts) {
		parts = append(parts, key+"="+strconv.Itoa(counts[key]))
	}
	return strings.Join(parts, " ")
}

// Imported is what an import did.
type Imported struct {
	// Added are new rows, Doubles lines that the ledger or an earlier file
	// held, Skipped lines that are no rows.
	Added, Doubles, Skipped int
	// FirstSkipped is the number of the first skipped line, and Reason why.
	FirstSkipped int
	Reason       string
}

// ErrOff means that the configuration switched the ledger off.
var ErrOff = errors.New("the ledger is switched off ([ledger] enabled = false)")

// Import adds the rows of ledgers of other machines, given by name, to this
// one; a line that is here already is not added again. The result has one entry for each
// file that was read. The error is ErrOff, or one of a file: then nothing of that file and those
// after it is added.
func (b *Book) Import(files []string, open func(name string) (io.ReadCloser, error)) ([]Imported, error) {
	if b.off {
		return nil, ErrOff
	}
	seen := newSeen()
	_, err := b.Each(func(r *Row) {
		if line, err := r.encode(); err == nil {
			seen.before(bytes.TrimSpace(line))
		}
	})
	if err != nil {
		return nil, err
	}
	var done []Imported
	for _, name := range files {
		file, err := open(name)
		if err != nil {
			return done, err
		}
		rows, im, err := readRows(file, seen)
		file.Close()
		if err == nil {
			err = b.Append(rows...)
		}
		if err != nil {
			return done, fmt.Errorf("%s: %w", name, err)
		}
		done = append(done, im)
	}
	return done, nil
}

func readRows(file io.Reader, seen *seen) (rows []Row, im Imported, err error) {
	in := bufio.NewReaderSize(file, maxLine+2)
	for n := 1; ; n++ {
		line, err := in.ReadSlice('\n')
		long := errors.Is(err, bufio.ErrBufferFull)
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = in.ReadSlice('\n')
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, im, err
		}
		if text := bytes.TrimSpace(line); len(text) > 0 {
			im.take(text, n, long, seen, &rows)
		}
		if err != nil {
			return rows, im, nil
		}
	}
}

// take adds the row of line number n. It is kept as we write it, so that what
// we do not know of a row is not carried on.
func (im *Imported) take(line []byte, n int, long bool, seen *seen, rows *[]Row) {
	r, err := Decode(line)
	if long {
		err = errors.New("the line is longer than any row")
	}
	if err != nil {
		if im.Skipped++; im.Skipped == 1 {
			im.FirstSkipped, im.Reason = n, err.Error()
		}
		return
	}
	r = r.bounded()
	own, err := r.encode()
	if err != nil || seen.before(bytes.TrimSpace(own)) {
		im.Doubles++
		return
	}
	im.Added++
	*rows = append(*rows, r)
}
