package prefilter

// What makes a fragment longer tells little, once it is so rare, and of so many bytes
// that all its windows are in it.
const (
	enough = 1e-7
	whole  = 2*size - 1
)

// path is a beginning of matches, how often it stands somewhere, and where the
// program is then.
type path struct {
	fragment
	chance float64
	states
}

// beginning is what every match of the program begins with: so many fragments at the
// most, or nothing, where a match may be empty.
func (p *program) beginning(most int) (found finding) {
	live := []path{{nil, 1, p.from([]uint32{uint32(p.Start)})}}
	for len(live) > 0 {
		var next []path
		for i, at := range live {
			room := most - len(found.fragments) - len(next) - (len(live) - i - 1)
			on, ended := p.onward(at, room)
			next = append(next, on...)
			for _, at := range ended {
				found.fragments = append(found.fragments, at.fragment)
				found.chance += at.chance
			}
		}
		live = next
	}
	if found.chance >= 1 {
		return nothing
	}
	return found
}

// onward are the paths on from one, so many at the most, and those that end. What may
// be written with escapes ends one: how long it is depends on who writes it.
func (p *program) onward(at path, room int) (on, ended []path) {
	if at.ends || len(at.fragment) == longest || p.isSpent() || at.chance < enough && len(at.fragment) >= whole {
		return nil, []path{at}
	}
	ways, others := p.edges(at.states)
	if !others.isEmpty() {
		ended = []path{at.then(others), at.then(backslash).then(escapes(others))}
	}
	if len(ways)+len(ended) > room && len(ways) > 1 {
		ways = merged(ways)
	}
	if len(ways)+len(ended) > max(room, 1) {
		return nil, []path{at}
	}
	for _, w := range ways {
		next := at.then(w.on)
		next.states = p.from(w.to)
		on = append(on, next)
	}
	return on, ended
}

// then is the path with one more byte.
func (at path) then(c class) path {
	longer := at.fragment.then(c)
	return path{fragment: longer, chance: at.chance * longer.chance()}
}

// backslash begins each escape.
var backslash = func() (c class) {
	c.add('\\')
	return c
}()

// escapes are the second bytes of the escapes of characters, given by their first
// bytes. In a string in a string there is a second backslash.
func escapes(of class) class {
	second := backslash
	for letter, c := range map[byte]byte{'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', '"': '"'} {
		if of.has(c) {
			second.add(letter)
		}
	}
	second.add('u')
	return second
}
