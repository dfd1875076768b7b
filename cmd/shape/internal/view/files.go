package view

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/tune"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/state"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// file is the configuration in force, or the one that a save makes.
type file struct {
	Path     string `json:"path"`
	Text     string `json:"text"`
	Hash     string `json:"hash"` // of the text on disk; "" if there is no file
	IsThere  bool   `json:"isThere"`
	CanWrite bool   `json:"canWrite"`
	Problem  string `json:"problem,omitempty"` // the reason that the text is unknown
}

// file reads the configuration.
func (s *server) file() file {
	f := file{Path: s.source.Current().Path(), Text: tune.EmptyFile}
	if f.Path == "" {
		f.Path = config.HomeFile(s.config)
	}
	text, err := state.ReadRegular(f.Path, tune.MostBytes)
	switch {
	case f.Path == "":
		f.Problem = "there is no configuration, and no home for one (--config names one)"
	case errors.Is(err, fs.ErrNotExist):
		f.CanWrite = true
	case err != nil:
		f.Problem = f.Path + ": " + state.Cause(err).Error()
	default:
		f.IsThere, f.Text, f.Hash = true, string(text), hashOf(text)
		if to, err := os.OpenFile(f.Path, os.O_WRONLY, 0); err == nil {
			f.CanWrite = to.Close() == nil
		}
	}
	return f
}

// onDisk returns the text of the file, nil if there is none.
func (f *file) onDisk() []byte {
	if !f.IsThere {
		return nil
	}
	return []byte(f.Text)
}

// hashOf returns the SHA-256 of a text in hexadecimal, "" for no text.
func hashOf(text []byte) string {
	if text == nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

//go:embed samples
var sampleFiles embed.FS

// sample is a response that ships with the command.
type sample struct {
	Name   string `json:"name"`
	Tool   string `json:"tool"`
	Server string `json:"server,omitempty"`
	file   string
}

var samples = []sample{
	{"Issues of a repository", "list_issues", "github", "issues.json"},
	{"Accounts of a database, with private values", "query", "postgres", "accounts.json"},
	{"Code analysis, in an envelope", "analyze_code", "", "analysis.json"},
}

// document is a response for the page, with its call.
type document struct {
	Text   string `json:"text"`
	Tool   string `json:"tool"`
	Server string `json:"server"`
}

func (s *server) sample(r *http.Request, _ *struct{}) (any, error) {
	name := r.URL.Query().Get("name")
	var known []string
	for _, sample := range samples {
		if sample.Name == name {
			text, err := sampleFiles.ReadFile(path.Join("samples", sample.file))
			return document{string(text), sample.Tool, sample.Server}, err
		}
		known = append(known, sample.Name)
	}
	return nil, &problem{Status: http.StatusNotFound, Message: "there is no such sample", Known: known}
}

// givenFile is a response of the command line.
type givenFile struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
}

// mostFiles bounds the list of files.
const mostFiles = 1000

// givenFiles lists the files of the command line, and the documents in its folders: regular
// files with the suffix .json.
func (s *server) givenFiles() []givenFile {
	all := []givenFile{}
	for _, name := range s.paths {
		info, err := os.Stat(name)
		if err != nil || isRecording(name) {
			continue
		}
		if info.Mode().IsRegular() {
			all = append(all, givenFile{name, info.Size()})
			continue
		}
		entries, _ := os.ReadDir(name)
		for _, e := range entries {
			if info, err := e.Info(); err == nil && info.Mode().IsRegular() && strings.HasSuffix(e.Name(), ".json") && len(all) < mostFiles {
				all = append(all, givenFile{path.Join(filepath.ToSlash(name), e.Name()), info.Size()})
			}
		}
	}
	return all
}

// given returns a file of the list. A folder is read through its root, so that no name and no
// link leads out of it.
func (s *server) given(r *http.Request, _ *struct{}) (any, error) {
	name := r.URL.Query().Get("name")
	for _, at := range s.paths {
		var text []byte
		var err error
		inside, isInside := strings.CutPrefix(name, filepath.ToSlash(at)+"/")
		switch {
		case name == at:
			text, err = state.ReadRegular(at, mostBody)
		case isInside && fs.ValidPath(inside) && !strings.ContainsAny(inside, `/\:`):
			text, err = readInside(at, inside)
		default:
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("the file cannot be read: %w", state.Cause(err))
		}
		return document{string(text), s.tool, ""}, nil
	}
	return nil, &problem{Status: http.StatusNotFound, Message: "no such file was named on the command line"}
}

func readInside(folder, name string) ([]byte, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return state.ReadAll(f, mostBody)
}

// unknown returns a problem of a name, with the known ones.
func unknown(what, name string, known []string) *problem {
	return &problem{Message: words.Hinted(fmt.Errorf("unknown %s %q", what, name), name, known).Error(), Known: known}
}
