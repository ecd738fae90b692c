package config

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/judgelint/judgelint/internal/near"
	"github.com/judgelint/judgelint/source"
)

// Error is one fault of the file's content.
type Error struct {
	Path         string
	Line, Column int // from 1, the column in code points; 0 if unknown
	Message      string
	Help         string // the next step, or empty
}

// Error is "path:line:column: message (help)".
func (e *Error) Error() string {
	s := e.Path
	if e.Line > 0 {
		s = fmt.Sprintf("%s:%d:%d", s, e.Line, e.Column)
	}
	s += ": " + e.Message
	if e.Help != "" {
		s += " (" + e.Help + ")"
	}
	return s
}

// Errors are all faults of one file, in the order of the lines. It is never
// empty when returned.
type Errors []*Error

// Error has one line for each fault.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, one := range e {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// decoded turns what the TOML reader says into Errors.
func decoded(f *source.File, err error) error {
	var strict *toml.StrictMissingError
	var one *toml.DecodeError
	switch {
	case errors.As(err, &strict):
		var all Errors
		for i := range strict.Errors {
			all = append(all, unknownKey(f, &strict.Errors[i]))
		}
		return all
	case errors.As(err, &one):
		e := at(f, one)
		e.Message = strings.TrimPrefix(one.Error(), "toml: ")
		if key := strings.Join(one.Key(), "."); key != "" && !strings.Contains(e.Message, key) {
			e.Message = fmt.Sprintf("%s: %s", key, e.Message)
		}
		return Errors{e}
	}
	return Errors{{Path: f.Path, Message: strings.TrimPrefix(err.Error(), "toml: ")}}
}

// at places a decode error. The TOML reader counts columns in bytes.
func at(f *source.File, d *toml.DecodeError) *Error {
	line, column := d.Position()
	pos := f.Position(f.Line(line).Start + max(column-1, 0))
	return &Error{Path: f.Path, Line: pos.Line, Column: pos.Column}
}

func unknownKey(f *source.File, d *toml.DecodeError) *Error {
	e := at(f, d)
	key := d.Key()
	e.Message = fmt.Sprintf("unknown key %q", strings.Join(key, "."))
	// The reader may stop at any part of a dotted key: name the first wrong one.
	for n := range key {
		valid := keysAt(reflect.TypeFor[file](), key[:n])
		if valid == nil || slices.Contains(valid, key[n]) {
			continue
		}
		if name := near.Word(key[n], valid); name != "" {
			e.Help = fmt.Sprintf("did you mean %q?", name)
		} else {
			e.Help = "valid keys: " + strings.Join(valid, ", ")
		}
		break
	}
	return e
}

// keysAt lists the keys of the table at a path, or nil if any key is valid
// there or there is no table.
func keysAt(t reflect.Type, path []string) []string {
	for {
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice:
			t = t.Elem()
			continue
		case reflect.Map:
			if len(path) == 0 {
				return nil
			}
			t, path = t.Elem(), path[1:]
			continue
		case reflect.Struct:
		default:
			return nil
		}
		if len(path) == 0 {
			return tags(t)
		}
		i := slices.Index(tags(t), path[0])
		if i < 0 {
			return nil
		}
		t, path = t.Field(i).Type, path[1:]
	}
}

func tags(t reflect.Type) []string {
	names := make([]string, t.NumField())
	for i := range names {
		names[i] = t.Field(i).Tag.Get("toml")
	}
	return names
}
