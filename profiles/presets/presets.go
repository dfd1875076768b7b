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
	Title    string    `json:"title"`
	Servers  []string  `json:"servers"`  // globs over names of servers, in lower case
	Packages []string  `json:"packages"` // that install the server
	Version  string    `json:"version"`  // of the recorded server, or the month of the recordings
	Date     string    `json:"date"`     // of the preset
	Evidence *Evidence `json:"evidence"` // nil if only single results are known
}

// Evidence is the proof of a preset on recorded sessions. Learned from two thirds of the
// tasks, its rules kept Kept of the Taken values that models of the other third took up.
type Evidence struct {
	Sessions int    `json:"sessions"`
	Source   string `json:"source"`
	Tokens   int    `json:"tokens"` // of all results
	Taken    int    `json:"taken"`
	Kept     int    `json:"kept"`
	Results  string `json:"results"` // saved part of the tokens of results
	Prompts  string `json:"prompts"` // saved part of the prompts of all turns
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
