package suggest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/learn"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// Figures add up the tokens that models read in sessions, as recorded and with shaped
// results. They hold for the texts of results.
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
}

// ToolFigures are the figures of one tool.
type ToolFigures struct{ Results, Before, After, Taken, Kept int }

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

// Measure measures one session.
func Measure(s *recordings.Session, shape Shape, counter tokens.Counter) (*Figures, error) {
	f := &Figures{Sessions: 1}
	type result struct {
		shaped string
		cut    bool
		tokens int
		tool   *ToolFigures
	}
	var results []result
	var fault error
	var raw, shaped Turns
	fetched := map[int]bool{}
	read := func(c *recordings.Call) string {
		body := c.Result()
		out, err := shape(c, body)
		if err != nil {
			fault = fmt.Errorf("%s: %w", c.File, err)
			out = body
		}
		before, after := counter.Count([]byte(said(body))), counter.Count([]byte(said(out)))
		t := f.tool(c.Tool)
		f.Results, t.Results = f.Results+1, t.Results+1
		f.Before, t.Before, f.After, t.After = f.Before+before, t.Before+before, f.After+after, t.After+after
		raw.Put(before)
		shaped.Put(after)
		cut := bytes.Contains(out, []byte(mcp.RetrieveTool)) && !bytes.Contains(body, []byte(mcp.RetrieveTool))
		results = append(results, result{plain(out), cut, before, t})
		return plain(body)
	}
	take := func(value string, in []int) {
		kept, cut := false, -1
		for _, i := range in {
			kept = kept || strings.Contains(results[i].shaped, value)
			if results[i].cut {
				cut = i
			}
		}
		f.Taken++
		results[in[0]].tool.Taken++
		switch {
		case kept:
			f.Kept++
			results[in[0]].tool.Kept++
		case cut < 0:
			f.Lost++
		default:
			f.Back++
			if !fetched[cut] { // a call with its page: one turn more, and the page from then on
				fetched[cut] = true
				f.Retrievals++
				shaped.Say(Call)
				shaped.Put(min(results[cut].tokens, Page))
			}
		}
	}
	learn.Follow(s, read, take, func(e *recordings.Event) {
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
		n := counter.Count(text)
		if e.Kind == recordings.User {
			raw.Put(n)
			shaped.Put(n)
		} else {
			raw.Say(n)
			shaped.Say(n)
		}
	})
	f.Usage, f.ShapedUsage = raw.Usage, shaped.Usage
	f.Prompt, f.Shaped = raw.Written+raw.Again, shaped.Written+shaped.Again
	if strings.Contains(s.Ended, "too long") {
		f.Overflows, f.Overflow, f.ShapedOverflow = 1, raw.Next, shaped.Next
	}
	if f.Kept == f.Taken {
		f.Clean++
	}
	return f, fault
}

// said returns the texts of a result, as clients show them.
func said(body []byte) string {
	var r struct {
		Content []struct {
			Text     string
			Resource struct{ Text string }
		}
	}
	if json.Unmarshal(body, &r) != nil || r.Content == nil {
		return string(body)
	}
	var b strings.Builder
	for _, c := range r.Content {
		b.WriteString(c.Text + c.Resource.Text + "\n")
	}
	return b.String()
}

// plain returns all names and values of a result, a line each. A string with a document in
// it stands as it is, too.
func plain(body []byte) string {
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

// By returns the shape of a proxy under an engine.
func By(engine *shaper.Engine, o Options) Shape {
	return func(c *recordings.Call, result []byte) ([]byte, error) {
		r, err := engine.Shape(context.Background(), proxied(c, result, o.Reads))
		return r.Body, err
	}
}

// Caps are the rules of clients that cut results themselves, by name.
var Caps = map[string]Shape{
	"cut at 10 KiB": capped(10<<10, func(text string) string {
		return strings.ToValidUTF8(text[:5<<10], "") + "\n… truncated …\n" + strings.ToValidUTF8(text[len(text)-5<<10:], "")
	}),
	"preview of 2 KB": capped(80_000, func(text string) string {
		return strings.ToValidUTF8(text[:2<<10], "") + "\n… the rest was saved to a file …"
	}),
}

// capped cuts the texts of results with more bytes than most.
func capped(most int, cut func(string) string) Shape {
	return func(_ *recordings.Call, result []byte) ([]byte, error) {
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
}

const (
	Folds         = 3 // parts of the tasks
	fewestProving = 5 // sessions
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

// prove proves on the sessions of the learner, by its own priors.
func (l *Learner) prove() (*Proof, error) {
	return l.Prove(l.from, func(int) learn.Priors { return l.Priors })
}

// Prove learns from two thirds of the tasks and measures on the other third, three times.
// The sessions of test are those of the learner; they may hold more texts. priors returns
// those for learning without a third. Prove returns nil if there are fewer than five
// sessions or three tasks.
func (l *Learner) Prove(test Source, priors func(fold int) learn.Priors) (*Proof, error) {
	tasks := map[string]bool{}
	for _, s := range l.sessions {
		tasks[s.task] = true
	}
	if len(l.sessions) < fewestProving || len(tasks) < Folds {
		return nil, nil
	}
	shapes := make([]Shape, Folds)
	err := together(Folds, func(k int) error {
		without := *l
		without.Priors = priors(k)
		p, err := without.propose(func(task string) bool { return Fold(task) != k })
		if err != nil {
			return err
		}
		engine, err := p.Engine()
		shapes[k] = By(engine, l.Options)
		return err
	})
	if err != nil {
		return nil, err
	}
	proof := &Proof{Caps: map[string]*Figures{}}
	for name := range Caps {
		proof.Caps[name] = &Figures{}
	}
	names := slices.Sorted(maps.Keys(Caps))
	err = test(func(s *recordings.Session) error {
		figures := make([]*Figures, 1+len(names))
		err := together(len(figures), func(i int) (err error) {
			shape := shapes[Fold(learn.Task(s))]
			if i > 0 {
				shape = Caps[names[i-1]]
			}
			figures[i], err = Measure(s, shape, l.Counter)
			return err
		})
		if err != nil {
			return err
		}
		proof.Own.Add(figures[0])
		for i, name := range names {
			proof.Caps[name].Add(figures[1+i])
		}
		return nil
	})
	return proof, err
}

// together calls work with the numbers below n, side by side, and joins the errors in their
// order.
func together(n int, work func(i int) error) error {
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { errs[i] = work(i) })
	}
	all.Wait()
	return errors.Join(errs...)
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
	for _, cost := range curveCosts {
		at := *l
		at.Retrieval = cost
		proof, err := at.prove()
		if err != nil || proof == nil {
			return nil, err
		}
		all = append(all, Point{cost, proof.Own})
	}
	return all, nil
}
