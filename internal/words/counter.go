package words

import (
	"fmt"
	"slices"
	"strings"
)

// NoCounter returns the message for an unknown counter and a hint for the repair.
func NoCounter(name string, known []string) (message, hint string) {
	const exact = "o200k"
	if name == exact {
		return `this program has no counter "o200k"`, "go build -tags o200k ./cmd/shape builds one that has it"
	}
	message = fmt.Sprintf("unknown counter %q; known: %s", Shorten(name, 60), strings.Join(known, ", "))
	return message, DidYouMean(Nearest(name, slices.Concat(known, []string{exact})))
}
