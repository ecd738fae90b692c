package lsp

import (
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
	"unicode/utf8"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/judgelint/judgelint/source"
)

// nameOf is the name of the file that a URI means; ok is false for texts that
// are no files.
func nameOf(uri string) (name string, ok bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return "", false
	}
	p := u.Path
	if runtime.GOOS == "windows" {
		p = strings.TrimPrefix(p, "/")
		if u.Host != "" {
			p = "//" + u.Host + "/" + p
		} else if len(p) > 1 && p[1] == ':' { // one drive, one name
			p = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	name = filepath.Clean(filepath.FromSlash(p))
	return name, filepath.IsAbs(name)
}

// uriOf is the URI of a file.
func uriOf(name string) string {
	p := filepath.ToSlash(name)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p
	}
	return (&url.URL{Scheme: "file", Path: p}).String()
}

// The protocol counts lines from 0 and columns in units of UTF-16.

// offsetAt is the byte offset of a place of the protocol; one behind the end of
// its line means that end.
func offsetAt(f *source.File, p protocol.Position) int {
	if int64(p.Line) >= int64(f.Lines()) {
		return len(f.Src)
	}
	line := f.Line(int(p.Line) + 1)
	off, units := line.Start, 0
	for off < line.End && units < int(p.Character) {
		r, size := utf8.DecodeRune(f.Src[off:line.End])
		units += width(r)
		if units > int(p.Character) {
			break // in the middle of a pair
		}
		off += size
	}
	return off
}

func width(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}

// placeOf is the place of a byte offset.
func placeOf(f *source.File, off int) protocol.Position {
	off = min(max(off, 0), len(f.Src))
	n := f.LineOf(off)
	start := f.Line(n).Start
	if off == len(f.Src) && off > start && strings.ContainsRune("\r\n", rune(f.Src[off-1])) {
		return protocol.Position{Line: uint32(n)} // the empty line behind the last line end
	}
	units := 0
	for i := start; i < off; {
		r, size := utf8.DecodeRune(f.Src[i:])
		units += width(r)
		i += size
	}
	return protocol.Position{Line: uint32(n - 1), Character: uint32(units)}
}

func rangeOf(f *source.File, s source.Span) protocol.Range {
	return protocol.Range{Start: placeOf(f, s.Start), End: placeOf(f, s.End)}
}

func spanOf(f *source.File, r protocol.Range) source.Span {
	start := offsetAt(f, r.Start)
	return source.Span{Start: start, End: max(start, offsetAt(f, r.End))}
}

func textEdit(f *source.File, e source.Edit) protocol.TextEdit {
	return protocol.TextEdit{Range: rangeOf(f, e.Span), NewText: e.New}
}

func ptr[T any](v T) *T { return &v }
