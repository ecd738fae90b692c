//go:build unix

package mcpserver

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Reading a pipe would wait for a writer for ever.
func TestPipe(t *testing.T) {
	root := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(root, "pipe.md"), 0o600); err != nil {
		t.Skip(err)
	}
	if failure := connect(t, []string{uri(root)}).call("check_verdict", map[string]any{"path": "pipe.md"}, nil); !strings.Contains(failure, "no plain file") {
		t.Errorf("a pipe: %q", failure)
	}
}
