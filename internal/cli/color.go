package cli

import (
	"fmt"
	"io"
	"os"
	"runtime"

	"golang.org/x/term"
)

// Terminal reports whether stream is a terminal.
func Terminal(stream any) bool {
	if out, ok := stream.(*sink); ok {
		stream = out.Writer
	}
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Color decides whether w gets colours. mode is the value of --color: always
// and never decide alone. With auto (or ""), a non-empty NO_COLOR says no,
// FORCE_COLOR (but 0) says yes, TERM=dumb says no, and else a terminal does.
// Another mode is an error that names these three.
func (e *Env) Color(w io.Writer, mode string) (bool, error) {
	switch mode {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "", "auto":
	default:
		return false, fmt.Errorf("--color is %q; want auto, always or never", mode)
	}
	force := e.Getenv("FORCE_COLOR")
	switch {
	case e.Getenv("NO_COLOR") != "" || force == "0":
		return false, nil
	case force != "":
		return true, nil
	case e.Getenv("TERM") == "dumb":
		return false, nil
	}
	return Terminal(w) && e.escapes(), nil
}

// escapes reports whether a terminal of this system reads escape sequences.
// The old console of Windows does not unless asked to.
func (e *Env) escapes() bool {
	return runtime.GOOS != "windows" || e.Getenv("WT_SESSION") != "" || e.Getenv("TERM") != "" || e.Getenv("ConEmuANSI") == "ON"
}
