// Package config reads judgelint.toml and fills the option structs that the
// domain packages declare. It owns the file's keys and their checks; it does
// not know how an option is used.
//
// Reading is strict: an unknown key, a wrong type or a value out of range is
// an error with its line and column, and the nearest valid key.
package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/gate"
	"github.com/judgelint/judgelint/ledger"
	"github.com/judgelint/judgelint/lint"
	"github.com/judgelint/judgelint/mirror"
	"github.com/judgelint/judgelint/roster"
	"github.com/judgelint/judgelint/verdict"
)

// Name is the file's name at the project root.
const Name = "judgelint.toml"

// maxSize bounds the file; a real one has a few kilobytes.
const maxSize = 1 << 20

// Config is one project's configuration. The zero value is the configuration
// of a project without a file.
type Config struct {
	// Path is the file that was read, empty if there is none.
	Path string
	// Verdict is the verdict language of the project.
	Verdict verdict.Language
	// Contracts are what the answers of agents must hold.
	Contracts contract.Set
	// Threshold is the number of equal votes that decide a finding; 0 means the
	// default.
	Threshold int
	// Lint are the options of the linter.
	Lint lint.Linter
	// Mirror is what mirrorgen writes, but for the language.
	Mirror mirror.Options
	// Gate are the settings of the hook gate.
	Gate gate.Options
	// Ledger are the settings of the ledger of judgements.
	Ledger ledger.Options
	// Run says who is asked by the commands that ask clients.
	Run Run
	// Roster says who is a judge regardless of agent specs.
	Roster roster.Options
}

// Find looks for the file in dir and its parents, up to the first folder that
// holds a .git entry. It returns the project root: the folder of the file,
// else the folder with .git, else dir. path is empty if there is no file.
func Find(dir string) (root, path string) {
	for at := dir; ; {
		if file := filepath.Join(at, Name); exists(file) {
			return at, file
		}
		if exists(filepath.Join(at, ".git")) {
			return at, ""
		}
		parent := filepath.Dir(at)
		if parent == at {
			return dir, ""
		}
		at = parent
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Load reads the file at path. Faults of its content are an Errors value;
// anything else is an error of the file system.
func Load(path string) (*Config, error) {
	src, err := read(path)
	if err != nil {
		return nil, plain(path, err)
	}
	return Parse(path, src)
}

func read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err == nil && len(src) > maxSize {
		err = fmt.Errorf("larger than %d bytes", maxSize)
	}
	return src, err
}

// plain takes the name of the system call out of a file error.
func plain(path string, err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return fmt.Errorf("%s: %w", path, err)
}

// For returns the configuration for a working folder: that of the file path if
// it is not empty (a --config flag), else the nearest one. root is the project
// root.
func For(dir, path string) (c *Config, root string, err error) {
	root, found := Find(dir)
	if path != "" {
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		found = path
	}
	if found == "" {
		return &Config{}, root, nil
	}
	src, err := read(found)
	if err != nil {
		return nil, root, plain(shown(dir, found), err)
	}
	if c, err = Parse(shown(dir, found), src); err == nil {
		c.Contracts.At(root)
	}
	return c, root, err
}

// shown is a path as a person in dir writes it.
func shown(dir, path string) string {
	if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return path
}
