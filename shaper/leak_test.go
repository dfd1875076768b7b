package shaper_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// No hidden value comes out, for every document, call, label and history. It is not in the
// output, an error, the report, or an explanation. The report counts the values of excludes
// that the answer may show.
func FuzzLawsLeak(f *testing.F) {
	for seed := range testkit.Seeds(50) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { tryLeaks(t, seed, 32) })
}

// tryLeaks tries some documents under the rules of a seed, up to the first failure. It
// returns how many were refused.
func tryLeaks(t *testing.T, seed, documents uint64) (refused int) {
	run := newLeakRun(t, seed)
	for i := range documents {
		l := run.document(i)
		if l.fault = l.judge(); l.fault != "" {
			t.Errorf("seed %d, document %d: %s\n%s\nin  %s\nout %s\n%v\n%+v", seed, i, l.fault, spellRequest(l.req), l.req.Body, l.res.Body, l.err, l.res.Report)
			break
		}
		if l.err != nil {
			refused++
		}
	}
	return refused
}

// leakRun holds documents under the same rules. One engine shapes all of them, so each one
// meets the caches of others. The same calls come again, since a new call costs more than all
// the rest.
type leakRun struct {
	seed     uint64
	spec     profiles.Spec
	set      *profiles.Set
	engine   *shaper.Engine
	requests []shaper.Request
	told     []byte // memory for the texts about a document
}

func newLeakRun(t *testing.T, seed uint64) *leakRun {
	r := rand.New(rand.NewPCG(seed, 11))
	run := &leakRun{seed: seed, spec: leakSpec(r)}
	var err error
	if run.set, err = profiles.New(run.spec); err != nil {
		t.Fatal(err)
	}
	if run.engine, err = shaper.New(run.set); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		run.requests = append(run.requests, leakRequest(r))
	}
	return run
}

// leakTry is a document with secrets and its outcome.
type leakTry struct {
	*leakRun
	number  uint64
	req     shaper.Request
	redacts int // values that a redaction may stand in for
	res     shaper.Result
	err     error
	fault   string
}

// document makes a document and shapes it.
func (run *leakRun) document(number uint64) *leakTry {
	r := rand.New(rand.NewPCG(run.seed, 13+number))
	g := leaker{Rand: r, depth: []int{1, 1, 1, 2, 2, 3}[r.IntN(6)]}
	l := &leakTry{leakRun: run, number: number, req: run.requests[r.IntN(len(run.requests))]}
	g.tables = r.IntN(4) == 0
	g.debug, g.called = l.req.Profile == "debug", l.req.Dialect != ""
	l.req.Body = []byte(g.document(site{excludes: hidden}))
	l.redacts = g.redacts
	l.res, l.err = l.shape(run.engine, l.req.Body)
	return l
}

func (l *leakTry) shape(eng *shaper.Engine, body []byte) (shaper.Result, error) {
	req := l.req
	req.Body = body
	return eng.Shape(context.Background(), req)
}

// judge returns the first fault.
func (l *leakTry) judge() string {
	return cmp.Or(l.showsNothing(), l.isSound(), l.isSettled(), l.isExplained())
}

// showsNothing looks for secrets by their own text.
func (l *leakTry) showsNothing() string {
	for _, secret := range []promise{hidden, patternSecret} {
		if i := bytes.Index(l.res.Body, []byte(secret)); i >= 0 {
			return fmt.Sprintf("it shows %s", l.res.Body[max(0, i-200):min(i+60, len(l.res.Body))])
		}
	}
	if l.told = fmt.Appendf(l.told[:0], "%v %+v", l.err, l.res.Report); reveals(l.told) {
		return "it is told: " + string(l.told)
	}
	// A value that was withheld may take the name of another one along.
	counts := l.res.Report.Opaque.Count + l.res.Report.Withheld.Count + l.res.Report.MissedNames.Count
	if shown := bytes.Count(l.res.Body, []byte(counted)); shown > counts {
		return fmt.Sprintf("it shows %d of which %d are counted", shown, counts)
	}
	return ""
}

// reveals reports whether a text about a document holds a secret of it.
func reveals(told []byte) bool {
	return slices.ContainsFunc([]promise{hidden, counted, free, patternSecret}, func(p promise) bool { return bytes.Contains(told, []byte(p)) })
}

// isSound: the answer is JSON, and no larger than the document, its marks and
// its notes.
func (l *leakTry) isSound() string {
	if l.err != nil {
		return ""
	}
	if !json.Valid(l.res.Body) {
		return "it is not JSON"
	}
	grown := l.req.Profile == "debug" || l.req.Mode != "" // both add members
	if most := len(unfolded(l.req.Body)) + 10*l.res.Report.Withheld.Count + 12*l.redacts + 16*200; len(l.res.Body) > most && !grown {
		return fmt.Sprintf("it has %d bytes of at most %d", len(l.res.Body), most)
	}
	return ""
}

// unfolded returns a document without tables, or unchanged if it is no JSON.
func unfolded(doc []byte) []byte {
	if out, err := shaper.Unfold(doc); err == nil {
		return out
	}
	return doc
}

// isSettled: a second look, by this engine or another, finds nothing more to do.
func (l *leakTry) isSettled() string {
	if l.number%8 == 1 {
		if again, err := l.shape(l.engine, l.req.Body); !same(again, err, l) {
			return fmt.Sprintf("the second time it is %s, %v", again.Body, err)
		}
	}
	if l.number%4 == 0 && l.err == nil && l.settles() {
		if again, err := l.shape(l.engine, l.res.Body); err != nil || l.settled(again.Body) != l.settled(l.res.Body) {
			return fmt.Sprintf("settled it is %s, %v", again.Body, err)
		}
	}
	if l.number%64 == 2 {
		eng, err := shaper.New(l.set)
		if err != nil {
			return err.Error()
		}
		if fresh, err := l.shape(eng, l.req.Body); !same(fresh, err, l) {
			return fmt.Sprintf("a fresh engine says %s, %v", fresh.Body, err)
		}
	}
	return ""
}

// settles reports whether a second run sees the same document as the first one. Five cases
// differ. A half that omit_fields emptied stays whole. Without its hidden members it may be of
// another dialect, and not be emptied again. Without its lost members a document may be of another dialect, and comfort rules and
// debug act on it. Without withheld values a text may be JSON for the most part. A budget that
// no cut met may be met without hidden elements. Documents in a text may be shaped by text_as if
// nothing of the text is hidden any more.
func (l *leakTry) settles() bool {
	comfort := l.req.Profile == "debug" || l.req.Mode != "" || l.req.Fields != nil || l.req.Include != nil
	return !comfort && !l.res.Report.Fit.Over && l.res.Report.Whole == "" && l.spec.Tools[0].IncludeOnly == nil && l.spec.Tools[0].TextAs == nil && !bytes.Contains(l.res.Body, []byte(counted))
}

// settled returns the part of a document that a second run must keep. It leaves out the
// message of a scalpel error, since its first line may be read in another way than all of it.
func (l *leakTry) settled(doc []byte) string {
	if l.res.Report.Dialect == "scalpel" {
		doc = scalpelMessage.ReplaceAll(doc, nil)
	}
	return dense(doc)
}

var scalpelMessage = regexp.MustCompile(`"error":"(?:[^"\\]|\\.)*"`)

// dense returns a document without white space, in texts as well. A text that lost the part
// that made it no JSON is compacted by a second run.
func dense(doc []byte) string {
	return strings.NewReplacer(" ", "", `\n`, "", `\t`, "", `\u0009`, "", `\`, "").Replace(string(doc))
}

func same(res shaper.Result, err error, l *leakTry) bool {
	return string(res.Body) == string(l.res.Body) && errorText(err) == errorText(l.err) && fmt.Sprint(res.Report) == fmt.Sprint(l.res.Report)
}

// isExplained: an explanation matches the answer, except for the cuts of a budget, and reveals
// no more.
func (l *leakTry) isExplained() string {
	if l.number%16 != 3 {
		return ""
	}
	x, err := l.engine.Explain(context.Background(), l.req)
	if len(l.res.Report.Fit.Steps) == 0 && string(x.Body) != string(l.res.Body) || errorText(err) != errorText(l.err) {
		return fmt.Sprintf("explained it is %s, %v", x.Body, err)
	}
	if told := fmt.Appendf(nil, "%v %+v %+v %+v", err, x.Report, x.Fields, slices.Collect(x.Decisions())); reveals(told) {
		return "it is explained: " + string(told)
	}
	return ""
}

func spellRequest(req shaper.Request) string {
	req.Body = nil
	text, _ := json.Marshal(req)
	return string(text)
}
