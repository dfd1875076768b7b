package suggest

import (
	"cmp"
	"hash/maphash"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/learn"
	"github.com/seed-7aa78ce4/shape/internal/scalars"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// fields are the fields of a tool's results.
type fields struct {
	nulls, longest, most int // null members, characters of a string, elements of a list
	byMask               map[string]*field
}

// field is the data at one mask: strings or other scalars, or lists.
type field struct {
	mask   string
	list   bool
	bytes  int
	count  int
	longer int // strings longer than the result of shorten
	values map[uint64]struct{}
	used   bool // a later call took something of it up
}

const (
	mostMasks  = 4096 // distinct masks
	mostValues = 64   // distinct values of a field; a field with more has many
)

// fieldsOf looks through results.
func fieldsOf(samples []sample) *fields {
	f := &fields{byMask: map[string]*field{}}
	for _, s := range samples {
		for leaf := range scalars.All(s.Body) {
			f.add(leaf)
		}
		for _, leaf := range s.used {
			if of := f.byMask[maskOf(payloadPath(leaf.Pointer))]; of != nil {
				of.used = true
			}
		}
	}
	return f
}

func (f *fields) add(leaf scalars.Scalar) {
	path := payloadPath(leaf.Pointer)
	for i, step := range path {
		if !isPosition(step) {
			continue
		}
		n, _ := strconv.Atoi(step)
		f.most = max(f.most, n+1)
		if of := f.at(maskOf(path[:i]), true); of != nil {
			of.bytes += len(leaf.Text)
		}
	}
	if leaf.Text == "null" && !leaf.String {
		f.nulls++
	}
	chars := 0
	if leaf.String {
		chars = utf8.RuneCountInString(leaf.Text)
	}
	f.longest = max(f.longest, chars)
	if of := f.at(maskOf(path), false); of != nil {
		of.see(leaf.Text, chars)
	}
}

// at returns the field of a mask. It returns nil for the root, since no mask selects it,
// and if there are too many fields.
func (f *fields) at(mask string, list bool) *field {
	of := f.byMask[mask]
	if of == nil && mask != "" && len(f.byMask) < mostMasks {
		of = &field{mask: mask, list: list, values: map[uint64]struct{}{}}
		f.byMask[mask] = of
	}
	return of
}

var hashSeed = maphash.MakeSeed()

// see counts a value. How many there are depends on no seed: two of a few that hash alike
// are beyond chance.
func (of *field) see(text string, chars int) {
	of.count++
	if !of.list {
		of.bytes += len(text)
	}
	if chars > fieldChars {
		of.longer++
	}
	if len(of.values) < mostValues {
		of.values[maphash.String(hashSeed, text)] = struct{}{}
	}
}

// largest are the fields that shorten may shorten, the largest first.
func (f *fields) largest(n int) []*field {
	all := f.sorted(func(of *field) bool { return of.list || of.longer > 0 })
	return all[:min(n, len(all))]
}

// repeated are masks of fields with few values that come again and again, and take a
// twentieth of the results at least.
func (f *fields) repeated() (masks []string) {
	sum := 0
	for _, of := range f.byMask {
		if !of.list {
			sum += of.bytes
		}
	}
	for _, of := range f.sorted(func(of *field) bool {
		return !of.list && !of.used && of.count >= 8 && len(of.values)*4 <= of.count && len(of.values) < mostValues && of.bytes*20 >= sum
	}) {
		masks = append(masks, of.mask)
	}
	return masks[:min(len(masks), mostFields)]
}

func (f *fields) sorted(which func(*field) bool) []*field {
	all := slices.DeleteFunc(slices.Collect(maps.Values(f.byMask)), func(of *field) bool { return !which(of) })
	slices.SortFunc(all, func(a, b *field) int {
		return cmp.Or(cmp.Compare(b.bytes, a.bytes), cmp.Compare(a.mask, b.mask))
	})
	return all
}

// payloadPath is the way to a value from the root of the payload that holds it.
func payloadPath(pointer string) []string {
	path := words.Path(pointer)
	rest := path
	if len(rest) > 0 && rest[0] == "result" {
		rest = rest[1:]
	}
	switch {
	case len(rest) > 0 && rest[0] == "structuredContent":
		return rest[1:]
	case len(rest) > 2 && rest[0] == "content" && isPosition(rest[1]) && rest[2] == "text":
		return rest[3:]
	}
	return path
}

// maskOf returns the mask that selects the values at a path, in every element of lists.
func maskOf(path []string) string {
	return learn.Mask(slices.DeleteFunc(slices.Clone(path), isPosition))
}

func isPosition(step string) bool {
	return step != "" && len(step) < len("2147483648") && strings.Trim(step, "0123456789") == ""
}
