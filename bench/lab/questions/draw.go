package questions

import (
	"math/rand/v2"
	"slices"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scalars"
)

// Capture is a response that questions are drawn from.
type Capture struct {
	Name string // server/file
	Body []byte
}

const (
	seed      = 20261124
	perServer = 5
	hard      = 20  // more, of all servers together: in tails and long strings
	long      = 200 // characters of a string that counts as long
	window    = 40  // characters that such a question asks for
)

// Draw draws five questions of each server and twenty more, from tails of lists and from
// long strings, by the bytes that the leaves take. The same captures give the same.
func Draw(captures []Capture) (all []Question) {
	d := drawer{rand.New(rand.NewPCG(seed, 0))}
	byServer := map[string][]candidate{}
	var servers []string
	var tough []candidate
	for _, c := range captures {
		for leaf := range scalars.All(c.Body) {
			of := d.candidate(c.Name, leaf)
			server := of.Server()
			if byServer[server] == nil {
				servers = append(servers, server)
			}
			byServer[server] = append(byServer[server], of)
		}
	}
	for _, server := range servers {
		drawn, rest := d.take(byServer[server], perServer)
		all = append(all, drawn...)
		tough = append(tough, slices.DeleteFunc(rest, func(c candidate) bool { return c.Place == "" })...)
	}
	more, _ := d.take(tough, hard)
	return append(all, more...)
}

// candidate is a leaf that a question may ask for.
type candidate struct {
	Question
	bytes int
}

type drawer struct{ *rand.Rand }

// candidate makes the question of a leaf, of a long text at some place of it.
func (d drawer) candidate(capture string, leaf scalars.Scalar) candidate {
	q := Question{Capture: capture, Pointer: leaf.Pointer}
	answer, n := leaf.Text, utf8.RuneCountInString(leaf.Text)
	if leaf.Tail {
		q.Place = "tail"
	}
	if leaf.String && n > long {
		from := d.IntN(n - window)
		q.Place, q.Range = "long", &[2]int{from, from + window}
		answer = string([]rune(leaf.Text)[from : from+window])
	}
	q.Answer = hash(answer)
	return candidate{q, len(leaf.Text)}
}

// take draws n different ones, by their bytes, and returns the others too.
func (d drawer) take(from []candidate, n int) (drawn []Question, rest []candidate) {
	rest = slices.Clone(from)
	for range min(n, len(rest)) {
		i := d.pick(rest)
		drawn = append(drawn, rest[i].Question)
		rest = slices.Delete(rest, i, i+1)
	}
	return drawn, rest
}

// pick draws one by its bytes.
func (d drawer) pick(from []candidate) int {
	sum := 0
	for _, c := range from {
		sum += c.bytes + 1
	}
	at := d.IntN(sum)
	for i, c := range from {
		if at -= c.bytes + 1; at < 0 {
			return i
		}
	}
	panic("unreachable")
}
