// Package presets holds configurations for known MCP servers. A preset omits fields, folds
// tables and transforms texts. It hides nothing and cuts nothing. The files are read at first
// use.
package presets

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/tailscale/hujson"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Preset is a configuration file for one server. Its member x-preset holds the facts.
type Preset struct {
	Name  string
	Text  []byte // the file, JSON with comments
	Facts `json:"x-preset"`
}

// Facts are the servers and the evidence of a preset.
type Facts struct {
	Servers  []string  `json:"servers"`  // globs over names of servers, in lower case
	Packages []string  `json:"packages"` // that install the server
	Version  string    `json:"version"`  // of the recorded server
	Date     string    `json:"date"`     // of the preset
	Evidence *Evidence `json:"evidence"` // nil if only single results are known
}

// Evidence counts the sessions that a preset is made from. Taken are the values that models
// took up there: a later call or answer repeats them.
type Evidence struct {
	Source   string `json:"source"`
	Sessions int    `json:"sessions"`
	Tokens   int    `json:"tokens"` // of all results
	Taken    int    `json:"taken"`
	// Unseen is the saving of the proposal behind the preset, on tasks that it was not learned
	// from. Rules is the saving of the preset, on all tasks.
	Unseen Saving `json:"unseen"`
	Rules  Saving `json:"rules"`
}

// Saving is the saved part of the tokens of results, and of the prompts of all turns, such as
// "67.0 %". Kept are the values that shaped results still show.
type Saving struct {
	Results string `json:"results"`
	Prompts string `json:"prompts"`
	Kept    int    `json:"kept"`
}

//go:embed *.jsonc
var files embed.FS

// All returns the presets in the order of their names. Do not change them.
var All = sync.OnceValue(func() (all []*Preset) {
	entries, _ := files.ReadDir(".") // embedded
	for _, e := range entries {
		p := &Preset{Name: strings.TrimSuffix(e.Name(), ".jsonc")}
		var err error
		if p.Text, err = files.ReadFile(e.Name()); err == nil {
			var plain []byte
			if plain, err = hujson.Standardize(append([]byte{}, p.Text...)); err == nil {
				err = json.Unmarshal(plain, p)
			}
		}
		if err != nil {
			panic(fmt.Sprintf("%s: %v", e.Name(), err)) // TestFacts reads all of them
		}
		all = append(all, p)
	}
	return all
})

// For returns the preset that fits a server by its name, in any case of letters. It returns
// nil if none fits.
func For(server string) *Preset {
	server = strings.ToLower(server)
	for _, p := range All() {
		for _, glob := range p.Servers {
			if fieldmask.MatchGlob(glob, server) {
				return p
			}
		}
	}
	return nil
}

// Named returns the preset of a name. The error names the known ones.
func Named(name string) (*Preset, error) {
	var known []string
	for _, p := range All() {
		if p.Name == name {
			return p, nil
		}
		known = append(known, p.Name)
	}
	err := fmt.Errorf("unknown preset %q; known: %s", name, strings.Join(known, ", "))
	if near := words.Nearest(name, known); near != "" {
		err = fmt.Errorf("%w (%s)", err, words.DidYouMean(near))
	}
	return nil, err
}
