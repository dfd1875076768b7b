package profiles

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// toolIndex finds the tool entries that apply to a name. Entries are told by
// their places in the order in which they speak.
type toolIndex struct {
	byName map[string][]int // of the entries without a wildcard
	globs  []glob           // of the others
}

type glob struct {
	pattern string
	entry   int
}

func indexTools(tools []*tool) toolIndex {
	x := toolIndex{byName: map[string][]int{}}
	for i, t := range tools {
		if strings.Contains(t.name, "*") {
			x.globs = append(x.globs, glob{t.name, i})
		} else {
			x.byName[t.name] = append(x.byName[t.name], i)
		}
	}
	return x
}

// applying lists the entries that apply to a tool, in the order in which they
// speak. It takes time with the number of patterns, not with that of names.
func (x *toolIndex) applying(tool string) []int {
	entries := slices.Clone(x.byName[tool])
	for _, g := range x.globs {
		if fieldmask.MatchGlob(g.pattern, tool) {
			entries = append(entries, g.entry)
		}
	}
	slices.Sort(entries)
	return entries
}

// AppendEntries appends a key to b that names the tool entries that apply to a
// tool. Tools with the same key get the same answers, but for the tool's name in
// errors.
func (s *Set) AppendEntries(b []byte, tool string) []byte {
	for _, i := range s.byTool.applying(tool) {
		b = binary.AppendUvarint(b, uint64(i))
	}
	return b
}
