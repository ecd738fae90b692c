package lint

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

var ruleHooksFileMissing = Rule{
	Name:     "hooks-file-missing",
	Summary:  "a hook of a plugin that runs a file which does not exist or cannot be executed",
	Severity: Error,
	Kinds:    HookSettings,
	Since:    "0.2.0",
	Run:      hooksFileMissing,
}

const pluginVariable = "${CLAUDE_PLUGIN_ROOT}/"

func hooksFileMissing(p *Pass) {
	if !p.Hooks.Dialect.Plugin || p.linter.Layout == nil {
		return
	}
	root := pluginRoot(p)
	if root == "" {
		root = path.Dir(path.Dir(p.File.Path))
	}
	for i := range p.Hooks.Handlers {
		h := &p.Hooks.Handlers[i]
		file, first, ok := pluginFile(h.Command)
		if h.Type != "command" || !ok {
			continue
		}
		mode, exists, known := p.stat(path.Join(root, file))
		d := Diagnostic{Span: firstOf(p, h.Span)}
		switch {
		case !known:
			continue
		case !exists:
			d.Message, d.Help = fmt.Sprintf("the hook runs %s, which the plugin does not have; the hook fails and blocks nothing", file), "mend the path, or add the file"
		case first && mode.IsRegular() && mode&0o111 == 0 && runtime.GOOS != "windows":
			d.Message = fmt.Sprintf("the hook runs %s, which is not executable; the hook fails and blocks nothing", file)
			d.Help = "git update-index --chmod=+x " + path.Join(root, file) + ", or run it by its interpreter"
		default:
			continue
		}
		p.Report(d)
	}
}

// pluginFile is the file of the plugin that a command line runs. first is true
// if it is the program itself, not an argument of an interpreter.
func pluginFile(command string) (file string, first, ok bool) {
	n := strings.Index(command, pluginVariable)
	if n < 0 {
		return "", false, false
	}
	rest := command[n+len(pluginVariable):]
	end := strings.IndexAny(rest, " \t\r\n\"'`;|&<>()$*?[{\\")
	if end < 0 {
		end = len(rest)
	}
	file = rest[:end]
	quoted := end < len(rest) && strings.IndexByte("$*?[{\\", rest[end]) >= 0
	clean := path.Clean(file)
	before := strings.Trim(command[:n], " \t\"'")
	return clean, before == "", file != "" && !quoted && clean != "." && !leavesFolder(file) && path.Ext(clean) != ""
}
