package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// HelpFlag is a flag as a help page shows it.
type HelpFlag struct {
	Name    string // without dashes
	Value   bool   // it needs a value
	Summary string // the first line of its text
}

// HelpFlags reads the flags off a help page: the lines that begin with blanks
// and a long flag, perhaps after a short one.
func HelpFlags(help string) []HelpFlag {
	var flags []HelpFlag
	lines := strings.Split(help, "\n")
	for i, line := range lines {
		text := strings.TrimLeft(line, " ")
		if len(text) > 4 && text[0] == '-' && text[2] == ',' {
			text = strings.TrimLeft(text[3:], " ")
		}
		text, ok := strings.CutPrefix(text, "--")
		if !ok || line[0] != ' ' {
			continue
		}
		end := strings.IndexAny(text+" ", " =[")
		f := HelpFlag{Name: text[:end]}
		head, summary, found := strings.Cut(text[end:], "  ")
		if !found && i+1 < len(lines) {
			summary = lines[i+1]
		}
		f.Value = strings.TrimSpace(head) != "" && !strings.HasPrefix(head, "[")
		f.Summary = strings.TrimSpace(summary)
		if f.Name != "" {
			flags = append(flags, f)
		}
	}
	return flags
}

// Shells lists the shells that Completion knows.
func Shells() []string { return []string{"bash", "zsh", "fish"} }

// Completion returns a script that teaches a shell the commands of a program
// and the flags of their help pages. words are shell commands that list the
// values of a flag ("--select") or the arguments of a command ("explain"), one
// a line. Another shell than one of Shells is a bug of the caller.
func Completion(shell, program string, commands []Command, words map[string]string) string {
	switch shell {
	case "bash":
		return bash(program, commands, words)
	case "zsh":
		return zsh(program, commands, words)
	case "fish":
		return fish(program, commands, words)
	}
	panic("cli: no completion for shell " + shell)
}

func bash(program string, commands []Command, words map[string]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# bash completion: eval \"$(%s completion bash)\"\n", program)
	fmt.Fprintf(&b, "_%s() {\n\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words=\n\tCOMPREPLY=()\n", program)
	fmt.Fprintf(&b, "\tif ((COMP_CWORD == 1)); then\n\t\twords='%s help --help --version'\n\telse\n\t\tcase ${COMP_WORDS[1]}:$cur in\n", strings.Join(commandNames(commands), " "))
	for _, c := range commands {
		fmt.Fprintf(&b, "\t\t%s:-*) words='%s' ;;\n", c.Name, flagWords(c))
		if list := words[c.Name]; list != "" {
			fmt.Fprintf(&b, "\t\t%s:*) words=$(%s) ;;\n", c.Name, list)
		}
	}
	fmt.Fprintf(&b, "\t\thelp:*) words='%s' ;;\n\t\tesac\n\t\tcase $prev in\n", strings.Join(commandNames(commands), " "))
	for _, flag := range flagsOf(words) {
		fmt.Fprintf(&b, "\t\t%s) words=$(%s) ;;\n", flag, words[flag])
	}
	fmt.Fprintf(&b, "\t\tesac\n\tfi\n\tCOMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n}\ncomplete -o default -F _%s %s\n", program, program)
	return b.String()
}

func zsh(program string, commands []Command, words map[string]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#compdef %s\n# zsh completion: eval \"$(%s completion zsh)\", or save it as _%s in $fpath\n", program, program, program)
	fmt.Fprintf(&b, "_%s() {\n\tlocal -a list\n\tif (( CURRENT == 2 )); then\n\t\tlist=(\n", program)
	for _, c := range commands {
		fmt.Fprintf(&b, "\t\t\t%s\n", quote(c.Name+":"+c.Summary))
	}
	b.WriteString("\t\t)\n\t\t_describe command list\n\t\treturn\n\tfi\n\tcase $words[CURRENT-1] in\n")
	for _, flag := range flagsOf(words) {
		fmt.Fprintf(&b, "\t%s) list=(${(f)\"$(%s)\"}); compadd -a list; return ;;\n", flag, words[flag])
	}
	b.WriteString("\tesac\n\tcase $words[2] in\n")
	for _, c := range commands {
		fmt.Fprintf(&b, "\t%s)\n\t\tlist=(\n", c.Name)
		for _, f := range HelpFlags(c.Help) {
			fmt.Fprintf(&b, "\t\t\t%s\n", quote("--"+f.Name+":"+f.Summary))
		}
		b.WriteString("\t\t)\n")
		if list := words[c.Name]; list != "" {
			fmt.Fprintf(&b, "\t\t[[ $PREFIX == -* ]] || { list=(${(f)\"$(%s)\"}); compadd -a list; return }\n", list)
		}
		b.WriteString("\t\t;;\n")
	}
	fmt.Fprintf(&b, "\tesac\n\tif [[ $PREFIX == -* ]]; then\n\t\t_describe -o flag list\n\telse\n\t\t_files\n\tfi\n}\n")
	fmt.Fprintf(&b, "if [[ $funcstack[1] == _%s ]]; then\n\t_%s \"$@\"\nelse\n\tcompdef _%s %s\nfi\n", program, program, program, program)
	return b.String()
}

func fish(program string, commands []Command, words map[string]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# fish completion: %s completion fish | source\n", program)
	for _, c := range commands {
		fmt.Fprintf(&b, "complete -c %s -n __fish_use_subcommand -f -a %s -d %s\n", program, c.Name, quote(c.Summary))
	}
	for _, c := range commands {
		seen := fmt.Sprintf("-n '__fish_seen_subcommand_from %s'", c.Name)
		if list := words[c.Name]; list != "" {
			fmt.Fprintf(&b, "complete -c %s %s -f -a %s\n", program, seen, quote("("+list+")"))
		}
		for _, f := range HelpFlags(c.Help) {
			extra := ""
			if list := words["--"+f.Name]; list != "" {
				extra = " -x -a " + quote("("+list+")")
			} else if f.Value {
				extra = " -r"
			}
			fmt.Fprintf(&b, "complete -c %s %s -l %s%s -d %s\n", program, seen, f.Name, extra, quote(f.Summary))
		}
	}
	return b.String()
}

// flagsOf lists the flags among the keys, sorted.
func flagsOf(words map[string]string) []string {
	flags := slices.Sorted(maps.Keys(words))
	return slices.DeleteFunc(flags, func(key string) bool { return !strings.HasPrefix(key, "-") })
}

func commandNames(commands []Command) []string {
	var names []string
	for _, c := range commands {
		names = append(names, c.Name)
	}
	return names
}

func flagWords(c Command) string {
	var names []string
	for _, f := range HelpFlags(c.Help) {
		names = append(names, "--"+f.Name)
	}
	return strings.Join(append(names, "--help"), " ")
}

// quote puts text in single quotes, as all three shells read it.
func quote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
