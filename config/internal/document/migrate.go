package document

import (
	"bytes"
	"fmt"
	"sort"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/seed-7aa78ce4/shape/config/internal/grammar"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Migration is one change that [Document.Migrate] makes.
type Migration struct {
	Line    int // 1-based, in the text before the edits
	Pointer string
	Message string
}

// Migrate returns the text of the document with its removed keys rewritten, and the changes.
// Comments and layout stay. A switch that is on becomes its replacement, unless that stands
// beside it; any other one goes.
func (d *Document) Migrate(text []byte) ([]byte, []Migration) {
	shift := len(text) - len(bytes.TrimPrefix(text, []byte(words.ByteOrderMark)))
	var changes []Migration
	var edits []edit
	for _, r := range grammar.RemovedKeys {
		for _, path := range d.sections(r.Sections) {
			place := d.find(append(path, r.Key))
			if !place.whole || place.member == nil {
				continue
			}
			line, _ := d.position(place.member.Name.StartOffset)
			c := Migration{line, words.Pointer(place.path...), fmt.Sprintf("becomes %q", r.Use)}
			if d.find(append(path, r.Use)).whole || place.value.Value.Kind() != 't' {
				c.Message = "is taken out"
				edits = append(edits, takeOut(text[shift:], place.member)...)
			} else {
				edits = append(edits, edit{place.member.Name.StartOffset, place.member.Name.EndOffset, fmt.Sprintf("%q", r.Use)})
			}
			changes = append(changes, c)
		}
	}
	out := append(text[:shift:shift], apply(text[shift:], edits)...)
	sort.SliceStable(changes, func(i, j int) bool { return changes[i].Line < changes[j].Line })
	return out, changes
}

// edit replaces a part of a text.
type edit struct {
	start, end int
	with       string
}

// sections returns the paths of the sections of a document that match patterns. A star
// is any name.
func (d *Document) sections(patterns []string) (paths [][]string) {
	for _, pattern := range patterns {
		outer, inner, _ := strings.Cut(pattern, ".")
		if inner == "" {
			paths = append(paths, []string{outer})
			continue
		}
		if object, ok := d.find([]string{outer}).value.Value.(*hujson.Object); ok {
			for name := range d.names[object] {
				paths = append(paths, []string{outer, name})
			}
		}
	}
	return paths
}

// takeOut takes a member out of its object, with one comma. The line goes if nothing else
// stands on it.
func takeOut(text []byte, m *hujson.ObjectMember) []edit {
	start, end := m.Name.StartOffset, m.Value.EndOffset
	behind, before := end+len(m.Value.AfterExtra), start-len(m.Name.BeforeExtra)-1
	var comma []edit
	switch {
	case behind == end && text[end] == ',':
		end++
	case text[behind] == ',':
		comma = []edit{{start: behind, end: behind + 1}}
	case text[before] == ',' && len(bytes.TrimSpace(m.Name.BeforeExtra)) == 0:
		return []edit{{start: before, end: end}}
	case text[before] == ',':
		comma = []edit{{start: before, end: before + 1}}
	}
	for end < len(text) && (text[end] == ' ' || text[end] == '\t') {
		end++
	}
	line := bytes.LastIndexByte(text[:start], '\n') + 1
	if len(bytes.TrimSpace(text[line:start])) == 0 && line > 0 && bytes.HasPrefix(bytes.TrimPrefix(text[end:], []byte("\r")), []byte("\n")) {
		start, end = line, end+bytes.IndexByte(text[end:], '\n')+1
	}
	return append(comma, edit{start: start, end: end})
}
