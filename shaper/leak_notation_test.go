package shaper_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/notations"
)

// This file writes secrets in the notations of the table, as tools print them.

// notedKinds are the notations and the outputs of tools by their outcome. The names of
// outputs are those that the table of notations has as well.
var notedKinds = sync.OnceValue(func() (all [3][]notations.Kind) {
	for _, kinds := range [][]notations.Kind{notations.Kinds(), notations.Outputs()} {
		for _, k := range kinds {
			if k.Private == "" || slices.Contains(notationNames, k.Private) {
				all[k.Outcome] = append(all[k.Outcome], k)
			}
		}
	}
	return all
})

// notationNames are the private names in notations, and the rules that hide them. The
// kinds write the names in other spellings too.
var notationNames = []string{"password", "api_key", "private_key"}

// notation returns a text with secrets in notations of the table. A text of two notations may
// count as source code, whose bare words stay. Secrets that show are counted.
func (g *leaker) notation(site) string {
	switch g.IntN(16) {
	case 0:
		return "The settings are:\n\n" + g.noted(notations.Held, hidden)
	case 1:
		return g.noted(notations.Held, hidden) + "\n\nThat is all.\n"
	case 2:
		return "```\n" + g.noted(notations.Held, hidden) + "\n```"
	case 3:
		return g.noted(notations.Held, counted) + "\n\n" + g.noted(notations.Held, counted)
	case 4:
		return g.noted(notations.Missed, counted)
	}
	return g.noted(notations.Held, hidden)
}

func (g *leaker) noted(outcome notations.Outcome, p promise) string {
	kinds := notedKinds()[outcome]
	kind := kinds[g.IntN(len(kinds))]
	name := oneOf(g, notationNames...)
	if kind.Private != "" {
		name = kind.Private
	}
	for {
		if secret := (notations.Pair{Name: name, Value: g.noteValue(p)}); kind.Fits(secret) {
			return notations.Write(kind, secret, neighbour)
		}
	}
}

// noteValue is a value with one secret in it. It has eight characters or more, mixed
// case and a digit, as a word behind a name must have to be taken for a value.
func (g *leaker) noteValue(p promise) string {
	form := oneOf(g, "|", "|", "h0rses battery |", "|, more", "it's; | no", `a "|" b`, "x=|&b", "| #2", "p)a]s}s|")
	return strings.Replace(form, "|", fmt.Sprint(p, 100_000+g.IntN(900_000)), 1)
}
