package suggest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/learn"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// Figures add up the tokens that models read in sessions, as recorded and with shaped
// results. They hold for the half of results that the client shows.
type Figures struct {
	Sessions, Results int
	Before, After     int // tokens of results
	// Prompt and Shaped are the tokens of the prompts of all turns: each turn reads again all
	// that stands before it. Shaped includes the retrievals.
	Prompt, Shaped int
	// Usage and ShapedUsage are these tokens in parts, and those that models wrote.
	Usage, ShapedUsage Usage
	Retrievals         int
	// Taken counts the values that models took up. Kept of them stand in shaped results.
	// Back of them stand in none, and a result with one names the tool of retrieval. Lost
	// stand in none, and no result names it.
	Taken, Kept, Back, Lost int
	Clean                   int // sessions without a value that is not kept
	// Overflows counts the sessions that ended with a prompt that was too long. Overflow and
	// ShapedOverflow are the tokens of all that stands in them.
	Overflows, Overflow, ShapedOverflow int
	// Tools are the tokens and values by tool.
	Tools map[string]*ToolFigures
	// Each and Turns are those of one session, and no sums.
	Each  []ResultFigures
	Turns []Turn
}

// ResultFigures are the figures of one result. Taken and Kept are as in [Figures]. Back counts
// the values that a retrieval of this result gives back.
type ResultFigures struct{ Before, After, Taken, Kept, Back int }

// Turn is the tokens of the prompt of a turn. Results is the number of results before it.
type Turn struct{ Results, Prompt, Shaped int }

// ToolFigures are the figures of one tool. Prompt and Shaped are the tokens of its results in
// the prompts of all turns of the recording, without retrievals.
type ToolFigures struct{ Results, Before, After, Prompt, Shaped, Taken, Kept int }

// Add adds the figures of other sessions.
func (f *Figures) Add(o *Figures) {
	f.Sessions, f.Results, f.Clean = f.Sessions+o.Sessions, f.Results+o.Results, f.Clean+o.Clean
	f.Before, f.After, f.Prompt, f.Shaped = f.Before+o.Before, f.After+o.After, f.Prompt+o.Prompt, f.Shaped+o.Shaped
	f.Usage.Add(o.Usage)
	f.ShapedUsage.Add(o.ShapedUsage)
	f.Overflows, f.Overflow, f.ShapedOverflow = f.Overflows+o.Overflows, f.Overflow+o.Overflow, f.ShapedOverflow+o.ShapedOverflow
	f.Retrievals, f.Taken, f.Kept, f.Back, f.Lost = f.Retrievals+o.Retrievals, f.Taken+o.Taken, f.Kept+o.Kept, f.Back+o.Back, f.Lost+o.Lost
	for name, t := range o.Tools {
		sum := f.tool(name)
		sum.Results, sum.Before, sum.After = sum.Results+t.Results, sum.Before+t.Before, sum.After+t.After
		sum.Prompt, sum.Shaped = sum.Prompt+t.Prompt, sum.Shaped+t.Shaped
		sum.Taken, sum.Kept = sum.Taken+t.Taken, sum.Kept+t.Kept
	}
}

func (f *Figures) tool(name string) *ToolFigures {
	if f.Tools == nil {
		f.Tools = map[string]*ToolFigures{}
	}
	if f.Tools[name] == nil {
		f.Tools[name] = &ToolFigures{}
	}
	return f.Tools[name]
}

// Shape returns the result that a client would read in place of another one.
type Shape func(c *recordings.Call, result []byte) ([]byte, error)

// Page is the tokens of the page of a retrieval, at most. Call is the tokens of its call.
const (
	Page = 4500
	Call = 80
)

// Measure measures one session under each shape. It reads the session once.
func Measure(s *recordings.Session, o Options, shapes ...Shape) ([]*Figures, error) {
	m := measure{Options: o}
	for _, shape := range shapes {
		m.arms = append(m.arms, &measured{sum: Figures{Sessions: 1}, shape: shape})
	}
	isLast, hasTexts := false, false
	learn.Follow(s, m.read, m.take, func(e *recordings.Event) {
		isLast = e.Kind == recordings.Result
		hasTexts = hasTexts || e.Kind == recordings.Model
		m.turn(e)
	})
	if isLast && !hasTexts && s.Ended == "" { // a proxy records no text of the turn that read it
		m.say(0)
	}
	figures := make([]*Figures, len(m.arms))
	for i, a := range m.arms {
		a.end(&m, strings.Contains(s.Ended, "too long"))
		figures[i] = &a.sum
	}
	return figures, m.fault
}

// measure measures a session.
type measure struct {
	Options
	results []result
	raw     Turns
	arms    []*measured
	fault   error
}

// result is a recorded result. turn is the number of turns before it.
type result struct {
	tool         string
	tokens, turn int
}

// measured is a session under one shape.
type measured struct {
	sum     Figures
	shape   Shape
	turns   Turns
	results []shapedResult
}

type shapedResult struct {
	ResultFigures
	text    string
	cut     bool // it names the tool of retrieval
	fetched bool // a retrieval gave it back
}

// read reads a result under all shapes, side by side.
func (m *measure) read(c *recordings.Call) string {
	body := c.Result()
	before, _ := m.tokens(c, profiles.Builtin(), body)
	m.results = append(m.results, result{c.Tool, before, m.raw.turns})
	m.raw.Put(before)
	err := together(len(m.arms), func(i int) error { return m.arms[i].read(c, body, &m.Options) })
	if err != nil {
		m.fault = fmt.Errorf("%s: %w", c.File, err)
	}
	return Plain(body)
}

func (a *measured) read(c *recordings.Call, body []byte, o *Options) error {
	out, err := a.shape(c, body)
	if err != nil {
		out = body
	}
	cut := bytes.Contains(out, []byte(mcp.RetrieveTool)) && !bytes.Contains(body, []byte(mcp.RetrieveTool))
	n, _ := o.tokens(c, profiles.Builtin(), out)
	a.turns.Put(n)
	a.results = append(a.results, shapedResult{ResultFigures: ResultFigures{After: n}, text: Plain(out), cut: cut})
	return err
}

func (m *measure) take(value string, in []int) {
	for _, a := range m.arms {
		a.take(m, value, in)
	}
}

// take counts a value that the model took up. A retrieval is one turn more, and its page
// from then on.
func (a *measured) take(m *measure, value string, in []int) {
	kept, cut := false, -1
	for _, i := range in {
		kept = kept || strings.Contains(a.results[i].text, value)
		if a.results[i].cut {
			cut = i
		}
	}
	f, tool, from := &a.sum, a.sum.tool(m.results[in[0]].tool), &a.results[in[0]]
	f.Taken, tool.Taken, from.Taken = f.Taken+1, tool.Taken+1, from.Taken+1
	switch {
	case kept:
		f.Kept, tool.Kept, from.Kept = f.Kept+1, tool.Kept+1, from.Kept+1
	case cut < 0:
		f.Lost++
	default:
		f.Back++
		a.results[cut].Back++
		if !a.results[cut].fetched {
			a.results[cut].fetched = true
			f.Retrievals++
			a.turns.Say(Call)
			a.turns.Put(min(m.results[cut].tokens, Page))
		}
	}
}

func (m *measure) turn(e *recordings.Event) {
	text := []byte(e.Text)
	switch e.Kind {
	case recordings.Result:
		return
	case recordings.Request:
		var b bytes.Buffer
		if text = e.Arguments; json.Compact(&b, text) == nil { // a recorder may lay them out
			text = b.Bytes()
		}
	}
	n := m.Counter.Count(text)
	if e.Kind != recordings.User {
		m.say(n)
		return
	}
	m.raw.Put(n)
	for _, a := range m.arms {
		a.turns.Put(n)
	}
}

// say is a turn of n tokens.
func (m *measure) say(n int) {
	for _, a := range m.arms {
		a.sum.Turns = append(a.sum.Turns, Turn{len(m.results), m.raw.Next, a.turns.Next})
		a.turns.Say(n)
	}
	m.raw.Say(n)
}

// end adds up the figures of a session.
func (a *measured) end(m *measure, isOverflow bool) {
	f := &a.sum
	f.Results = len(m.results)
	for i, r := range m.results {
		t, after, turns := f.tool(r.tool), a.results[i].After, m.raw.turns-r.turn
		a.results[i].Before = r.tokens
		f.Each = append(f.Each, a.results[i].ResultFigures)
		f.Before, f.After = f.Before+r.tokens, f.After+after
		t.Results, t.Before, t.After = t.Results+1, t.Before+r.tokens, t.After+after
		t.Prompt, t.Shaped = t.Prompt+r.tokens*turns, t.Shaped+after*turns
	}
	f.Usage, f.ShapedUsage = m.raw.Usage, a.turns.Usage
	f.Prompt, f.Shaped = m.raw.Written+m.raw.Again, a.turns.Written+a.turns.Again
	if isOverflow {
		f.Overflows, f.Overflow, f.ShapedOverflow = 1, m.raw.Next, a.turns.Next
	}
	if f.Kept == f.Taken {
		f.Clean++
	}
}

// Plain returns all names and values of a result, a line each. A string with a document in
// it stands as it is, too.
func Plain(body []byte) string {
	var v any
	if json.Unmarshal(body, &v) != nil {
		return string(body)
	}
	var b strings.Builder
	write(&b, v, 0)
	return b.String()
}

const mostNested = 64

func write(b *strings.Builder, v any, depth int) {
	if depth > mostNested {
		return
	}
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			b.WriteString(name + "\n")
			write(b, v[name], depth+1)
		}
	case []any:
		for _, x := range v {
			write(b, x, depth+1)
		}
	case string:
		b.WriteString(v + "\n")
		var inner any
		if len(v) > 1 && (v[0] == '{' || v[0] == '[') && json.Unmarshal([]byte(v), &inner) == nil {
			write(b, inner, depth+1)
		}
	default:
		text, _ := json.Marshal(v)
		b.Write(append(text, '\n'))
	}
}

// By returns the shape of a proxy under some rules. It has an archive if they name one.
func By(rules shaper.Source, o Options) (Shape, error) {
	p, err := newProxy(rules, o)
	if err == nil && rules.Profiles().Archive().Store == "" {
		p.engine, err = shaper.New(rules)
	}
	return p.asShape, err
}

func (p *proxy) asShape(c *recordings.Call, result []byte) ([]byte, error) {
	out, _, err := p.shape(context.Background(), c, result)
	return out, err
}

// Caps are the rules of clients that cut results themselves, by name.
var Caps = map[string]Shape{
	"cut at 10 KiB": func(_ *recordings.Call, result []byte) ([]byte, error) {
		return capped(result, 10<<10, func(text string) string {
			return strings.ToValidUTF8(text[:5<<10], "") + "\n… truncated …\n" + strings.ToValidUTF8(text[len(text)-5<<10:], "")
		})
	},
	"preview of 2 KB": func(_ *recordings.Call, result []byte) ([]byte, error) {
		return capped(result, 80_000, func(text string) string {
			return strings.ToValidUTF8(text[:2<<10], "") + "\n… the rest was saved to a file …"
		})
	},
}

// capped cuts the texts of results with more bytes than most.
func capped(result []byte, most int, cut func(string) string) ([]byte, error) {
	var r map[string]any
	if json.Unmarshal(result, &r) != nil {
		return result, nil
	}
	blocks, _ := r["content"].([]any)
	for _, b := range blocks {
		block, _ := b.(map[string]any)
		if text, _ := block["text"].(string); len(text) > most {
			block["text"] = cut(text)
		}
	}
	return json.Marshal(r)
}

const (
	Folds         = 3 // parts of the tasks
	FewestProving = 5 // sessions
)

// Proof is the figures of a proposal on sessions that it did not learn from. It also has
// those of the caps of clients on the same sessions.
type Proof struct {
	Own  Figures
	Caps map[string]*Figures
}

// Fold returns the third of all tasks that a task is in: 0, 1 or 2.
func Fold(task string) int {
	h := fnv.New32a()
	h.Write([]byte(task))
	return int(h.Sum32() % Folds)
}

// Arm chooses the shape for the sessions of a task.
type Arm func(task string) Shape

// MeasureAll measures arms on all sessions of a source.
func MeasureAll(from Source, o Options, arms ...Arm) ([]*Figures, error) {
	sums := make([]*Figures, len(arms))
	for i := range sums {
		sums[i] = &Figures{}
	}
	return sums, from(func(s *recordings.Session) error {
		shapes := make([]Shape, len(arms))
		for i, arm := range arms {
			shapes[i] = arm(learn.Task(s))
		}
		figures, err := Measure(s, o, shapes...)
		for i, f := range figures {
			sums[i].Add(f)
		}
		return err
	})
}

// CapArms are the arms of [Caps], in the order of their names.
func CapArms() (names []string, arms []Arm) {
	names = slices.Sorted(maps.Keys(Caps))
	for _, name := range names {
		arms = append(arms, func(string) Shape { return Caps[name] })
	}
	return names, arms
}

// Arm learns from two thirds of the tasks for the other third, three times. priors returns
// those for learning without a third. Lines with one of the keys are left out. Arm returns nil
// if there are fewer than five sessions or three tasks.
func (l *Learner) Arm(priors func(fold int) learn.Priors, leftOut ...string) (Arm, error) {
	if len(l.sessions) < FewestProving || l.tasks() < Folds {
		return nil, nil
	}
	shapes := make([]Shape, Folds)
	err := together(Folds, func(k int) error {
		without := *l
		without.Priors = priors(k)
		p, err := without.ProposeFor(func(task string) bool { return Fold(task) != k })
		if err != nil {
			return err
		}
		for i := range p.Tools {
			t := &p.Tools[i]
			t.Lines = slices.DeleteFunc(t.Lines, func(of Line) bool { return slices.Contains(leftOut, of.Key) })
		}
		proxy, err := p.proxy(l.Options)
		shapes[k] = proxy.asShape
		return err
	})
	return func(task string) Shape { return shapes[Fold(task)] }, err
}

// prove proves on the sessions of the learner, by its own priors.
func (l *Learner) prove() (*Proof, error) {
	own, err := l.Arm(func(int) learn.Priors { return l.Priors })
	if own == nil || err != nil {
		return nil, err
	}
	names, caps := CapArms()
	figures, err := MeasureAll(l.from, l.Options, append(caps, own)...)
	proof := &Proof{Own: *figures[len(names)], Caps: map[string]*Figures{}}
	for i, name := range names {
		proof.Caps[name] = figures[i]
	}
	return proof, err
}

// together calls work with the numbers below n, as many side by side as there are processors. It
// returns the first of their errors.
func together(n int, work func(i int) error) error {
	errs, room := make([]error, n), make(chan struct{}, runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	for i := range n {
		room <- struct{}{}
		all.Go(func() {
			errs[i] = work(i)
			<-room
		})
	}
	all.Wait()
	return cmp.Or(errs...)
}

// Point is a trade of a curve: the figures under one cost of a retrieval.
type Point struct {
	Retrieval int // tokens
	Figures   Figures
}

// curveCosts are the costs of a retrieval along a curve. A high cost keeps more.
var curveCosts = []int{100, 500, 1500, 5000, 20000, 100000}

// Curve proves proposals for several costs of a retrieval, the cheapest first. It returns
// nil if there are too few sessions.
func (l *Learner) Curve() (all []Point, err error) {
	var arms []Arm
	for _, cost := range curveCosts {
		at := *l
		at.Retrieval = cost
		arm, err := at.Arm(func(int) learn.Priors { return l.Priors })
		if arm == nil || err != nil {
			return nil, err
		}
		arms = append(arms, arm)
	}
	figures, err := MeasureAll(l.from, l.Options, arms...)
	for i, f := range figures {
		all = append(all, Point{curveCosts[i], *f})
	}
	return all, err
}
