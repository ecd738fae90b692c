package lint

import (
	"bytes"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/internal/md"
	"github.com/judgelint/judgelint/source"
)

// fileRef is a file that a text leads to.
type fileRef struct {
	target string // as written
	span   source.Span
	// from are the folders that the target may count from; the file is missing
	// if it is in none of them.
	from []string
	// code is true if the reference counts in code as well, but for fences that
	// show another file.
	code bool
}

// fileRefs are the files that the body of an agent, skill or command leads to:
// links to files beside it, and paths behind the variables that Claude Code
// replaces by a folder.
func fileRefs(p *Pass) []fileRef {
	text, at := body(p)
	here, plugin := path.Dir(p.File.Path), pluginRoot(p)
	var refs []fileRef
	for off := 0; ; {
		n := bytes.Index(text[off:], []byte("]("))
		if n < 0 {
			break
		}
		start := off + n + 2
		off = start
		end := linkEnd(text, start)
		if end < 0 {
			continue
		}
		if target, ok := localTarget(string(text[start:end])); ok {
			from := []string{here, "."}
			if plugin != "" {
				from = append(from, plugin)
			}
			refs = append(refs, fileRef{target, source.Span{Start: at + start, End: at + end}, from, false})
		}
		off = end
	}
	if p.Kind == Skill {
		refs = append(refs, variableRefs(text, at, "${CLAUDE_SKILL_DIR}/", here)...)
	}
	if plugin != "" {
		refs = append(refs, variableRefs(text, at, "${CLAUDE_PLUGIN_ROOT}/", plugin)...)
	}
	return refs
}

// linkEnd is the end of the target of a link that begins at start, or -1.
func linkEnd(text []byte, start int) int {
	depth := 0
	for i := start; i < len(text) && i < start+300; i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth == 0 {
				return i
			}
			depth--
		case '\n', '\r':
			return -1
		}
	}
	return -1
}

// localTarget is the path that a link leads to, without its title and anchor.
// ok is false for addresses, anchors, placeholders and what is no file.
func localTarget(target string) (clean string, ok bool) {
	target = strings.TrimSpace(target)
	if rest, found := strings.CutPrefix(target, "<"); found {
		target, _, _ = strings.Cut(rest, ">")
	} else if before, _, found := strings.Cut(target, " "); found {
		target = before
	}
	target, _, _ = strings.Cut(target, "#")
	target, _, _ = strings.Cut(target, "?")
	if target == "" || strings.ContainsAny(target, "{}<>$*|:\\\"'`…[](), ") || strings.Contains(target, "...") || path.IsAbs(target) || strings.HasPrefix(target, "~") || strings.HasPrefix(target, "@") {
		return "", false
	}
	if plain, err := url.PathUnescape(target); err == nil {
		target = plain
	}
	base := path.Base(target)
	stem, ext := strings.TrimSuffix(base, path.Ext(base)), path.Ext(base)
	// A word without an extension is as often an example ("[text](url)").
	return target, ext != "" && len(ext) < 7 && stem != "" && !placeholderPath(target)
}

// placeholderPath reports whether a path is an example by its words.
func placeholderPath(target string) bool {
	lower := strings.ToLower(target)
	for _, word := range []string{"path/to", "example", "your-", "your_", "placeholder", "foo", "link.", "url.", "file.md", "xxx", "yyyy", "nnn", "image."} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

// variableRefs are the paths behind a variable that stands for the folder dir.
func variableRefs(text []byte, at int, variable, dir string) []fileRef {
	var refs []fileRef
	for off := 0; ; {
		n := bytes.Index(text[off:], []byte(variable))
		if n < 0 {
			return refs
		}
		start := off + n + len(variable)
		end := start
		for end < len(text) && (nameByte(text[end]) && text[end] != ':' || text[end] == '/') {
			end++
		}
		off = end
		whole := end == len(text) || strings.IndexByte(" \t\r\n\"'`)],;|&>:", text[end]) >= 0
		target := strings.TrimRight(string(text[start:end]), "./-")
		if whole && target != "" && path.Ext(target) != "" && !placeholderPath(target) {
			refs = append(refs, fileRef{target, source.Span{Start: at + start, End: at + start + len(target)}, []string{dir}, true})
		}
	}
}

// shownOnly reports whether a place lies in code, where a link is an example.
func shownOnly(p *Pass, spans *[]source.Span, off int, code bool) bool {
	if *spans == nil {
		doc := md.Parse(p.File, true)
		*spans = []source.Span{{}}
		for _, f := range doc.Fences {
			if word, _, _ := strings.Cut(f.Info, " "); !code || !slices.Contains([]string{"bash", "sh", "shell", "zsh", "console", "!"}, word) {
				*spans = append(*spans, f.Span)
			}
		}
		*spans = append(*spans, doc.Code...)
		for _, h := range doc.HTML {
			*spans = append(*spans, h.Span)
		}
	}
	line := p.File.Line(p.File.LineOf(off))
	if code {
		return inAny(*spans, off)
	}
	return inAny(*spans, off) || bytes.Count(p.File.Src[line.Start:off], []byte("`"))%2 == 1
}
