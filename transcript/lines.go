package transcript

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// MaxLine is the length in bytes of the longest line that is read. A line holds
// one message or the result of one tool.
const MaxLine = 32 << 20

// eachLine calls f for every line of r that looks like a JSON object. f returns
// false for a line that it cannot read. The line is valid until f returns.
func eachLine(r io.Reader, f func(n int, line []byte) bool) (Stats, error) {
	var stats Stats
	in := bufio.NewReaderSize(r, 256<<10)
	var long []byte // of a line that does not fit into the buffer
	skip := false
	for {
		part, err := in.ReadSlice('\n')
		stats.Bytes += int64(len(part))
		if errors.Is(err, bufio.ErrBufferFull) {
			if skip = skip || len(long)+len(part) > MaxLine; !skip {
				long = append(long, part...)
			}
			continue
		}
		line := part
		if skip = skip || len(long)+len(part) > MaxLine; len(long) > 0 && !skip {
			long = append(long, part...)
			line = long
		}
		if len(bytes.TrimSpace(line)) > 0 || skip {
			stats.Lines++
			if skip || !object(line) || !f(stats.Lines, line) {
				stats.Unread++
			}
		} else if err == nil {
			stats.Lines++
		}
		if long, skip = long[:0], false; err == io.EOF {
			return stats, nil
		} else if err != nil {
			return stats, err
		}
	}
}

func object(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 1 && line[0] == '{' && line[len(line)-1] == '}'
}
