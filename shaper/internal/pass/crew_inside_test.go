package pass

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// Helped is how far into the last document others helped, and no less than that where
// nothing came of it.
func (p *Pass) Helped() (at int) { return p.crew.from - p.crew.bytes }

// standing is a pass in the array of a document, behind its first element, and a part
// of all that follows.
func standing(t *testing.T, body string, end int) (*Pass, *part) {
	t.Helper()
	call := plan.Call{}
	p := &Pass{}
	asked := plan.NewCache(profiles.Builtin()).Ask(nil, &call)
	pl, err := asked.Base()
	if err != nil {
		t.Fatal(err)
	}
	p.ready(pl, &Doc{Body: []byte(body), Limits: scan.Limits{}.OrDefault()}, nil)
	i := p.enter(nil, &value{state: pl.Mask.Root(), acts: plan.NoActs, head: noHead})
	i = p.element(p.top(), i)
	w := partOf(p, i+1, end)
	w.shape()
	return p, w
}

// A part ends where its text does: it is not for each part to look how far all those
// before it reach.
func TestPartsEnd(t *testing.T) {
	const body = `[1,22,"s",[4],5]`
	_, w := standing(t, body, len(body))
	if got := w.pass.ahead.end(0, w.pass.doc.More); got != len(body) || !w.pass.doc.More {
		t.Errorf("%d of %d", got, len(body))
	}
	if w.pass.ahead.ends == 0 {
		t.Error("somebody had to look")
	}
}

// A part is taken where its helper has seen what one pass would have, and nothing that
// only one pass can know.
func TestTake(t *testing.T) {
	const body = `[1,22,"s",[4],5]`
	for _, c := range []struct {
		name  string
		spoil func(p *Pass, w *part)
		taken bool
	}{
		{"as it is", func(*Pass, *part) {}, true},
		{"a fault", func(_ *Pass, w *part) { w.pass.fault.note(3, scan.KindValue) }, false},
		{"more paths that lost something than have entries", func(_ *Pass, w *part) {
			for i := range envelope.MaxNotes {
				w.pass.told.Cuts.at(string(rune('a' + i)))
			}
		}, false},
		{"a place that tells of cuts", func(_ *Pass, w *part) { w.pass.limited.sites.Any = true }, false},
		{"more to tell than is told", func(p *Pass, w *part) { p.told.Opaque.Count, w.pass.told.Opaque.Count = maxLooked, 5 }, true},
		{"some of which may be", func(p *Pass, w *part) { p.told.Opaque.Count, w.pass.told.Opaque.Count = maxLooked-4, 5 }, false},
		{"and all of which are", func(p *Pass, w *part) { p.told.Withheld.Count, w.pass.told.Withheld.Count = maxLooked-5, 5 }, true},
	} {
		p, w := standing(t, body, len(body))
		c.spoil(p, w)
		w.pass.top().gone = toExclude
		f := p.top()
		if taken := p.take(f, w); taken != c.taken {
			t.Errorf("%s: taken %t", c.name, taken)
		}
		if p.out.flush(); c.taken && (string(p.out.Dst) != `[1,22,"s",[4],5` || f.read != 5 || f.kept != 5 || f.gone != toExclude || w.arrived || w.at != len(body)-1) {
			t.Errorf("%s: %s, %d read, %d kept, gone %d, up to %d, arrived %t", c.name, p.out.Dst, f.read, f.kept, f.gone, w.at, w.arrived)
		}
	}
}

// A part is right up to a comma of its array, and no other one.
func TestArrives(t *testing.T) {
	for _, c := range []struct {
		body    string // its first element, the part, and what is left
		end     string
		at      int
		arrived bool
		failed  bool
	}{
		{`[1,2,3,4]`, `4]`, 6, true, false},
		{`[1,2,3 , 4]`, `4]`, 6, true, false},
		{`[1,2,3 , 4]`, ` 4]`, 6, true, false},
		{`[1,2,3,4]`, `]`, 0, false, true},
		{`[1,2,[3,4],5]`, `4],5]`, 0, false, true},
		{`[1,2,"3,4",5]`, `4",5]`, 0, false, true},
		{`[1,{"a":1,"b":2},5]`, `"b":2},5]`, 0, false, true},
		{`[1,{"a":1,"b":2},5]`, `5]`, 16, true, false},
		{`[1,2 ],[1,2]`, `2]`, 4, false, false},
		{`[1,2},3]`, `3]`, 0, false, true},
		{`[1,,3]`, `3]`, 0, false, true},
		{`[1,2 3,4]`, `4]`, 0, false, true},
	} {
		_, w := standing(t, c.body, len(c.body)-len(c.end))
		if w.arrived != c.arrived || w.pass.fault.failed != c.failed || !c.failed && w.at != c.at {
			t.Errorf("%s: arrived %t at %d, failed %t", c.body, w.arrived, w.at, w.pass.fault.failed)
		}
	}
}

// What panics in a part is the fault of who walks it alone.
func TestPartsPanic(t *testing.T) {
	p, w := standing(t, `[1,{"a":2},3]`, 13)
	w.release()
	w = partOf(p, 3, 13)
	w.pass.stack = nil
	w.shape()
	if p.take(p.top(), w) {
		t.Error("it was taken")
	}
	w.release()
}
