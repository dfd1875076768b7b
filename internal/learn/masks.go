package learn

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Omission is a mask of places that go, with their evidence.
type Omission struct {
	Mask    string
	Type    string // of the most values: object, or the name of a [Class]
	Results int    // that had a value there
	Tokens  int    // of all of them
	Taken   int    // tasks that took up a value
}

// manySuffixed is the number of names with one ending that one mask replaces.
const manySuffixed = 3

// names are the names in paths, and those of them at the end of a path.
type names struct{ kept, dropped map[string]int }

func (t *Tool) names(all *names) {
	kept, dropped := map[string]bool{}, map[string]bool{}
	for _, p := range t.Places {
		for i, name := range p.Path {
			if p.Keep {
				kept[name] = true
			} else if i == len(p.Path)-1 {
				dropped[name] = true
			}
		}
	}
	for name := range kept {
		all.kept[name]++
	}
	for name := range dropped {
		all.dropped[name]++
	}
}

// The least part of tokens that a mask saves: of all tools, or of its tool.
const (
	leastOfAll  = 0.0003
	leastOfTool = 0.004
)

// Everywhere returns the masks of names that go in the results of two tools or more and
// stay in none.
func Everywhere(tools []*Tool) []Omission {
	total := 0
	all := names{map[string]int{}, map[string]int{}}
	for _, t := range tools {
		if !t.IsFile {
			t.names(&all)
		}
		total += t.tokens()
	}
	m := masks{kept: all.kept, of: map[string]*Omission{}}
	for _, t := range tools {
		for _, p := range t.Places {
			if name := p.Name(); len(p.Path) > 0 && name == p.Path[len(p.Path)-1] && !p.Keep && all.dropped[name] > 1 && all.kept[name] == 0 {
				m.add(quoted(name), p, p.class().String())
			}
		}
	}
	return m.joined(leastOfAll * float64(total))
}

func (t *Tool) tokens() (n int) {
	for _, p := range t.Places {
		n += p.Tokens
	}
	return n
}

// Omissions returns the masks of the places of a tool that go, without those that others
// omit already. A name that stays nowhere in the tool is a mask for every depth. An object goes
// as a whole if nothing of it stays.
func (t *Tool) Omissions(others []Omission) []Omission {
	all := names{map[string]int{}, map[string]int{}}
	t.names(&all)
	stays := map[string]bool{} // the objects with a place that stays
	for _, p := range t.Places {
		if p.Keep {
			for i := range p.Path {
				stays[key(p.Path[:i+1])] = true
			}
		}
	}
	m := masks{kept: all.kept, of: map[string]*Omission{}}
	for _, p := range t.Places {
		if p.Keep || stays[key(p.Path)] || slices.ContainsFunc(p.Path, func(name string) bool { return isOmitted(others, name) }) {
			continue
		}
		path := p.Path
		for i := range path {
			if !stays[key(path[:i+1])] {
				path = path[:i+1]
				break
			}
		}
		kind := p.class().String()
		if len(path) < len(p.Path) {
			kind = "object"
		}
		last := path[len(path)-1]
		if last != anyName && all.kept[last] == 0 {
			m.add(quoted(last), p, kind)
			continue
		}
		m.add("."+Mask(path), p, kind)
	}
	return m.joined(leastOfTool * float64(t.tokens()))
}

func key(path []string) string { return strings.Join(path, "\x00") }

// isOmitted reports whether masks of names omit a name.
func isOmitted(others []Omission, name string) bool {
	return slices.ContainsFunc(others, func(o Omission) bool {
		suffix, isGlob := strings.CutPrefix(o.Mask, "*")
		return isGlob && strings.HasSuffix(name, suffix) || o.Mask == quoted(name)
	})
}

// masks collects masks.
type masks struct {
	kept map[string]int
	of   map[string]*Omission
}

func (m *masks) add(mask string, p *Place, kind string) {
	o := m.of[mask]
	if o == nil {
		o = &Omission{Mask: mask}
		m.of[mask] = o
	}
	if o.Type == "" || p.Results > o.Results {
		o.Type = kind
	}
	o.Results = max(o.Results, p.Results)
	o.Tokens += p.Tokens
	o.Taken += p.Taken
}

// joined returns the masks that save so many tokens, the most tokens first. Names with one
// ending, such as _url, are one mask if no other name with it stays.
func (m *masks) joined(least float64) []Omission {
	endings := map[string][]string{}
	for mask := range m.of {
		if i := strings.LastIndexByte(mask, '_'); i > 0 && isPlain(mask) {
			endings[mask[i:]] = append(endings[mask[i:]], mask)
		}
	}
	for ending, of := range endings {
		stays := len(of) < manySuffixed
		for name := range m.kept {
			stays = stays || strings.HasSuffix(name, ending)
		}
		if stays {
			continue
		}
		sum := &Omission{Mask: "*" + ending}
		slices.Sort(of)
		for _, mask := range of {
			o := m.of[mask]
			if sum.Type == "" || o.Results > sum.Results {
				sum.Type = o.Type
			}
			sum.Results, sum.Tokens, sum.Taken = max(sum.Results, o.Results), sum.Tokens+o.Tokens, sum.Taken+o.Taken
			delete(m.of, mask)
		}
		m.of[sum.Mask] = sum
	}
	var all []Omission
	byTokens := func(a, b *Omission) int { return cmp.Or(-cmp.Compare(a.Tokens, b.Tokens), cmp.Compare(a.Mask, b.Mask)) }
	for _, o := range slices.SortedFunc(maps.Values(m.of), byTokens) {
		if float64(o.Tokens) >= least {
			all = append(all, *o)
		}
	}
	return all
}

// isPlain reports whether a name needs no quotes as a step of a mask.
func isPlain(name string) bool {
	return name != "" && strings.IndexByte(letters, name[0]) >= 0 && strings.Trim(name, letters+"0123456789-") == ""
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"

// Mask returns the mask of a path.
func Mask(path []string) string {
	steps := make([]string, len(path))
	for i, name := range path {
		steps[i] = quoted(name)
	}
	return strings.Join(steps, ".")
}

// quoted returns a name as a step of a mask.
func quoted(name string) string {
	switch {
	case name == anyName:
		return "*"
	case isPlain(name):
		return name
	}
	text, _ := json.Marshal(name) // a string always can be
	return string(text)
}

// String returns the type of the values, such as "number".
func (c Class) String() string {
	return [...]string{"null", "boolean", "number", "time", "URL", "identifier", "word", "text"}[c]
}
