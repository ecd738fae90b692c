package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/judgelint/judgelint/config"
	"github.com/judgelint/judgelint/gate"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/state"
	"github.com/judgelint/judgelint/ledger"
)

// site is a project with its configuration and its state folder.
type site struct {
	root   string
	config *config.Config
	state  *state.Folder
}

// openSite reads the configuration of a project (path, or that at the root if
// path is empty) and opens its state folder. The commands of the gate all come
// through here, so that they see the same folder.
func openSite(root, path string) (*site, error) {
	s := &site{root: root, config: &config.Config{}}
	if path == "" {
		path = filepath.Join(root, config.Name)
		there, err := plainFile(path)
		if err != nil {
			return s, err
		}
		if !there {
			path = ""
		}
	}
	if path != "" {
		c, err := config.Load(path)
		if err != nil {
			return s, err
		}
		c.Contracts.At(root)
		s.config = c
	}
	folder, err := state.Open(root, s.config.Gate.Folder(), time.Now)
	s.state = folder
	return s, err
}

// ledger is the project's ledger of judgements.
func (s *site) ledger() *ledger.Book { return ledger.Open(s.state, s.config.Ledger, time.Now) }

// nearSite opens the project as the gate finds it. A state folder between the
// working folder and the project wins: there the gate of this session writes,
// if the client was started in a part of the project.
func nearSite(e *cli.Env, configPath string) (*site, error) {
	root, _ := gate.Project(e.Dir, e.Getenv, e.Dir)
	if configPath != "" {
		configPath = e.Path(configPath)
	}
	s, err := openSite(root, configPath)
	if err != nil {
		return nil, err
	}
	for dir := filepath.Clean(e.Dir); dir != root && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		near, err := state.Open(dir, s.config.Gate.Folder(), time.Now)
		if err == nil && near.Exists() {
			s.state.Close()
			s.root, s.state = dir, near
			break
		}
	}
	return s, nil
}

// plainFile reports whether there is a file or a link, which may lead nowhere.
// It is an error if it is anything else: opening a pipe would hang.
func plainFile(path string) (bool, error) {
	info, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err == nil && info.Mode()&os.ModeSymlink != 0 {
		info, err = os.Stat(path)
	}
	if err == nil && !info.Mode().IsRegular() {
		return true, fmt.Errorf("%s: not a plain file", path)
	}
	return true, nil
}

// faultyState opens the state folder of a project whose configuration cannot
// be read, so that this is counted where the other events are: the line that
// names the folder is mostly sound.
func faultyState(root, path string) (*state.Folder, error) {
	if path == "" {
		path = filepath.Join(root, config.Name)
	}
	name := gate.DefaultStateDir
	var src []byte
	if _, err := plainFile(path); err == nil {
		src, _ = os.ReadFile(path) // what cannot be read names no folder
	}
	for line := range strings.Lines(string(src)) {
		key, value, _ := strings.Cut(line, "=")
		if strings.TrimSpace(key) != "state_dir" {
			continue
		}
		if parts := strings.Split(value, `"`); len(parts) == 3 && parts[1] != "" {
			name = parts[1]
		}
	}
	return state.Open(root, name, time.Now)
}
