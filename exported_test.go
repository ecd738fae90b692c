package judgelint_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// Every exported name of the module has a comment: what goes in, what comes
// out, which errors.
func TestExportedNamesHaveComments(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "dist") {
			return fs.SkipDir
		}
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		files++
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		if f.Name.Name == "main" {
			return nil // nobody can import it
		}
		for _, id := range uncommented(f) {
			t.Errorf("%s: %s has no comment", fset.Position(id.Pos()), id.Name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 100 {
		t.Errorf("only %d files were looked at", files)
	}
}

// uncommented returns the exported names at the top level of a file, and the
// exported methods of exported types, that have no comment. A comment may stand
// above, behind, or above the group.
func uncommented(f *ast.File) []*ast.Ident {
	var bare []*ast.Ident
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) {
				bare = append(bare, d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				bare = append(bare, uncommentedSpec(d, spec)...)
			}
		}
	}
	return bare
}

func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	typ := d.Recv.List[0].Type
	for {
		switch x := typ.(type) {
		case *ast.StarExpr:
			typ = x.X
		case *ast.IndexExpr:
			typ = x.X
		case *ast.IndexListExpr:
			typ = x.X
		case *ast.Ident:
			return x.IsExported()
		default:
			return true
		}
	}
}

func uncommentedSpec(d *ast.GenDecl, spec ast.Spec) []*ast.Ident {
	var bare []*ast.Ident
	switch s := spec.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil {
			bare = append(bare, s.Name)
		}
	case *ast.ValueSpec:
		if d.Doc != nil || s.Doc != nil || s.Comment != nil {
			return nil
		}
		for _, name := range s.Names {
			if name.IsExported() {
				bare = append(bare, name)
			}
		}
	}
	return bare
}

func TestUncommentedFindsThem(t *testing.T) {
	const src = `package p
func A() {}
// B is fine.
func B() {}
type T struct{}
func (T) M() {}
func (t) M() {}
const (
	C = 1
	D = 2 // behind
)
// All of these.
var (
	E = 1
	F = 2
)
type t struct{}
`
	f, err := parser.ParseFile(token.NewFileSet(), "x.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, id := range uncommented(f) {
		got = append(got, id.Name)
	}
	if want := "A T M C"; strings.Join(got, " ") != want {
		t.Errorf("found %v, want %s", got, want)
	}
}
