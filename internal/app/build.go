package app

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
)

// Build describes the build of the program.
type Build struct {
	Version  string            `json:"version"`
	Commit   string            `json:"commit"` // "unknown" outside a repository
	Modified bool              `json:"modified"`
	Date     string            `json:"date,omitempty"` // of the commit
	Go       string            `json:"go"`
	OS       string            `json:"os"`
	Arch     string            `json:"arch"`
	Counters map[string]string `json:"counters,omitempty"` // of tokens, each with its module and version
}

// tokenizer is the module with the vocabulary of the exact counter.
const tokenizer = "github.com/tiktoken-go/tokenizer"

// BuiltFrom returns the build from the information that the toolchain links in.
func BuiltFrom(info *debug.BuildInfo, ok bool) Build {
	b := Build{Version: "unknown", Commit: "unknown", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	if !ok {
		return b
	}
	b.Version = cmp.Or(info.Main.Version, b.Version)
	b.Counters = map[string]string{"estimate": info.Main.Path + "@" + b.Version}
	for _, m := range info.Deps {
		if m.Path == tokenizer {
			b.Counters["o200k"] = m.Path + "@" + m.Version
		}
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		case "vcs.time":
			b.Date = s.Value
		}
	}
	return b
}

// BuildOf reads the build of a program written in Go from its file, and reports whether it is
// one. debug/buildinfo would link a reader of each format of programs. The toolchain puts the
// same bytes before each such text, and others behind it.
func BuildOf(program string) (Build, bool) {
	raw, err := os.ReadFile(program)
	for err == nil && len(raw) > 0 {
		if _, raw, _ = bytes.Cut(raw, []byte("0w\xaf\f\x92t\b\x02A\xe1\xc1\a\xe6\xd6\x18\xe6")); bytes.HasPrefix(raw, []byte("path\t")) {
			text, _, _ := bytes.Cut(raw, []byte("\xf92C1\x86\x18 r\x00\x82B\x10A\x16\xd8\xf2"))
			info, err := debug.ParseBuildInfo(string(text))
			return BuiltFrom(info, err == nil), err == nil
		}
	}
	return Build{}, false
}

// String returns one line of all facts.
func (b Build) String() string {
	commit := b.Commit
	if b.Modified {
		commit += ", modified"
	}
	return fmt.Sprintf("shape %s (commit %s, %s, %s/%s)", b.Version, commit, b.Go, b.OS, b.Arch)
}
