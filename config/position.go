package config

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tailscale/hujson"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// found is the place of a value in a document.
type found struct {
	value  *hujson.Value
	member *hujson.ObjectMember // that holds the value; nil in an array and at the root
	path   []string             // to the value
	whole  bool                 // all of the path asked for was there
}

// find follows a path as far as it goes. What a short form leaves out counts as
// there: the list around a single mask, the object around the profile or the
// fields that a tool or a mode names directly.
func (d *document) find(path []string) found {
	f := found{value: &d.root}
	for _, name := range path {
		switch container := f.value.Value.(type) {
		case *hujson.Object:
			member, ok := d.names[container][name]
			if !ok {
				return f
			}
			f.value, f.member = &member.Value, member
		case *hujson.Array:
			if name == "fields" {
				continue
			}
			n, err := strconv.Atoi(name)
			if err != nil || n < 0 || n >= len(container.Elements) {
				return f
			}
			f.value, f.member = &container.Elements[n], nil
		default:
			f.whole = true
			return f
		}
		f.path = append(f.path, name)
	}
	f.whole = true
	return f
}

// origin is where the value at a pointer was written; without a file where
// nothing was.
func (d *document) origin(ptr string) profiles.Origin {
	f := d.find(words.Path(ptr))
	if !f.whole {
		return profiles.Origin{Pointer: ptr}
	}
	line, column := d.position(f.value.StartOffset)
	return profiles.Origin{File: d.name, Line: line, Column: column, Pointer: words.Pointer(f.path...)}
}

// at is a problem at an offset.
func (d *document) at(offset int, ptr, message string) Diagnostic {
	line, column := d.position(offset)
	return Diagnostic{File: d.name, Line: line, Column: column, Pointer: ptr, Message: message}
}

// lineStarts returns the offset of the first byte of each line.
func lineStarts(data []byte) []int {
	starts := []int{0}
	for i, c := range data {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// position turns an offset into a line and a column, both from 1, the column in
// bytes.
func (d *document) position(offset int) (line, column int) {
	line, exact := slices.BinarySearch(d.lines, offset)
	if exact {
		line++
	}
	return line, offset - d.lines[line-1] + 1
}

// offset is where an error of the parser lies, which gives a line and a column
// only; at most size.
func (d *document) offset(err error, size int) int {
	var line, column int
	fmt.Sscanf(err.Error(), "hujson: line %d, column %d:", &line, &column)
	if line < 1 || line > len(d.lines) {
		return size
	}
	return min(d.lines[line-1]+column-1, size)
}
