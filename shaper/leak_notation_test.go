package shaper_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/notations"
)

// This file writes secrets in the notations of the table, as tools print them.

// heldKinds are the notations and the outputs of tools that privacy holds. The names
// of outputs are those that the table of notations has as well.
var heldKinds = sync.OnceValue(func() (all []notations.Kind) {
	for _, kinds := range [][]notations.Kind{notations.Kinds(), notations.Outputs()} {
		for _, k := range kinds {
			if k.Outcome == notations.Held && (k.Private == "" || slices.Contains(notationRules, k.Private)) {
				all = append(all, k)
			}
		}
	}
	return all
})

// notationNames are the private names in notations.
var notationNames = []string{"password", "api_key", "private_key"}

// notationRules are the spellings of these names, as rules of privacy.
var notationRules = func() (all []string) {
	for _, name := range notationNames {
		all = append(all, notations.Spellings(name)...)
	}
	return all
}()

// notation is a text with one or two secrets in notations of the table.
func (g *leaker) notation(site) string {
	text := g.noted()
	switch g.IntN(12) {
	case 0:
		return "The settings are:\n\n" + text
	case 1:
		return text + "\n\nThat is all.\n"
	case 2:
		return "```\n" + text + "\n```"
	case 3:
		return text + "\n\n" + g.noted()
	}
	return text
}

func (g *leaker) noted() string {
	for {
		kind := heldKinds()[g.IntN(len(heldKinds()))]
		secret := notations.Pair{Name: oneOf(g, notationNames...), Value: g.noteValue()}
		if kind.Private != "" {
			secret.Name = kind.Private
		}
		if kind.Fits(secret) {
			return notations.Write(kind, secret, neighbour)
		}
	}
}

// noteValue is a value with one secret in it. It has eight characters or more, mixed
// case and a digit, as a word behind a name must have to be taken for a value.
func (g *leaker) noteValue() string {
	form := oneOf(g, "|", "|", "h0rses battery |", "|, more", "it's; | no", `a "|" b`, "x=|&b", "| #2", "p)a]s}s|")
	return strings.Replace(form, "|", fmt.Sprint(hidden, 100_000+g.IntN(900_000)), 1)
}
