package cli

import (
	"errors"
	"io"
	"os"
)

// Checked returns a command that ends in Trouble if something of its output
// could not be written: a report that nobody got must not look like success.
func Checked(name string, run func(*Env, []string) int) func(*Env, []string) int {
	return func(e *Env, args []string) int {
		out := sink{Writer: e.Stdout}
		inner := *e
		inner.Stdout = &out
		exit := run(&inner, args)
		if out.err == nil {
			return exit
		}
		var path *os.PathError
		if errors.As(out.err, &path) {
			out.err = path.Err
		}
		return e.Errorf(name, "standard output: %v", out.err)
	}
}

// sink remembers the first error of a writer.
type sink struct {
	io.Writer
	err error
}

func (o *sink) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if o.err == nil {
		o.err = err
	}
	return n, err
}
