package report

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// Cuts are the lists or strings of a document that lost something, one entry for each
// path. It holds at most [envelope.MaxNotes] entries: the last one then counts all paths
// that have no entry of their own ([envelope.OtherPaths]).
type Cuts []envelope.Cut

// find returns the index of the entry for a path, -1 if the path needs a new one.
func (all Cuts) find(path []byte) int {
	for i := range all {
		if all[i].Path == string(path) {
			return i
		}
	}
	return all.other()
}

// other returns the index of the entry for paths without their own, -1 if there is none.
func (all Cuts) other() int {
	if len(all) == envelope.MaxNotes {
		return len(all) - 1
	}
	return -1
}

// at returns the index of the entry for a path, and adds the entry if it is missing.
func (all *Cuts) at(path string) int {
	if i := slices.IndexFunc(*all, func(c envelope.Cut) bool { return c.Path == path }); i >= 0 {
		return i
	}
	if i := all.other(); i >= 0 {
		return i
	}
	if len(*all) == envelope.MaxNotes-1 {
		path = envelope.OtherPaths
	}
	*all = append(*all, envelope.Cut{Path: path})
	return len(*all) - 1
}

// Join adds the cuts of another document or of another part of this one.
func (all *Cuts) Join(more Cuts) {
	for _, c := range more {
		i := all.at(c.Path)
		(*all)[i] = (*all)[i].Plus(c)
	}
}

// Mirror joins the cuts of the other half of a result. Both halves hold the same data, so
// a list counts once. If the halves differ, the larger loss counts.
func (all *Cuts) Mirror(half Cuts) {
	for _, c := range half {
		i := all.at(c.Path)
		if known := (*all)[i]; c.Total-c.Kept+c.Strings > known.Total-known.Kept+known.Strings {
			c.Path = known.Path
			(*all)[i] = c
		}
	}
}

// Add counts a list or string at a path.
func (all *Cuts) Add(path []byte, c envelope.Cut) {
	i := all.find(path)
	if i < 0 {
		i = all.at(string(path))
	}
	(*all)[i] = (*all)[i].Plus(c)
}
