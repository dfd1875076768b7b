package tune

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/learn"
	"github.com/seed-7aa78ce4/shape/internal/suggest"
)

// Report is the figures of a proposal, as --json prints them.
type Report struct {
	File     string  `json:"file"`
	New      bool    `json:"new"`
	Sessions int     `json:"sessions"`
	Tasks    int     `json:"tasks"`
	Few      bool    `json:"few"` // too few to measure on sessions that were not learned from
	Counter  string  `json:"counter"`
	Before   int     `json:"before"` // tokens of the results, as clients show them
	Now      int     `json:"now"`    // under the present file
	After    int     `json:"after"`  // under the whole new file
	Kept     int     `json:"kept"`   // values kept of taken, on sessions not learned from
	Taken    int     `json:"taken"`
	Tools    []*Item `json:"tools"`
	Stays    []path  `json:"stays"` // lines of the user that win
	Written  bool    `json:"written"`
}

type path []string

// Item is an entry with lines: of a tool, or of all tools of a server.
type Item struct {
	Entry   string   `json:"entry"`
	Server  string   `json:"server,omitempty"`
	Results int      `json:"results,omitempty"`
	Before  int      `json:"before"`
	Now     int      `json:"now"`
	After   int      `json:"after"`
	Kept    int      `json:"kept"`
	Taken   int      `json:"taken"`
	Fields  []field  `json:"fields,omitempty"`
	Lines   []string `json:"lines"`
	Details []Line   `json:"-"` // of Lines
	isList  bool
	why     string // of an entry for all tools
}

// Line is a line of an entry. Text is the line in the file, with comments.
type Line struct {
	Key   string `json:"key"`
	Text  string `json:"text"`
	Why   string `json:"why"`
	Saved int    `json:"saved"` // tokens
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

// Report reports the lines that a change adds, and measures them with all other lines.
func (f *File) Report(s *Settled, l *suggest.Learner) (*Report, error) {
	under, err := f.under(s.Text, l)
	now, fault := f.under(f.Text, l)
	if err := cmp.Or(err, fault); err != nil {
		return nil, err
	}
	p := s.proposal
	r := &Report{File: f.Name, New: f.Text == nil, Sessions: p.Sessions, Tasks: p.Tasks, Few: p.Proof == nil, Counter: p.Counter, Tools: []*Item{}, Stays: []path{}}
	for _, m := range s.kept {
		r.Stays = append(r.Stays, m.Path)
	}
	figures := map[string]*suggest.ToolFigures{}
	if p.Proof != nil {
		figures = p.Proof.Own.Tools
		r.Kept, r.Taken = p.Proof.Own.Kept, p.Proof.Own.Taken
	}
	for _, e := range p.Everywhere {
		i := &Item{Entry: e.Entry, Server: strings.TrimSuffix(strings.TrimSuffix(e.Entry, "*"), "."), Fields: fieldsOf(e.Omits), why: e.Why()}
		for _, o := range e.Omits {
			i.Before += o.Tokens
		}
		i.Now = i.Before
		lines := e.Lines()
		lines[0].Saved = i.Before
		r.add(i, s.added, lines)
	}
	for name, of := range under {
		r.Before, r.Now, r.After = r.Before+of.Before, r.Now+now[name].After, r.After+of.After
	}
	for _, t := range p.Tools {
		i := &Item{Entry: t.Name, Server: t.Server}
		name := t.Server + "." + t.Name
		if under[name] == nil { // the entry names the server of some
			name = t.Name
		}
		if of := under[name]; of != nil {
			i.Results, i.Before, i.Now, i.After = of.Results, of.Before, now[name].After, of.After
		}
		if f := figures[t.Name]; f != nil {
			i.Kept, i.Taken = f.Kept, f.Taken
		}
		for _, line := range t.Lines {
			i.Fields = append(i.Fields, fieldsOf(line.Omits)...)
		}
		r.add(i, s.added, t.Lines)
	}
	if p.Lists != nil {
		r.add(&Item{Entry: listEntry, Before: p.Lists.Before, Now: p.Lists.Before, After: p.Lists.After, isList: true}, s.added, []suggest.Line{{Key: listKey, Why: "names and descriptions of tools", Saved: p.Lists.Before - p.Lists.After}})
	}
	slices.SortStableFunc(r.Tools, func(a, b *Item) int { return strings.Compare(a.Server, b.Server) })
	return r, nil
}

// under measures the results under the text of a configuration, nil for no file.
func (f *File) under(text []byte, l *suggest.Learner) (map[string]*suggest.ToolFigures, error) {
	if text == nil {
		text = []byte(EmptyFile)
	}
	rules, err := config.Parse(f.Name, text)
	if err != nil {
		return nil, err
	}
	tools, err := l.Under(rules)
	return tools, app.InputError(err)
}

// listEntry stands for the key of the list of tools in the global section, listKey.
const (
	listEntry = "list of tools"
	listKey   = "tools"
)

// add adds an item if a change has lines of it. proposed are the lines with their reasons.
func (r *Report) add(i *Item, added []config.Member, proposed []suggest.Line) {
	for _, m := range added {
		switch {
		case i.isList && len(m.Path) == 2 && m.Path[0] == "global" && m.Path[1] == listKey:
			i.Lines = append(i.Lines, listKey)
		case !i.isList && len(m.Path) == 2 && m.Path[1] == i.Entry && m.Value != "{}": // of a tool that is off
			i.Lines = append(i.Lines, m.Value)
		case !i.isList && len(m.Path) == 3 && m.Path[1] == i.Entry:
			i.Lines = append(i.Lines, m.Path[2])
		default:
			continue
		}
		line := Line{Key: i.Lines[len(i.Lines)-1], Text: m.Lines}
		for _, of := range proposed {
			if of.Key == line.Key {
				line.Why, line.Saved = of.Why, of.Saved
			}
		}
		i.Details = append(i.Details, line)
	}
	if i.Lines != nil && !slices.Equal(i.Lines, []string{`"off"`}) { // a file tool comes with the lines of its server
		r.Tools = append(r.Tools, i)
	}
}

func (r *Report) printHead(w io.Writer) {
	place := ""
	if r.New {
		place = " (a new file)"
	}
	terminal.Say(w, "file: %s%s", terminal.Printable(r.File), place)
	now, than := besideNow(r.Before, r.Now)
	terminal.Say(w, "%s: %d tokens (%s)%s become %d with all lines, %s less%s", terminal.Counted(r.Sessions, "session"), r.Before, r.Counter, now, r.After, suggest.Percent(r.Now-r.After, r.Now), than)
	if r.Few {
		terminal.Say(w, "few sessions: presets and counts of public recordings decide which fields go")
		terminal.Say(w, "a test on other sessions takes %d sessions with %d different first calls; here are %d with %d", suggest.FewestProving, suggest.Folds, r.Sessions, r.Tasks)
		return
	}
	if r.Taken == 0 {
		terminal.Say(w, "no value of these results was used again: data stays unless a result or its call says it twice")
		return
	}
	terminal.Say(w, "kept %d of %s on sessions not learned from", r.Kept, terminal.Counted(r.Taken, "value"))
}

// besideNow returns words on the present tokens, if rules in force take some.
func besideNow(before, now int) (present, than string) {
	if now == before {
		return "", ""
	}
	return fmt.Sprintf(", %d now,", now), " than now"
}

func (i *Item) print(w io.Writer) {
	terminal.Say(w, "")
	switch {
	case i.isList:
		terminal.Say(w, "%s", listEntry)
	case i.Results == 0:
		terminal.Say(w, "%s: %s, %d tokens", terminal.Printable(i.Entry), i.why, i.Before)
	default:
		kept := ""
		if i.Taken > 0 {
			kept = fmt.Sprintf("; kept %d of %s", i.Kept, terminal.Counted(i.Taken, "value"))
		}
		now, than := besideNow(i.Before, i.Now)
		terminal.Say(w, "%s: %s of %d tokens%s become %d, %s less%s%s", terminal.Printable(i.Entry), terminal.Counted(i.Results, "result"), i.Before, now, i.After, suggest.Percent(i.Now-i.After, i.Now), than, kept)
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
func (i *Item) printDetails(w io.Writer) {
	for _, of := range i.Details {
		for line := range strings.Lines(of.Text) {
			fmt.Fprint(w, "  | "+terminal.Printable(strings.TrimRight(line, "\n"))+"\n")
		}
	}
}
