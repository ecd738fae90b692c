// Package cli holds what every command line of the product shares: the streams
// and surroundings of one run, exit statuses, flag parsing with help, and the
// printers of records. It knows no rules and no targets.
package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/judgelint/judgelint/internal/near"
)

// Exit statuses of every command but `judgelint gate`, which has its own table.
const (
	OK      = 0 // nothing found, nothing to do
	Found   = 1 // findings, drift, KILL or UNVERIFIED
	Trouble = 2 // usage, configuration or input/output
)

// Env is the world of one run. Commands read and write nothing else, so that
// tests can call them.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	// Dir is the working folder, absolute.
	Dir string
}

// System returns the Env of the running process.
func System() *Env {
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	return &Env{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Dir: dir}
}

// Path returns name as a path of the file system: relative names start at Dir.
func (e *Env) Path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(e.Dir, name)
}

// Command is one subcommand.
type Command struct {
	Name string
	// Summary is one line without a final period, for the overview.
	Summary string
	// Help is the whole page that --help prints: purpose, examples, flags, exit
	// status. The manual page is made from the same text.
	Help string
	Run  func(*Env, []string) int
}

// Main runs the command that args name and returns the exit status.
// program is "judgelint" or "mirrorgen"; overview is printed for --help and
// for no arguments. Every command is Checked.
func Main(e *Env, program, overview string, commands []Command, args []string) int {
	name := program
	for _, c := range commands {
		if len(args) > 0 && c.Name == args[0] {
			name += " " + c.Name
		}
	}
	return Checked(name, func(e *Env, args []string) int {
		return dispatch(e, program, overview, commands, args)
	})(e, args)
}

func dispatch(e *Env, program, overview string, commands []Command, args []string) int {
	if len(args) == 0 {
		fmt.Fprint(e.Stderr, overview)
		return Trouble
	}
	switch args[0] {
	case "help":
		if len(args) > 1 {
			args = []string{args[1], "--help"}
			break
		}
		fallthrough
	case "-h", "--help":
		fmt.Fprint(e.Stdout, overview)
		return OK
	case "-V", "--version", "version":
		fmt.Fprintln(e.Stdout, program, Version())
		return OK
	}
	names := make([]string, len(commands))
	for i, c := range commands {
		if c.Name == args[0] {
			return c.Run(e, args[1:])
		}
		names[i] = c.Name
	}
	fmt.Fprintf(e.Stderr, "%s: %s: unknown command%s\nrun %s --help\n",
		program, args[0], didYouMean(args[0], names, ""), program)
	return Trouble
}

// Flags returns an empty flag set for Parse.
func Flags() *pflag.FlagSet {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	fs.SortFlags = false
	fs.SetInterspersed(true)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	return fs
}

// Parse parses args into fs. done is true if the command must end now with
// the returned status: after --help (printed on standard output) or after a
// wrong flag (told on standard error with the nearest right one).
// command is the full name, such as "judgelint verdict".
func Parse(e *Env, fs *pflag.FlagSet, command, help string, args []string) (done bool, exit int) {
	err := fs.Parse(args)
	if err == nil {
		return false, OK
	}
	if errors.Is(err, pflag.ErrHelp) {
		fmt.Fprint(e.Stdout, help)
		return true, OK
	}
	var hint string
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		var names []string
		fs.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		hint = didYouMean(unknown.GetSpecifiedName(), names, "--")
	}
	fmt.Fprintf(e.Stderr, "%s: %v%s\nrun %s --help\n", command, err, hint, command)
	return true, Trouble
}

// Errorf prints one line "command: message" on standard error and returns
// Trouble.
func (e *Env) Errorf(command, format string, args ...any) int {
	fmt.Fprintf(e.Stderr, "%s: %s\n", command, fmt.Sprintf(format, args...))
	return Trouble
}

// didYouMean returns " (did you mean PREFIXNAME?)" for the nearest name, or
// nothing if none is near.
func didYouMean(word string, names []string, prefix string) string {
	if name := near.Word(word, names); name != "" {
		return fmt.Sprintf(" (did you mean %s%s?)", prefix, name)
	}
	return ""
}
