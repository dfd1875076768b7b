package tune

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/learn"
	"github.com/seed-7aa78ce4/shape/internal/suggest"
)

// report is the figures of a proposal, as --json prints them.
type report struct {
	File     string  `json:"file"`
	New      bool    `json:"new"`
	Sessions int     `json:"sessions"`
	Tasks    int     `json:"tasks"`
	Few      bool    `json:"few"` // too few to measure on sessions that were not learned from
	Counter  string  `json:"counter"`
	Before   int     `json:"before"` // tokens of the results, as clients show them
	After    int     `json:"after"`  // under the whole file
	Kept     int     `json:"kept"`   // values kept of taken, on sessions not learned from
	Taken    int     `json:"taken"`
	Tools    []*item `json:"tools"`
	Stays    []path  `json:"stays"` // lines of the user that win
	Written  bool    `json:"written"`
}

type path []string

// item is an entry with lines: of a tool, or of all tools of a server.
type item struct {
	Entry   string   `json:"entry"`
	Server  string   `json:"server,omitempty"`
	Results int      `json:"results,omitempty"`
	Before  int      `json:"before"`
	After   int      `json:"after"`
	Kept    int      `json:"kept"`
	Taken   int      `json:"taken"`
	Fields  []field  `json:"fields,omitempty"`
	Lines   []string `json:"lines"`

	isList bool
	text   string // of the lines with comments
}

// field is fields that go. Type is the type of the values.
type field struct {
	Mask   string `json:"mask"`
	Type   string `json:"type"`
	Tokens int    `json:"tokens"`
	Used   int    `json:"used"`
}

func fieldsOf(omits []learn.Omission) (all []field) {
	for _, o := range omits {
		all = append(all, field{o.Mask, o.Type, o.Tokens, o.Taken})
	}
	return all
}

// reportOf reports the lines that a change adds. under holds the tokens under the changed file.
func reportOf(f *file, s *settled, under map[string]*suggest.ToolFigures) *report {
	p := s.proposal
	r := &report{File: f.name, New: f.text == nil, Sessions: p.Sessions, Tasks: p.Tasks, Few: p.Proof == nil, Counter: p.Counter, Tools: []*item{}, Stays: []path{}}
	for _, m := range s.kept {
		r.Stays = append(r.Stays, m.Path)
	}
	figures := map[string]*suggest.ToolFigures{}
	if p.Proof != nil {
		figures = p.Proof.Own.Tools
		r.Kept, r.Taken = p.Proof.Own.Kept, p.Proof.Own.Taken
	}
	for _, e := range p.Everywhere {
		i := &item{Entry: e.Entry, Server: strings.TrimSuffix(strings.TrimSuffix(e.Entry, "*"), "."), Fields: fieldsOf(e.Omits)}
		for _, o := range e.Omits {
			i.Before += o.Tokens
		}
		r.add(i, s.added)
	}
	for _, of := range under {
		r.Before, r.After = r.Before+of.Before, r.After+of.After
	}
	for _, t := range p.Tools {
		i := &item{Entry: t.Name, Server: t.Server}
		if of := cmp.Or(under[t.Server+"."+t.Name], under[t.Name]); of != nil { // the entry names the server of some
			i.Results, i.Before, i.After = of.Results, of.Before, of.After
		}
		if f := figures[t.Name]; f != nil {
			i.Kept, i.Taken = f.Kept, f.Taken
		}
		for _, line := range t.Lines {
			i.Fields = append(i.Fields, fieldsOf(line.Omits)...)
		}
		r.add(i, s.added)
	}
	r.add(&item{Entry: listEntry, isList: true}, s.added)
	slices.SortStableFunc(r.Tools, func(a, b *item) int { return strings.Compare(a.Server, b.Server) })
	return r
}

// listEntry stands for the key of the list of tools.
const listEntry = "list of tools"

// add adds an item if a change has lines of it.
func (r *report) add(i *item, added []config.Member) {
	for _, m := range added {
		switch {
		case i.isList && len(m.Path) == 2 && m.Path[0] == "global" && m.Path[1] == "tools":
			i.Lines = append(i.Lines, "tools")
		case !i.isList && len(m.Path) == 2 && m.Path[1] == i.Entry && m.Value != "{}": // of a tool that is off
			i.Lines = append(i.Lines, m.Value)
		case !i.isList && len(m.Path) == 3 && m.Path[1] == i.Entry:
			i.Lines = append(i.Lines, m.Path[2])
		default:
			continue
		}
		i.text += m.Lines + "\n"
	}
	if i.Lines != nil && !slices.Equal(i.Lines, []string{`"off"`}) { // a file tool comes with the lines of its server
		r.Tools = append(r.Tools, i)
	}
}

func (r *report) printHead(w io.Writer) {
	place := ""
	if r.New {
		place = " (a new file)"
	}
	terminal.Say(w, "file: %s%s", terminal.Printable(r.File), place)
	terminal.Say(w, "%s: %d tokens (%s) become %d with all lines, %s less", terminal.Counted(r.Sessions, "session"), r.Before, r.Counter, r.After, suggest.Percent(r.Before-r.After, r.Before))
	if r.Few {
		terminal.Say(w, "few sessions: presets and counts of public recordings decide which fields go")
		terminal.Say(w, "a test on other sessions takes %d sessions with %d different first calls; here are %d with %d", suggest.FewestProving, suggest.Folds, r.Sessions, r.Tasks)
		return
	}
	terminal.Say(w, "kept %d of %s on sessions not learned from", r.Kept, terminal.Counted(r.Taken, "value"))
}

func (i *item) print(w io.Writer) {
	terminal.Say(w, "")
	switch {
	case i.isList:
		terminal.Say(w, "%s", listEntry)
	case i.Results == 0:
		terminal.Say(w, "%s: fields that no tool needs, %d tokens", terminal.Printable(i.Entry), i.Before)
	default:
		kept := ""
		if i.Taken > 0 {
			kept = fmt.Sprintf("; kept %d of %s", i.Kept, terminal.Counted(i.Taken, "value"))
		}
		terminal.Say(w, "%s: %s of %d tokens become %d, %s less%s", terminal.Printable(i.Entry), terminal.Counted(i.Results, "result"), i.Before, i.After, suggest.Percent(i.Before-i.After, i.Before), kept)
	}
	for n, f := range i.Fields {
		if n == mostFields {
			terminal.Say(w, "  and %s more", terminal.Counted(len(i.Fields)-n, "field"))
			break
		}
		terminal.Say(w, "  %s  %s, %d tokens, used %s", terminal.Printable(f.Mask), f.Type, f.Tokens, terminal.Counted(f.Used, "time"))
	}
	terminal.Say(w, "  lines: %s", strings.Join(i.Lines, ", "))
}

// mostFields is the number of fields that are shown without details.
const mostFields = 8

// printDetails prints the lines as the file will have them.
func (i *item) printDetails(w io.Writer) {
	for line := range strings.Lines(i.text) {
		fmt.Fprint(w, "  | "+terminal.Printable(strings.TrimRight(line, "\n"))+"\n")
	}
}
