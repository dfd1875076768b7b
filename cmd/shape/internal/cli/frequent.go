package cli

import (
	"fmt"
	"slices"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/notice"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// frequent is a private name that hid more than 1,000 values of one document. Values counts the
// hidden values of all such documents.
type frequent struct {
	Name   string `json:"name"`
	Values int    `json:"values"`
}

func frequentOf(all []shaper.Frequent) (told []frequent) {
	for _, f := range all {
		told = append(told, frequent(f))
	}
	return told
}

// joinFrequent adds the names of one document to all.
func joinFrequent(all, more []shaper.Frequent) []shaper.Frequent {
	for _, f := range more {
		i := slices.IndexFunc(all, func(known shaper.Frequent) bool { return known.Name == f.Name })
		if i < 0 {
			all = append(all, f)
		} else {
			all[i].Values += f.Values
		}
	}
	return all
}

// frequentWords returns the names as text.
func frequentWords(all []shaper.Frequent) (words []string) {
	for _, f := range all {
		words = append(words, fmt.Sprintf("%s hid %d values", terminal.Printable(f.Name), f.Values))
	}
	return words
}

// frequentNotice warns of a name that hid many values, since it may match too much.
func frequentNotice(f shaper.Frequent) notice.Notice {
	message := "the private name " + frequentWords([]shaper.Frequent{f})[0]
	return notice.Notice{
		Level: notice.Signal, Kind: "frequent", Message: message, Found: notice.Found{Count: f.Values},
		Text: "shape: " + message,
	}
}
