// Command manpage turns a help page into a manual page, so that both say the
// same:
//
//	judgelint verdict --help | go run ./internal/manpage judgelint-verdict v1.2.3 >judgelint-verdict.1
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: manpage NAME VERSION <HELP")
		os.Exit(2)
	}
	help, err := io.ReadAll(os.Stdin)
	if err == nil {
		out := bufio.NewWriter(os.Stdout)
		out.WriteString(page(os.Args[1], os.Args[2], string(help)))
		err = out.Flush()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "manpage:", err)
		os.Exit(2)
	}
}

// page renders a help page as roff: its first paragraph is the purpose, a line
// at the left edge that ends in a colon, or begins with a known word and a
// colon, opens a section. Everything stays laid out by hand.
func page(name, version, help string) string {
	var b strings.Builder
	purpose, rest, _ := strings.Cut(strings.TrimSpace(help), "\n\n")
	purpose = strings.Join(strings.Fields(purpose), " ")
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"judgelint %s\"\n.SH NAME\n%s \\- %s\n", strings.ToUpper(name), version, escape(name), escape(summary(purpose, name)))
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n", escape(purpose))
	open := false
	for line := range strings.Lines(rest) {
		line = strings.TrimRight(line, "\n")
		if title, text, ok := section(line); ok {
			if open {
				b.WriteString(".fi\n")
			}
			fmt.Fprintf(&b, ".SH %s\n.nf\n", title)
			open, line = true, text
			if line == "" {
				continue
			}
		}
		if !open {
			b.WriteString(".nf\n")
			open = true
		}
		b.WriteString(escape(line) + "\n")
	}
	if open {
		b.WriteString(".fi\n")
	}
	return b.String()
}

// summary is the first sentence of the purpose without the program's name.
func summary(purpose, name string) string {
	sentence, _, _ := strings.Cut(purpose, ". ")
	sentence, _, _ = strings.Cut(sentence, ": ")
	sentence = strings.TrimPrefix(sentence, strings.ReplaceAll(name, "-", " ")+" ")
	return strings.TrimSuffix(sentence, ".")
}

// section reports whether a line opens a section, with what follows on the
// line.
func section(line string) (title, text string, ok bool) {
	head, text, found := strings.Cut(line, ":")
	switch {
	case !found || head == "" || head[0] == ' ':
		return "", "", false
	case head == "Usage":
		return "SYNOPSIS", strings.TrimSpace(text), true
	case head == "Exit status":
		return "EXIT STATUS", strings.TrimSpace(text), true
	case strings.TrimSpace(text) == "" && len(strings.Fields(head)) < 4:
		return strings.ToUpper(head), "", true
	}
	return "", "", false
}

// escape makes a line of text safe for roff.
func escape(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(line)
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		line = `\&` + line
	}
	return line
}
