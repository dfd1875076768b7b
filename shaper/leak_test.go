package shaper_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/casetest"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// Whatever the document, the call, its label and what was shaped before, nothing
// that is hidden comes out: not shaped, not in an error, not in the report, not
// explained. What the answer may show of excludes, the report counts.
func FuzzLawsLeak(f *testing.F) {
	for seed := range casetest.Seeds(1500) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { tryLeak(t, seed) })
}

// tryLeak tries one document.
func tryLeak(t *testing.T, seed uint64) *leakTry {
	l := newLeak(seed)
	for _, judge := range []func(*leakTry) string{(*leakTry).showsNothing, (*leakTry).isSound, (*leakTry).isSettled, (*leakTry).isExplained} {
		if l.fault = judge(l); l.fault != "" {
			t.Errorf("seed %d, engine %d: %s\n%s\nin  %s\nout %s\n%v\n%+v", seed, l.engine, l.fault, spellRequest(l.req), l.req.Body, l.res.Body, l.err, l.res.Report)
			break
		}
	}
	return l
}

// leakTry is a document with secrets in it, and what became of it.
type leakTry struct {
	seed    uint64
	engine  int
	req     shaper.Request
	redacts int // values that a redaction may stand in for
	res     shaper.Result
	err     error
	fault   string
}

// leakEngines are shared by all tries, so that each finds what others left.
var leakEngines = sync.OnceValue(func() (all []*shaper.Engine) {
	for i := range uint64(12) {
		all = append(all, newLeakEngine(int(i)))
	}
	return all
})

var leakRules = sync.OnceValue(func() (all []profiles.Spec) {
	for i := range uint64(12) {
		all = append(all, leakSpec(rand.New(rand.NewPCG(i, 11))))
	}
	return all
})

var leakSets = sync.OnceValue(func() (all []*profiles.Set) {
	for _, spec := range leakRules() {
		set, err := profiles.New(spec)
		if err != nil {
			panic(err)
		}
		all = append(all, set)
	}
	return all
})

func newLeakEngine(i int) *shaper.Engine {
	eng, err := shaper.New(leakSets()[i])
	if err != nil {
		panic(err)
	}
	return eng
}

func newLeak(seed uint64) *leakTry {
	r := rand.New(rand.NewPCG(seed, 13))
	g := leaker{Rand: r, depth: []int{1, 1, 1, 2, 2, 3}[r.IntN(6)]}
	l := &leakTry{seed: seed, engine: r.IntN(len(leakEngines()))}
	// The same calls come again, for new ones cost more than all the rest.
	l.req = leakRequest(rand.New(rand.NewPCG(seed>>16, uint64(r.IntN(12)))))
	g.tables = r.IntN(4) == 0
	g.debug, g.called = l.req.Profile == "debug", l.req.Dialect != ""
	l.req.Body = []byte(g.document(site{excludes: hidden}))
	l.redacts = g.redacts
	l.res, l.err = l.shape(leakEngines()[l.engine], l.req.Body)
	return l
}

func (l *leakTry) shape(eng *shaper.Engine, body []byte) (shaper.Result, error) {
	req := l.req
	req.Body = body
	return eng.Shape(context.Background(), req)
}

// showsNothing looks for secrets by what they say of themselves.
func (l *leakTry) showsNothing() string {
	body, told := string(l.res.Body), fmt.Sprintf("%v %+v", l.err, l.res.Report)
	for _, secret := range []string{string(hidden), patternSecret} {
		if strings.Contains(body, secret) {
			return "it shows " + secret
		}
	}
	if reveals(told) {
		return "it is told: " + told
	}
	// A value that was withheld may take the name of another one along.
	counts := l.res.Report.Opaque.Count + l.res.Report.Withheld.Count + l.res.Report.MissedNames.Count
	if shown := strings.Count(body, string(counted)); shown > counts {
		return fmt.Sprintf("it shows %d of which %d are counted", shown, counts)
	}
	return ""
}

// reveals reports whether what is said about a document says what is in it.
func reveals(told string) bool {
	return strings.Contains(told, string(hidden)) || strings.Contains(told, string(counted)) ||
		strings.Contains(told, string(free)) || strings.Contains(told, patternSecret)
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
	grown := l.req.Profile == "debug" || l.req.Mode != "" // which add members
	if most := len(unfolded(l.req.Body)) + 10*l.res.Report.Withheld.Count + 12*l.redacts + 16*200; len(l.res.Body) > most && !grown {
		return fmt.Sprintf("it has %d bytes of at most %d", len(l.res.Body), most)
	}
	return ""
}

// unfolded is a document without tables, or as it is where it is no JSON.
func unfolded(doc []byte) []byte {
	if out, err := shaper.Unfold(doc); err == nil {
		return out
	}
	return doc
}

// isSettled: a second look, by this engine or another, finds nothing more to do.
func (l *leakTry) isSettled() string {
	if l.seed%8 == 1 {
		if again, err := l.shape(leakEngines()[l.engine], l.req.Body); !same(again, err, l) {
			return fmt.Sprintf("the second time it is %s, %v", again.Body, err)
		}
	}
	if l.seed%4 == 0 && l.err == nil && l.settles() {
		if again, err := l.shape(leakEngines()[l.engine], l.res.Body); err != nil || l.settled(again.Body) != l.settled(l.res.Body) {
			return fmt.Sprintf("settled it is %s, %v", again.Body, err)
		}
	}
	if l.seed%64 == 2 {
		if fresh, err := l.shape(newLeakEngine(l.engine), l.req.Body); !same(fresh, err, l) {
			return fmt.Sprintf("a fresh engine says %s, %v", fresh.Body, err)
		}
	}
	return ""
}

// settles reports whether a second look sees what the first one saw. Without the
// members that it lost a document may be of another dialect, which comfort rules
// and debug act on; without values that are withheld a text may be JSON for the
// most part.
func (l *leakTry) settles() bool {
	comfort := l.req.Profile == "debug" || l.req.Mode != "" || l.req.Fields != nil || l.req.Include != nil
	return !comfort && leakRules()[l.engine].Tools[0].IncludeOnly == nil && !strings.Contains(string(l.res.Body), string(counted))
}

// settled is what a second look must find again: all but the message of an error of
// scalpel, the first line of which may be read otherwise than all of it.
func (l *leakTry) settled(doc []byte) string {
	if l.res.Report.Dialect == "scalpel" {
		doc = scalpelMessage.ReplaceAll(doc, nil)
	}
	return dense(doc)
}

var scalpelMessage = regexp.MustCompile(`"error":"(?:[^"\\]|\\.)*"`)

// dense is a document without white space, in texts as well: a text that lost what
// made it another thing than JSON is compacted when it is seen again.
func dense(doc []byte) string {
	return strings.NewReplacer(" ", "", `\n`, "", `\t`, "", `\u0009`, "", `\`, "").Replace(string(doc))
}

func same(res shaper.Result, err error, l *leakTry) bool {
	return string(res.Body) == string(l.res.Body) && errorText(err) == errorText(l.err) && fmt.Sprint(res.Report) == fmt.Sprint(l.res.Report)
}

// isExplained: what is explained is what is answered, but for what a budget takes, and
// tells no more.
func (l *leakTry) isExplained() string {
	if l.seed%16 != 3 {
		return ""
	}
	x, err := leakEngines()[l.engine].Explain(context.Background(), l.req)
	if len(l.res.Report.Fit.Steps) == 0 && string(x.Body) != string(l.res.Body) || errorText(err) != errorText(l.err) {
		return fmt.Sprintf("explained it is %s, %v", x.Body, err)
	}
	if told := fmt.Sprintf("%v %+v %+v %+v", err, x.Report, x.Fields, slices.Collect(x.Decisions())); reveals(told) {
		return "it is explained: " + told
	}
	return ""
}

func spellRequest(req shaper.Request) string {
	req.Body = nil
	text, _ := json.Marshal(req)
	return string(text)
}
