package state

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
)

const (
	logName     = "log.jsonl"
	oldLogName  = "log.1.jsonl"
	countsName  = "counters.json"
	maxLog      = 5 << 20
	maxReason   = 500         // bytes of a reason in the log
	maxLine     = 16 << 10    // no line of ours is longer, each byte of it escaped
	countedSize = "log_bytes" // how much of the log the counters hold
	sweptDay    = "swept_day" // the day of the last sweep, in days since 1970
)

// Counters are the names that the log counts, in the order in which they are
// shown.
func Counters() []string {
	return []string{
		"pass", "fail", "abstain", "block", "escalate",
		"valid", "malformed", "missing", "no_message", "input_error",
	}
}

// Line is one line of the log. It never holds the text of a message.
type Line struct {
	// Time is RFC 3339 in UTC; an empty one is filled in.
	Time      string `json:"time"`
	Host      string `json:"host"`
	Event     string `json:"event"`
	SessionID string `json:"session_id"`
	AgentID   string `json:"agent_id"`
	Agent     string `json:"agent"`
	Check     string `json:"check"`
	// Decision is what the gate answered: allow, block, tell or trouble.
	Decision string `json:"decision"`
	// Counter is the counter that the line adds one to.
	Counter string `json:"counter"`
	Reason  string `json:"reason"`
	// Observe is true if the decision was only noted.
	Observe bool `json:"observe,omitempty"`
	// Totals are the sums of a log that was rotated away.
	Totals map[string]int `json:"totals,omitempty"`
	// Findings are the numbers of a review that was finalized.
	Findings *Findings `json:"findings,omitempty"`
}

// Findings are the numbers of one finalized review.
type Findings struct {
	Confirmed  int `json:"confirmed"`
	Refuted    int `json:"refuted"`
	Unverified int `json:"unverified"`
}

// Append logs lines that belong to no session's memory.
func (f *Folder) Append(lines ...Line) error {
	if f.ReadOnly || len(lines) == 0 {
		return nil
	}
	unlock, err := f.lock(lockLimit)
	if errors.Is(err, ErrBusy) {
		return f.appendLines(lines) // whoever has the lock will count them
	}
	if err != nil {
		return err
	}
	defer unlock()
	return f.appendLocked(lines)
}

// appendLocked appends lines, rotates the log if it is full, and brings the
// counters up to date.
func (f *Folder) appendLocked(lines []Line) error {
	if len(lines) == 0 {
		return nil
	}
	if info, err := f.root.Stat(logName); err == nil && info.Size() >= maxLog {
		if err := f.rotate(); err != nil {
			return err
		}
	}
	return errors.Join(f.appendLines(lines), f.count())
}

// appendLines adds lines in one write, so that lines of several gates never mix. It
// works without the lock.
func (f *Folder) appendLines(lines []Line) error {
	if f.root == nil || f.ReadOnly || len(lines) == 0 {
		return nil
	}
	var text []byte
	for _, l := range lines {
		text = append(text, f.encodeLine(l)...)
	}
	return f.appendTo(logName, text)
}

func (f *Folder) encodeLine(l Line) []byte {
	if l.Time == "" {
		l.Time = f.now().UTC().Format("2006-01-02T15:04:05.000Z")
	}
	l.Reason, l.Agent, l.Event = clip(l.Reason, maxReason), clip(l.Agent, maxID), clip(l.Event, maxID)
	return encode(l, "")
}

// clip cuts a text after at most limit bytes, at the start of a rune.
func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && s[limit]&0xC0 == 0x80 {
		limit--
	}
	return s[:limit] + "…"
}

// torn reports whether the file ends in the middle of a line.
func torn(file *os.File) bool {
	info, err := file.Stat()
	if err != nil || info.Size() == 0 {
		return false
	}
	var last [1]byte
	_, err = file.ReadAt(last[:], info.Size()-1)
	return err == nil && last[0] != '\n'
}

// rotate moves the full log away and begins a new one with its sums. After a
// kill between the two steps the old log still holds them, see sum.
func (f *Folder) rotate() error {
	totals, _, err := f.sum()
	if err != nil {
		return err
	}
	if err := f.root.Rename(logName, oldLogName); err != nil {
		return err
	}
	return f.appendLines([]Line{{Event: "rotate", Totals: totals}})
}

// count brings counters.json up to date with the log. Only the part of the log
// that is not yet in it is read, and if lines came in the meantime from gates
// that could not get the lock, they are taken too.
func (f *Folder) count() error {
	counts, err := f.counts()
	if err != nil {
		return err
	}
	for range 3 {
		if err := f.catchUp(counts); err != nil {
			return err
		}
		f.sweepDaily(counts)
		if err := f.write(countsName, encode(counts, " "), 0o644); err != nil {
			return err
		}
		if info, err := f.root.Stat(logName); err != nil || info.Size() <= int64(counts[countedSize]) {
			break
		}
	}
	return nil
}

// counts reads counters.json. A damaged file is set aside; the empty counts
// make catchUp read the whole log.
func (f *Folder) counts() (map[string]int, error) {
	counts := map[string]int{}
	data, err := f.read(countsName)
	if errors.Is(err, fs.ErrNotExist) {
		return counts, nil
	}
	if err != nil {
		return nil, err
	}
	if err := decodeObject(data, &counts); err != nil {
		return map[string]int{}, f.setAside(countsName, err)
	}
	if counts[countedSize] < 0 {
		return map[string]int{}, f.setAside(countsName, errors.New("negative log_bytes"))
	}
	return counts, nil
}

// catchUp adds the lines of the log after counts[log_bytes], or counts all
// again if that is no place in this log: it was rotated, or the file is new.
func (f *Folder) catchUp(counts map[string]int) error {
	from := int64(counts[countedSize])
	file, err := f.root.Open(logName)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if from == 0 || from > info.Size() {
		sums, size, err := f.sum()
		if err != nil {
			return err
		}
		swept := counts[sweptDay]
		clear(counts)
		for name, n := range sums {
			counts[name] = n
		}
		counts[countedSize], counts[sweptDay] = int(size), swept
	} else {
		n, _, err := addLines(io.NewSectionReader(file, from, info.Size()-from), counts)
		if err != nil {
			return err
		}
		counts[countedSize] = int(from + n)
	}
	for _, name := range Counters() {
		counts[name] += 0 // every counter is shown
	}
	counts["version"] = 1
	return nil
}

// sum counts the log from its beginning and returns how many bytes of it that
// are. A log that does not begin with the sums of its predecessor is added to
// them.
func (f *Folder) sum() (map[string]int, int64, error) {
	counts := map[string]int{}
	size, hasTotals, err := f.addFile(logName, counts)
	if err == nil && !hasTotals {
		_, _, err = f.addFile(oldLogName, counts)
	}
	return counts, size, err
}

func (f *Folder) addFile(name string, counts map[string]int) (int64, bool, error) {
	if f.root == nil {
		return 0, false, nil
	}
	file, err := f.root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, err
	}
	defer file.Close()
	return addLines(file, counts)
}

// addLines adds complete lines to counts and returns their bytes. Lines that
// are no JSON are passed over: one torn line must not cost the others.
func addLines(r io.Reader, counts map[string]int) (n int64, hasTotals bool, err error) {
	err = eachLine(r, func(text []byte) {
		n += int64(len(text))
		var l struct {
			Counter string
			Totals  map[string]int
		}
		if json.Unmarshal(text, &l) != nil {
			return
		}
		if slices.Contains(Counters(), l.Counter) {
			counts[l.Counter]++
		}
		for name, c := range l.Totals {
			counts[name] += c
		}
		hasTotals = hasTotals || l.Totals != nil
	})
	return n, hasTotals, err
}

// eachLine calls fn with each complete line, its end included. The part of a
// line that goes beyond maxLine is dropped.
func eachLine(r io.Reader, fn func([]byte)) error {
	buf := bufio.NewReaderSize(r, maxLine)
	for {
		text, err := buf.ReadSlice('\n')
		switch {
		case err == nil:
			fn(text)
		case errors.Is(err, bufio.ErrBufferFull):
			fn(text) // pieces of no line of ours; they decode to nothing
		case errors.Is(err, io.EOF):
			return nil
		default:
			return err
		}
	}
}

// Totals are the counters of the whole log, read anew.
func (f *Folder) Totals() (map[string]int, error) {
	counts, _, err := f.sum()
	for _, name := range Counters() {
		counts[name] += 0
	}
	return counts, err
}

// Lines returns the lines of the log and of the one before it, oldest first.
// Lines that are no JSON are left out.
func (f *Folder) Lines() ([]Line, error) {
	var lines []Line
	for _, name := range []string{oldLogName, logName} {
		if f.root == nil {
			break
		}
		file, err := f.root.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		err = eachLine(file, func(text []byte) {
			var l Line
			if json.Unmarshal(bytes.TrimSpace(text), &l) == nil && l.Totals == nil {
				lines = append(lines, l)
			}
		})
		file.Close()
		if err != nil {
			return nil, err
		}
	}
	return lines, nil
}
