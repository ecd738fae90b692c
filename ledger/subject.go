package ledger

import (
	"errors"
	"time"

	"github.com/judgelint/judgelint/internal/gitdir"
)

// Subject is what was judged: a state of a git working tree, an input, or
// both.
type Subject struct {
	// Commit and Tree are the object names of HEAD and of its tree.
	Commit string `json:"commit,omitempty"`
	Tree   string `json:"tree,omitempty"`
	// Dirty is the digest of the uncommitted changes, empty if there are none:
	// the name of the tree that a commit of all of them would have.
	Dirty string `json:"dirty,omitempty"`
	// Input is the Digest of the input of an agent that was given one.
	Input string `json:"input,omitempty"`
	// Unknown names what could not be found out in time or at all: commit,
	// tree, dirty.
	Unknown []string `json:"unknown,omitempty"`
}

// Times that a caller gives Tree: a hook must not be slower than the first,
// whatever the size of the repository; commands for people and CI can wait.
const (
	HookTime    = 20 * time.Millisecond
	CommandTime = 10 * time.Second
)

// Tree says in which state the git working tree around a folder is. It reads
// git's own files and starts no program. What it cannot find out within the
// limit is empty and named in Unknown. The result is nil outside of a
// repository.
func Tree(dir string, limit time.Duration) *Subject {
	end := time.Now().Add(limit)
	repo, err := gitdir.Open(dir)
	if err != nil {
		return nil
	}
	s := &Subject{}
	if s.Commit, err = repo.Head(); err != nil {
		if errors.Is(err, gitdir.ErrUnborn) {
			return s.changes(repo, end) // before the first commit all is uncommitted
		}
		s.Unknown = []string{"commit", "tree", "dirty"}
		return s
	}
	if s.Tree, err = repo.Tree(s.Commit); err != nil {
		s.Unknown = []string{"tree", "dirty"}
		return s
	}
	return s.changes(repo, end)
}

func (s *Subject) changes(repo *gitdir.Repo, end time.Time) *Subject {
	now, err := repo.WorkTree(end)
	if err != nil {
		s.Unknown = []string{"dirty"}
	} else if now != s.Tree {
		s.Dirty = now
	}
	return s
}

// State is the one name of what was judged: two judgements with the same State
// judged the same thing. It is empty if that is not known. A judged working
// tree has the State of the commit that was later made of it.
func (s *Subject) State() string {
	switch {
	case s == nil:
		return ""
	case s.Input != "":
		return s.Input
	case len(s.Unknown) > 0:
		return ""
	case s.Dirty != "":
		return s.Dirty
	}
	return s.Tree
}
