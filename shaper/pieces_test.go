package shaper_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// A body in pieces is the body, whatever the rules and the dialect, with the same report.
func FuzzLawsPieces(f *testing.F) {
	for seed := range testkit.Seeds(4000) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		g, r, eng, req := anyCall(t, seed)
		req.Strict = g.often(4)
		long := strings.Repeat(pick(g, []string{"1", "12"}), 40+g.IntN(80))
		for _, short := range []string{"1", "a"} { // what nothing takes out stays in long pieces
			if g.often(1) {
				req.Body = bytes.ReplaceAll(req.Body, []byte(short), []byte(short+long))
			}
		}
		before := bytes.Clone(req.Body)
		want, report, err := eng.AppendShape(nil, req)
		pieces, told, fault := eng.ShapePieces(nil, req)
		var got bytes.Buffer
		n, _ := pieces.WriteTo(&got)
		if !bytes.Equal(got.Bytes(), want) || !reflect.DeepEqual(fault, err) || !reflect.DeepEqual(told, report) {
			t.Fatalf("rules %s\ncall   %s\nin     %s\npieces %s, %v, %+v\nwant   %s, %v, %+v", r, spellRequest(req), req.Body, &got, fault, told, want, err, report)
		}
		if pieces.Len() != len(want) || int(n) != len(want) || !bytes.Equal(req.Body, before) {
			t.Fatalf("%d bytes, %d written, of %d", pieces.Len(), n, len(want))
		}
	})
}

// What is kept takes no memory: neither all of it, nor what stands between fields that go.
func TestPiecesTakeLittle(t *testing.T) {
	row := `{"id":1,"secret":2,"text":"` + strings.Repeat("x", 300) + `","more":[1,2,3],"none":null}`
	body := []byte("[" + strings.TrimSuffix(strings.Repeat(row+",", 4<<20/len(row)), ",") + "]")
	eng := newEngine(t, profiles.Spec{})
	for _, c := range []struct {
		req  shaper.Request
		most int // hundredths of the body
	}{
		{shaper.Request{}, 1},
		{shaper.Request{Exclude: []string{"secret"}}, 15},
		{shaper.Request{Exclude: []string{"secret", "more"}, Settings: profiles.Settings{ExcludeNullValues: new(true)}}, 15},
	} {
		c.req.Body = body
		var pieces shaper.Pieces
		took := testkit.Allocated(func() {
			var err error
			if pieces, _, err = eng.ShapePieces(nil, c.req); err != nil {
				t.Fatal(err)
			}
		})
		if most := len(body)*c.most/100 + 256<<10; took > 4*most { // it grows on the way
			t.Errorf("%v: %d bytes for %d, of %d", c.req.Exclude, took, pieces.Len(), len(body))
		}
	}
}

// A body that passes as it was may hold what is in no JSON.
func TestPiecesOfWhatIsUnshaped(t *testing.T) {
	eng := newEngineWith(t, profiles.Spec{})
	for _, body := range []string{"\x00\x01", "{\"a\":\x00\x00\x00\x00\x00\x00\x00\x00\x00}", "", "{"} {
		pieces, report, err := eng.ShapePieces(nil, shaper.Request{Body: []byte(body)})
		var got strings.Builder
		if pieces.WriteTo(&got); got.String() != body || pieces.Len() != len(body) || report.Unshaped == nil || err != nil {
			t.Errorf("%q: %q, %v, %v", body, got.String(), report.Unshaped, err)
		}
	}
}

// failing takes some writes, and fails then.
type failing struct{ takes int }

func (f *failing) Write(p []byte) (int, error) {
	if f.takes--; f.takes < 0 {
		return 0, errors.New("full")
	}
	return len(p), nil
}

// The first fault ends the writing.
func TestPiecesThatCannotBeWritten(t *testing.T) {
	body := []byte(`["` + strings.Repeat("x", 200<<10) + `",null,"` + strings.Repeat("y", 200<<10) + `"]`)
	eng := newEngine(t, profiles.Spec{})
	pieces, _, err := eng.ShapePieces(nil, shaper.Request{Exclude: []string{"[1]"}, Body: body})
	if err != nil {
		t.Fatal(err)
	}
	for takes := range 2 {
		to := failing{takes}
		if _, err := pieces.WriteTo(&to); err == nil || to.takes != -1 {
			t.Errorf("after %d writes: %v, %d", takes, err, to.takes)
		}
	}
}
