package cli

import (
	"fmt"
	"strings"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/respelled"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// onRecordings is the JSON form of config check with recordings.
type onRecordings struct {
	Problems config.Diagnostics `json:"problems"`
	Hidden   []respelled.Rule   `json:"newly_hidden"`
}

// newlyHidden lists the names in recordings that a privacy rule hides only in another spelling.
// It returns none without a configuration.
func newlyHidden(s *config.Snapshot, paths []string) ([]respelled.Rule, error) {
	if s == nil || len(paths) == 0 {
		return nil, nil
	}
	set, err := recordings.Read(paths, "any") // a privacy rule holds for every tool
	if err != nil {
		return nil, inputError(err)
	}
	resolved, err := s.Profiles().Resolve(profiles.Key{})
	if err != nil {
		return nil, err
	}
	return respelled.Find(resolved, set.Calls)
}

func (a *app) printHidden(rules []respelled.Rule) {
	for _, r := range rules {
		var names []string
		for _, n := range r.Names {
			names = append(names, fmt.Sprintf("%q %d", n.Name, n.Count))
		}
		if r.Others > 0 {
			names = append(names, fmt.Sprintf("and %d other names", r.Others))
		}
		terminal.Say(a.stdout, "%s (%s): newly hidden: %s", r.Origin, r.Mask, strings.Join(names, ", "))
	}
}
