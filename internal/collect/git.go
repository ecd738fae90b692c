package collect

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"
)

// Changed returns the paths below root, relative to it, that differ from a
// commit in the working tree, and those that git does not know yet. base is a
// commit or branch: the changes since the common ancestor with it; "" is HEAD.
// The order is that of git.
func Changed(root, base string) ([]string, error) {
	against := []string{"--merge-base", base}
	if base == "" || base == "HEAD" {
		against = []string{"HEAD"}
	}
	if strings.HasPrefix(base, "-") {
		return nil, fmt.Errorf("%q is no commit", base)
	}
	if _, err := git(root, "rev-parse", "-q", "--verify", "HEAD"); err != nil {
		// Before the first commit everything is new.
		return list(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	}
	args := append([]string{"diff", "-z", "--name-only", "--no-renames", "--no-ext-diff", "--diff-filter=d", "--relative"}, against...)
	changed, err := list(root, append(args, "--")...)
	if err != nil {
		return nil, err
	}
	added, err := list(root, "ls-files", "-z", "--others", "--exclude-standard")
	return append(changed, added...), err
}

// At lists the files of a commit below root, relative to it, with slashes.
func At(root, rev string) ([]string, error) {
	if _, err := git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{tree}"); err != nil {
		return nil, fmt.Errorf("there is no revision %q", rev)
	}
	return list(root, "ls-tree", "-r", "-z", "--name-only", rev)
}

// Staged returns the paths below root that the next commit adds or changes.
func Staged(root string) ([]string, error) {
	if _, err := git(root, "rev-parse", "--git-dir"); err != nil {
		return nil, err // outside of a repository "git diff" takes itself for another program
	}
	return list(root, "diff", "-z", "--cached", "--name-only", "--no-renames", "--no-ext-diff", "--diff-filter=d", "--relative", "--")
}

// Entry is a regular file in git's index.
type Entry struct {
	Path string // relative to the project root
	Blob string // name of its content
}

// Index returns the regular files below root in git's index, sorted by path.
func Index(root string) ([]Entry, error) {
	lines, err := list(root, "ls-files", "-z", "--stage")
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for _, line := range lines { // "100644 BLOB 0\tPATH"
		head, p, _ := strings.Cut(line, "\t")
		fields := strings.Fields(head)
		if len(fields) == 3 && strings.HasPrefix(fields[0], "100") && fields[2] == "0" {
			entries = append(entries, Entry{p, fields[1]})
		}
	}
	return entries, nil
}

// Under reports whether a path of the project is named by one of the
// arguments, which start at dir: as itself, by a folder above it, or by a
// glob. Without arguments every path is.
func (f *Finder) Under(dir string, args []string, p string) bool {
	for _, arg := range args {
		want := f.Path(dir, arg)
		if want == "." || p == want || strings.HasPrefix(p, want+"/") || doublestar.MatchUnvalidated(want, p) {
			return true
		}
	}
	return len(args) == 0
}

// Matches reports whether a path matches a pattern of Glob and is wanted.
func (f *Finder) Matches(pattern, p string) bool {
	return doublestar.MatchUnvalidated(pattern, path.Clean(p)) && f.wants(p)
}

// Blobs reads contents out of git's store. It may be used by several
// goroutines and must be closed.
type Blobs struct {
	mu    sync.Mutex
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
	limit int64
}

// OpenBlobs starts a reader that refuses contents of more than limit bytes.
func OpenBlobs(root string, limit int64) (*Blobs, error) {
	b := &Blobs{cmd: command(root, "cat-file", "--batch"), limit: limit}
	var err error
	if b.in, err = b.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	b.out = bufio.NewReader(out)
	return b, b.cmd.Start()
}

// Read returns the content with the given name.
func (b *Blobs) Read(blob string) ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, err := io.WriteString(b.in, blob+"\n"); err != nil {
		return nil, err
	}
	head, err := b.out.ReadString('\n') // "BLOB blob SIZE"
	if err != nil {
		return nil, err
	}
	fields := strings.Fields(head)
	if len(fields) != 3 {
		return nil, fmt.Errorf("git: %s", strings.TrimSpace(head))
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil {
		return nil, err
	}
	if size > b.limit {
		_, err := io.CopyN(io.Discard, b.out, size+1)
		return nil, errors.Join(fmt.Errorf("more than %d MiB", b.limit>>20), err)
	}
	data := make([]byte, size+1) // a line feed follows
	_, err = io.ReadFull(b.out, data)
	return data[:size], err
}

// Close ends the reader.
func (b *Blobs) Close() error {
	return errors.Join(b.in.Close(), b.cmd.Wait())
}

func list(root string, args ...string) ([]string, error) {
	out, err := git(root, args...)
	if err != nil || len(out) == 0 {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"), nil
}

func git(root string, args ...string) ([]byte, error) {
	cmd := command(root, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err == nil {
		return out, nil
	}
	if text, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n"); text != "" {
		return nil, fmt.Errorf("git: %s", strings.TrimPrefix(text, "fatal: "))
	}
	return nil, fmt.Errorf("git: %w", err)
}

// command runs git without programs that the repository could name.
func command(root string, args ...string) *exec.Cmd {
	cmd := exec.Command("git", append([]string{"-c", "core.fsmonitor=false", "-c", "core.quotePath=false"}, args...)...)
	cmd.Dir = root
	if Repository(root) != "" {
		cmd.Env = slices.DeleteFunc(os.Environ(), namesRepository)
	}
	return cmd
}

// namesRepository reports whether a variable tells git where the repository is.
// Hooks inherit that; a project below the top would then count as the top, and
// none of its files would be found. The index that a hook names stays.
func namesRepository(variable string) bool {
	return strings.HasPrefix(variable, "GIT_DIR=") || strings.HasPrefix(variable, "GIT_WORK_TREE=") || strings.HasPrefix(variable, "GIT_PREFIX=")
}

// Commit is the name of the commit that a revision of the repository around
// root means, and that of its tree. It is an error if there is none.
func Commit(root, rev string) (commit, tree string, err error) {
	if rev == "" || strings.HasPrefix(rev, "-") {
		return "", "", fmt.Errorf("%q is no commit", rev)
	}
	out, err := git(root, "rev-parse", "-q", "--verify", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return "", "", fmt.Errorf("%q is no commit that git knows here", rev)
	}
	commit = strings.TrimSpace(string(out))
	out, err = git(root, "rev-parse", "-q", "--verify", "--end-of-options", commit+"^{tree}")
	return commit, strings.TrimSpace(string(out)), err
}

// Behind is how many commits lead from one commit to a later one. ok is false
// if the first is no ancestor of the second, or is not known here.
func Behind(root, commit, later string) (n int, ok bool) {
	if _, err := git(root, "merge-base", "--is-ancestor", "--", commit, later); err != nil {
		return 0, false
	}
	out, err := git(root, "rev-list", "--count", commit+".."+later, "--")
	if err != nil {
		return 0, false
	}
	n, err = strconv.Atoi(strings.TrimSpace(string(out)))
	return n, err == nil
}
