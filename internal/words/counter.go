package words

import (
	"fmt"
	"slices"
	"strings"
)

// NoCounter says that a program has no counter of a name, and what to do about that.
func NoCounter(name string, known []string) (message, hint string) {
	const exact = "o200k"
	if name == exact {
		return `this program has no counter "o200k"`, "go build -tags o200k ./cmd/shape builds one that has it"
	}
	message = fmt.Sprintf("unknown counter %q; known: %s", Shorten(name, 60), strings.Join(known, ", "))
	return message, DidYouMean(Nearest(name, slices.Concat(known, []string{exact})))
}
