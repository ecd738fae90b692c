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
	var one *toml.DecodeError
	if !errors.As(err, &one) {
		return Errors{{Path: f.Path, Message: strings.TrimPrefix(err.Error(), "toml: ")}}
	}
	e := at(f, one)
	e.Message = strings.TrimPrefix(one.Error(), "toml: ")
	if found, field, ok := strings.Cut(strings.TrimPrefix(e.Message, "cannot decode TOML "), " into struct field "); ok {
		e.Message = fmt.Sprintf("must be %s, found %s", typeName(field[strings.LastIndexByte(field, ' ')+1:]), found)
	}
	if strings.HasPrefix(e.Message, "cannot store an array table") {
		e.Message = "must be a table, found a list of tables"
	}
	if key := strings.Join(one.Key(), "."); key != "" && !strings.Contains(e.Message, key) {
		e.Message = fmt.Sprintf("%s: %s", key, e.Message)
	}
	return Errors{e}
}

// typeName is what people call the type of an option.
func typeName(goType string) string {
	switch goType = strings.TrimPrefix(goType, "*"); goType {
	case "string":
		return "a string"
	case "int":
		return "a whole number"
	case "bool":
		return "true or false"
	case "[]string":
		return "a list of strings"
	case "{}": // of []interface {}
		return "a list of words"
	}
	if strings.HasPrefix(goType, "[]") {
		return "a list of tables"
	}
	return "a table"
}

// at places a decode error. The TOML reader counts columns in bytes.
func at(f *source.File, d *toml.DecodeError) *Error {
	line, column := d.Position()
	pos := f.Position(f.Line(line).Start + max(column-1, 0))
	return &Error{Path: f.Path, Line: pos.Line, Column: pos.Column}
}

// known records the keys of a table that its type does not have. Letter case
// counts: the TOML reader would accept any, but the file has one spelling.
func (r *reader) known(v any, t reflect.Type, path string) {
	switch t.Kind() {
	case reflect.Pointer:
		r.known(v, t.Elem(), path)
	case reflect.Slice:
		items, _ := v.([]any)
		for i, item := range items {
			r.known(item, t.Elem(), fmt.Sprintf("%s.%d", path, i))
		}
	case reflect.Map:
		table, _ := v.(map[string]any)
		for key, value := range table {
			r.known(value, t.Elem(), path+"."+key)
		}
	case reflect.Struct:
		table, _ := v.(map[string]any)
		for key, value := range table {
			at := strings.TrimPrefix(path+"."+key, ".")
			if i := slices.Index(tags(t), key); i >= 0 {
				r.known(value, t.Field(i).Type, at)
				continue
			}
			r.unknown(at, key, tags(t))
		}
	}
}

func (r *reader) unknown(path, key string, valid []string) {
	e := &Error{Path: r.file.Path, Message: fmt.Sprintf("unknown key %q", path), Help: "valid keys: " + strings.Join(valid, ", ")}
	if name := near.Word(key, valid); name != "" {
		e.Help = fmt.Sprintf("did you mean %q?", name)
	}
	r.place(path, e)
}

func tags(t reflect.Type) []string {
	names := make([]string, t.NumField())
	for i := range names {
		names[i] = t.Field(i).Tag.Get("toml")
	}
	return names
}
