package suggest

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/learn"
	"github.com/seed-7aa78ce4/shape/internal/scalars"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// trial tries lines on the results of one tool, each beside those that stay before it.
type trial struct {
	Options
	tool       Tool
	samples    []sample
	omits      []learn.Omission
	everywhere Everywhere
	shared     []Everywhere // everywhere, once it is in force
	made       *fields      // the fields of the results
	now        outcome      // with the lines that stay
}

// outcome is the effect of lines on the results.
type outcome struct {
	tokens  int
	largest int // tokens of one result
	stands  bool
	taken   int
	shown   []shown // by sample
}

// shown is a shaped result.
type shown struct {
	body   []byte
	tokens int
	taken  int              // values that models took up from a result with texts of a kind, and that stand
	still  []scalars.Scalar // the used values that stand
}

// run tries all possible lines, from the lossless ones to the shortest. A tool that reads
// files keeps its results: an edit needs their bytes.
func (t *trial) run() (err error) {
	t.tool.Results = len(t.samples)
	for _, s := range t.samples {
		n, err := t.tokens(&s.Call, profiles.Builtin(), s.Body)
		if err != nil {
			return fmt.Errorf("%s: %w", s.File, err)
		}
		t.tool.Before += n
	}
	t.tool.After = t.tool.Before
	if t.tool.IsFile && !t.isTemplate() && len(t.common(shorterKinds))+len(t.common(outlinedKinds)) == 0 {
		return nil
	}
	if t.now, err = t.bare(); err != nil {
		return err
	}
	t.tool.Bare = t.tool.Before - t.now.tokens
	if !t.now.stands { // any entry would lose a value of the envelope that a later call took up
		return nil
	}
	steps := []func() error{t.share, t.omit, t.compact, t.elide, t.tables, t.texts, t.dropText, t.strings, t.items, t.shorten, t.budget}
	if t.tool.IsFile {
		steps = []func() error{t.share, t.texts}
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	if len(t.tool.Lines) == 0 { // then no entry trims its envelope
		if t.now, err = t.try(); err != nil {
			return err
		}
		t.tool.Bare, t.tool.Shared = 0, t.tool.Before-t.now.tokens
	}
	t.tool.After = t.now.tokens
	return nil
}

// bare is the outcome of an entry that changes no value: behind MCP an entry for a tool
// trims its envelope.
func (t *trial) bare() (outcome, error) { return t.try(Line{Key: "columns", Value: false}) }

// try is the outcome of lines beside those that stay.
func (t *trial) try(more ...Line) (o outcome, err error) {
	if t.Stop != nil {
		if err := t.Stop(); err != nil {
			return o, err
		}
	}
	lines := slices.Concat(t.tool.Lines, more)
	proxy, err := (&Proposal{Tools: []Tool{{Name: t.tool.Name, Lines: lines}}, Everywhere: t.shared}).proxy(t.Options)
	if err != nil {
		return o, err
	}
	o.stands = true
	rowsMove := slices.ContainsFunc(lines, func(l Line) bool { return l.Key == "rows" })
	for i := range t.samples {
		s := &t.samples[i]
		out, refused, err := proxy.shape(context.Background(), &s.Call, s.Body)
		of, fault := t.measure(i, out, rowsMove)
		if err = cmp.Or(err, fault); err != nil {
			return o, fmt.Errorf("%s: %w", s.File, err)
		}
		o.tokens, o.largest, o.taken = o.tokens+of.tokens, max(o.largest, of.tokens), o.taken+of.taken
		o.stands = o.stands && !refused && len(of.still) == len(s.used)
		o.shown = append(o.shown, of)
	}
	return o, nil
}

// measure counts the tokens and the values of a shaped result, unless it did not change.
func (t *trial) measure(i int, out []byte, rowsMove bool) (of shown, err error) {
	if t.now.shown != nil && !rowsMove && bytes.Equal(out, t.now.shown[i].body) {
		return t.now.shown[i], nil
	}
	s, plain := &t.samples[i], sync.OnceValue(func() string { return Plain(out) })
	of.body = out
	of.tokens, _ = t.tokens(&s.Call, profiles.Builtin(), out)
	for _, value := range s.taken {
		if standsAlone(plain(), value) {
			of.taken++
		}
	}
	of.still, err = s.standing(out, rowsMove)
	return of, err
}

// saves reports whether one outcome saves enough beside another one, and loses nothing
// that was taken up.
func (t *trial) saves(o, beside outcome) bool {
	return o.stands && float64(beside.tokens-o.tokens) >= t.least(beside)
}

// least is the least number of tokens that a line saves beside an outcome.
func (t *trial) least(o outcome) float64 { return max(1, t.Floor*float64(o.tokens)) }

// add proposes a line, if it saves enough.
func (t *trial) add(line Line) error {
	o, err := t.try(line)
	if err == nil && t.saves(o, t.now) {
		t.take(line, o)
	}
	return err
}

func (t *trial) take(line Line, o outcome) {
	line.Saved = t.now.tokens - o.tokens
	t.tool.Lines = append(t.tool.Lines, line)
	t.now = o
}

// loosest returns the first of several lines, each tighter than the one before, that
// brings every result within the aim. Otherwise it returns the last line that still saves
// enough more than the one before and loses no used value. The key of no line is empty.
func (t *trial) loosest(lines []Line) (best Line, at outcome, err error) {
	at = t.now
	for _, line := range lines {
		if at.largest <= t.Aim {
			break
		}
		o, err := t.try(line)
		if err != nil {
			return best, at, err
		}
		if !o.stands {
			best.Why += "; less would lose what a later call took up"
			break
		}
		if t.saves(o, at) {
			best, at = line, o
		}
	}
	return best, at, nil
}

// cutLists proposes one of several lines that cut lists, each tighter than the one before. Rows
// with rare values stay, if other rows then stay and no used value goes.
func (t *trial) cutLists(lines []Line) error {
	best, at, err := t.loosest(lines)
	if err != nil || best.Key == "" {
		return err
	}
	if !slices.ContainsFunc(t.tool.Lines, func(l Line) bool { return l.Key == "rows" }) {
		rows := Line{Key: "rows", Value: "differ", Why: "rows with rare values stay, then the first and the last ones"}
		o, err := t.try(rows, best)
		if err != nil {
			return err
		}
		if o.tokens != at.tokens && t.saves(o, t.now) && (o.largest <= t.Aim || at.largest > t.Aim) {
			t.tool.Lines, at = append(t.tool.Lines, rows), o
		}
	}
	t.take(best, at)
	return nil
}
