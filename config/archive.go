package config

import (
	"fmt"
	"path/filepath"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// Bounds on the archive settings of a project's file: the defaults of shaper/archive. Only the
// user sets the place and the key. A stranger's project could name a folder or a server that it
// reads itself, or one with other files.
const longestInProject = day

var mostInProject = map[string]int64{"memory": 64 << 20, "directory": 1 << 30, "redis": 64 << 20, "blob": 64 << 20}

const archivePath = "/global/archive/path"

// archived makes the paths of global.archive absolute, from the folder of the file, and its
// duration a text. It reports and removes settings that a project's file must not have.
func (s *source) archived() (problems Diagnostics) {
	said := inGlobal(s.doc.Values, "archive")
	for _, key := range []string{"path", "key_file"} {
		if path, ok := said[key].(string); ok && path != "" && !filepath.IsAbs(path) {
			said[key] = filepath.Join(filepath.Dir(s.Path), path)
		}
	}
	lasts, timed := duration(said["ttl"])
	if timed {
		said["ttl"] = lasts.String()
	}
	if s.Role != RoleProject {
		return nil
	}
	refuse := func(key, message string) {
		at := s.doc.Origin(words.Pointer("global", "archive", key))
		problems = append(problems, diagnostic(profiles.Problem{Origin: at, Message: message, Hint: "in the file of a project"}))
		delete(said, key)
	}
	for _, key := range []string{"path", "url", "prefix", "key_file"} {
		if said[key] != nil {
			refuse(key, "not allowed")
		}
	}
	store, _ := said["store"].(string)
	if most, bytes := mostInProject[store], said["max_bytes"]; most > 0 && more(bytes, most) {
		refuse("max_bytes", fmt.Sprintf("must be at most %d", most))
	}
	if timed && lasts > longestInProject {
		refuse("ttl", fmt.Sprintf("must be at most %v", longestInProject))
	}
	return problems
}

// more reports whether a number of a file is more than a limit.
func more(value any, most int64) bool {
	switch value := value.(type) {
	case int64:
		return value > most
	case float64:
		return value > float64(most)
	}
	return false
}

// shelve completes the archive settings. A path from no file is relative to the folder of the
// process. Without a path a directory store lies in the user's state directory.
func (b *builder) shelve(a *profiles.ArchiveSpec) *profiles.ArchiveSpec {
	if a.Store == nil || *a.Store != "directory" {
		return a
	}
	path, whole := "", *a
	if a.Path != nil && *a.Path != "" {
		path, _ = filepath.Abs(*a.Path)
	} else if a.Path != nil {
		return a // the profiles refuse it
	} else if path = StateDir(b.o, "archive"); path != "" {
		b.unsaid = archivePath
	}
	if path != "" {
		whole.Path = &path
	}
	return &whole
}
