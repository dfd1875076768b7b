package secrets

// automaton finds all keywords of a set in one pass over a text, in any case of ASCII letters.
// It is the automaton of Aho and Corasick (1975) as a table of next states.
type automaton struct {
	class [256]byte  // of each byte; 0 stands for bytes in no keyword
	next  []uint16   // by state<<classBits and class
	first uint16     // states from it on end keywords
	pairs []bool     // by two classes: a keyword starts with them
	ends  [][]uint16 // keywords that end in a state, by their numbers
	sizes []int      // of the keywords
}

const (
	classBits  = 6
	mostStates = 1 << 16
)

// newAutomaton makes an automaton of keywords in lower case, of two bytes or more. They
// hold at most 63 different bytes.
func newAutomaton(keywords []string) *automaton {
	a := &automaton{}
	a.ends = make([][]uint16, 1)
	a.pairs = make([]bool, 1<<(2*classBits))
	a.next = make([]uint16, 1<<classBits)
	classes := byte(0)
	for n, k := range keywords {
		a.sizes = append(a.sizes, len(k))
		state := 0
		for _, c := range []byte(k) {
			if a.class[c] == 0 {
				classes++
				a.class[c] = classes
			}
			state = a.child(state, a.class[c])
		}
		a.ends[state] = append(a.ends[state], uint16(n))
		a.pairs[int(a.class[k[0]])<<classBits|int(a.class[k[1]])] = true
	}
	for c := byte('A'); c <= 'Z'; c++ {
		a.class[c] = a.class[c|0x20]
	}
	a.link()
	a.sort()
	return a
}

// child returns the state behind a state and a class, and adds it if there is none.
func (a *automaton) child(state int, class byte) int {
	at := state<<classBits | int(class)
	if a.next[at] == 0 {
		a.next[at] = uint16(len(a.ends))
		a.ends = append(a.ends, nil)
		a.next = append(a.next, make([]uint16, 1<<classBits)...)
	}
	return int(a.next[at])
}

// link completes the table: a state without a child goes where its longest suffix goes.
func (a *automaton) link() {
	suffix := make([]uint16, len(a.ends))
	queue := []uint16{0}
	for len(queue) > 0 {
		state := queue[0]
		queue = queue[1:]
		a.ends[state] = append(a.ends[state], a.ends[suffix[state]]...)
		for class := range 1 << classBits {
			at := int(state)<<classBits | class
			to := uint16(0)
			if state != 0 {
				to = a.next[int(suffix[state])<<classBits|class]
			}
			if child := a.next[at]; child != 0 {
				suffix[child] = to
				queue = append(queue, child)
			} else {
				a.next[at] = to
			}
		}
	}
}

// sort numbers the states anew, so that those that end keywords come last.
func (a *automaton) sort() {
	number := make([]uint16, len(a.ends))
	n := uint16(0)
	for _, accepts := range []bool{false, true} {
		a.first = n
		for state, ends := range a.ends {
			if (len(ends) > 0) == accepts {
				number[state] = n
				n++
			}
		}
	}
	next, ends := make([]uint16, len(a.next)), make([][]uint16, len(a.ends))
	for state, to := range number {
		ends[to] = a.ends[state]
		for class := range 1 << classBits {
			next[int(to)<<classBits|class] = number[a.next[state<<classBits|class]]
		}
	}
	a.next, a.ends = next, ends
}

// find returns the end of the first place from i on where keywords end, the state there
// and the keywords. Pass the state to the next call, 0 to the first one. The end is 0 if
// there is none.
func (a *automaton) find(text []byte, i int, state uint16) (end int, at uint16, keywords []uint16) {
	next, class := a.next, &a.class
	for ; i < len(text); i++ {
		if state == 0 {
			i = a.skip(text, i)
		}
		state = next[int(state)<<classBits|int(class[text[i]])]
		if state >= a.first {
			return i + 1, state, a.ends[state]
		}
	}
	return 0, state, nil
}

// skip returns the first place from i on where a keyword can start, or the last one of
// the text.
func (a *automaton) skip(text []byte, i int) int {
	pairs, class := a.pairs[:1<<(2*classBits)], &a.class
	last := len(text) - 1
	if i >= last {
		return i
	}
	for c := int(class[text[i]]); i < last; i++ {
		d := int(class[text[i+1]])
		if pairs[(c<<classBits|d)&(1<<(2*classBits)-1)] {
			break
		}
		c = d
	}
	return i
}
