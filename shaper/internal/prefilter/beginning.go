package prefilter

// The bounds of useful fragments. A longer fragment adds little once it is this rare, and
// contains all of its windows.
const (
	enough = 1e-7
	whole  = 2*size - 1
)

// path is a beginning of matches: its fragment, its chance, and the states of the program
// after it.
type path struct {
	fragment
	chance float64
	states
}

// beginning returns at most the given number of fragments. Every match of the program begins
// with one of them. It returns nothing if a match may be empty.
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

// onward returns at most room continuations of a path, and the paths that end. A character
// that may be escaped ends a path, since its length depends on the writer.
func (p *program) onward(at path, room int) (on, ended []path) {
	if at.ends || len(at.fragment) == longest || p.isSpent() || at.chance < enough && len(at.fragment) >= whole {
		return nil, []path{at}
	}
	ways, others := p.edges(at.states)
	if !others.isEmpty() {
		ended = []path{at.then(others), at.then(backslash).then(escapes(others))}
	}
	if len(ways)+len(ended) > room && len(ways) > 1 {
		var all edge
		for _, w := range ways {
			all.on = all.on.or(w.on)
			all.to = append(all.to, w.to...)
		}
		ways = []edge{all}
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

// then returns the path with one more byte.
func (at path) then(c class) path {
	longer := at.fragment.then(c)
	return path{fragment: longer, chance: at.chance * longer.chance()}
}

// backslash begins each escape.
var backslash = class{'\\' >> 6: 1 << ('\\' & 63)}

// escapes returns the second bytes of the escapes of characters, given by their first bytes.
// In a nested string the second byte is another backslash.
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
