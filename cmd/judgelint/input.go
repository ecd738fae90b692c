package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/source"
)

// maxInput is the size of an input file at most.
const maxInput = 64 << 20

// inputs reads the files of one command line.
type inputs struct {
	env *cli.Env
	// stdinName is what standard input is called; empty means "<stdin>".
	stdinName string
	stdin     bool  // standard input was read
	err       error // the first error, for callers that collect
}

// read returns a file as the user named it; "-" is standard input, once. The
// error names the file.
func (in *inputs) read(name string) (*source.File, error) {
	var r io.Reader = in.env.Stdin
	shown := name
	switch {
	case name != "-":
		f, err := os.Open(in.env.Path(name))
		if err != nil {
			return nil, pathError(name, err)
		}
		defer f.Close()
		r = f
	case in.stdin:
		return nil, errors.New("standard input (-) can be only one of the files")
	default:
		in.stdin = true
		if shown = in.stdinName; shown == "" {
			shown = "<stdin>"
		}
	}
	var b bytes.Buffer
	if info := in.stat(name); info != nil && info.Mode().IsRegular() { // in one piece, not in growing ones
		b.Grow(int(min(info.Size(), maxInput)) + bytes.MinRead)
	}
	_, err := b.ReadFrom(io.LimitReader(r, maxInput+1))
	src := b.Bytes()
	if err == nil && len(src) > maxInput {
		err = fmt.Errorf("more than %d MiB", maxInput>>20)
	}
	if err != nil {
		return nil, pathError(shown, err)
	}
	file := source.NewFile(shown, src)
	if file.UTF16() {
		return nil, fmt.Errorf("%s: the text is UTF-16; write it as UTF-8", shown)
	}
	return file, nil
}

// spread replaces each pattern by the files that it matches, sorted, for
// callers without a shell that does so. A name that exists, or a pattern that
// matches nothing, stays as it is: reading it tells what is wrong.
func (in *inputs) spread(names []string) []string {
	var all []string
	for _, name := range names {
		matches := []string{name}
		if _, err := os.Lstat(in.env.Path(name)); err != nil && strings.ContainsAny(name, "*?[{") {
			if found, _ := doublestar.FilepathGlob(in.env.Path(name), doublestar.WithFilesOnly()); len(found) > 0 {
				matches = found
			}
		}
		for _, m := range matches {
			if rel, err := filepath.Rel(in.env.Dir, m); err == nil && !filepath.IsAbs(name) && m != name {
				m = rel
			}
			all = append(all, m)
		}
	}
	return all
}

// stat tells which file a name means, standard input included; nil if that is
// not known.
func (in *inputs) stat(name string) os.FileInfo {
	stat := func() (os.FileInfo, error) { return os.Stat(in.env.Path(name)) }
	if name == "-" {
		f, ok := in.env.Stdin.(*os.File)
		if !ok {
			return nil
		}
		stat = f.Stat
	}
	info, err := stat()
	if err != nil {
		return nil
	}
	return info
}

// pathError names the file as the user did.
func pathError(name string, err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}
