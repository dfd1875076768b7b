package pass_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// traps are values in which something looks like the next element of an array around.
var traps = []string{
	`"},{\"a\":1"`, `"],["`, `"\",\""`, `[{"a":1},{"a":2},{"a":3}]`, `[[1],[2],[[3],[4]]]`, `["s","s","s","s"]`, `{"a":[{"a":[{"a":1},{"a":2}]},{"a":3}]}`,
	`"see {\"x\":1} or x: 2 there"`, `"x: 1, y"`, `"pin: 123 and 456"`, `[1,2,{"x":3}]`,
	`[{"a":null,"b":1},{"a":"{\"x\":1}","b":2},{"a":[],"b":3}]`, `"` + strings.Repeat(`x},{`, 9) + `"`,
}

// longRows is a document with an array that is long enough for its elements to be
// shaped by several passes.
func longRows(r *rand.Rand) string {
	var rows []string
	for range 6 + r.IntN(30) {
		switch kind := r.IntN(14); {
		case kind == 0:
			rows = append(rows, pieces[r.IntN(len(pieces))])
		case kind == 1:
			rows = append(rows, traps[r.IntN(len(traps))])
		case kind == 2 && r.IntN(8) == 0:
			rows = append(rows, broken[r.IntN(len(broken))])
		default:
			row := fmt.Sprintf(`{"a":%d,"x":%s,"b":%s`, len(rows), pieces[r.IntN(len(pieces))], traps[r.IntN(len(traps))])
			if r.IntN(3) == 0 {
				row += `,"pin":` + pieces[r.IntN(len(pieces))]
			}
			rows = append(rows, row+"}")
		}
	}
	switch form := r.IntN(8); {
	case form < 2:
		for i := range rows {
			rows[i] = "[" + rows[i] + "]"
		}
	case form == 2:
		for i := range rows {
			rows[i] = []string{`{"x":1}`, `{"x":{"a":1}}`}[r.IntN(2)]
		}
	case form == 3:
		for i := range rows {
			rows[i] = []string{`"{\"x\":1}"`, `"{\"x\":2,\"a\":1}"`, `"x: 5"`}[r.IntN(3)]
		}
	}
	comma := []string{",", ",", ", ", ",\n    ", "\n,"}[r.IntN(5)]
	list := "[" + strings.Join(rows, comma) + "]"
	list = []string{
		list, `{"data":{"l":` + list + `,"b":` + rows[0] + `},"success":true}`, `{"content":` + list + `,"structuredContent":{"l":` + list + `}}`,
		`{"l":` + list + `,"b":` + rows[0] + `,"d":` + list + `}`, `{"structuredContent":{"items":` + list + `}}`, `[` + list + `,` + list + `]`,
		`{"b":` + list + `,"data":` + list + `}`,
	}[r.IntN(7)]
	switch r.IntN(16) {
	case 0:
		list = list[:r.IntN(len(list))]
	case 1:
		at := r.IntN(len(list))
		list = list[:at] + string(`{}[],:"\ 1`[r.IntN(10)]) + list[at+1:]
	case 2:
		list = strings.ReplaceAll(list, `":`, `" : `)
	}
	return list
}

// crewPlans are plans of which each has another reason to ask what a helper cannot know.
func crewPlans(t testing.TB) []*plan.Plan {
	all := everyFeature(t)
	for _, dialect := range []string{"plain", "scalpel", "mcp"} {
		all = append(all,
			planOf(t, dialect, false, exclude("l[0].x", "[1].x", "b[2].a"), profiles.Tool{}, profiles.Privacy{}),
			planOf(t, dialect, false, exclude("x"), profiles.Tool{Settings: profiles.Settings{Emptied: new("drop")}}, profiles.Privacy{}),
			planOf(t, dialect, false, profiles.Key{}, profiles.Tool{}, drops("b.x", "l.x", "a[1].x")),
			planOf(t, dialect, false, profiles.Key{}, profiles.Tool{}, fits("[0-9]{3}", strings.Repeat("#", 9000))),
			planOf(t, dialect, false, profiles.Key{Mode: "m"}, profiles.Tool{Items: new("l"), ResponseModes: map[string]profiles.Mode{
				"m": {Fields: []string{"*"}, Limits: map[string]int{"b": 1, "x": 2}},
			}}, profiles.Privacy{}),
		)
	}
	return all
}

// What several passes come to is what one comes to, whatever the text: what comes out,
// what is told, and the first fault.
func FuzzLawsCrew(f *testing.F) {
	for seed := range testkit.Seeds(20000) {
		f.Add(seed)
	}
	all := crewPlans(f)
	var alone, led pass.Pass
	documents, helped := 0, 0
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 6))
		body, p := longRows(r), all[r.IntN(len(all))]
		d := pass.Doc{Body: []byte(body), Limits: scan.Limits{Depth: 7 + r.IntN(4), Members: 7}.OrDefault(), Nesting: 3}
		if r.IntN(2) == 0 {
			d.Inner = echo{}
		}
		want, err := shaped(&alone, p, d)
		d.Jobs, d.Part = 2+r.IntN(3), 8<<r.IntN(6)
		got, crewErr := shaped(&led, p, d)
		if got != want || fmt.Sprint(err) != fmt.Sprint(crewErr) {
			t.Fatalf("%d jobs of %d bytes: %s\ngives   %s, %v\nand not %s, %v", d.Jobs, d.Part, body, got, crewErr, want, err)
		}
		if documents++; err == nil && led.Helped() > len(body)/2 {
			helped++
		}
	})
	f.Logf("%d of %d", helped, documents)
}

// Where a list is around the array, in which rules count from the end, helpers know what
// it is from that end, and not from the end of their parts.
func TestCrewKnowsWhatIsAround(t *testing.T) {
	list := "[" + strings.Repeat(`"{\"x\":1,\"y\":2}",`, 30) + "1]"
	p := planOf(t, "plain", false, profiles.Key{}, profiles.Tool{}, drops("[-2].l.x"))
	d := doc(`[{"l":` + list + `},{"l":` + list + `}]`)
	d.Nesting = 3
	want, err := shaped(new(pass.Pass), p, d)
	d.Jobs, d.Part = 2, 64
	if got, crewErr := shaped(new(pass.Pass), p, d); got != want || err != nil || crewErr != nil {
		t.Errorf("%s, %v\nand not %s, %v", got, crewErr, want, err)
	}
}

// What a container that is copied whole keeps of names that come again may hang on a
// pattern that fits in another part.
func TestCrewsLeaveNamesThatComeAgain(t *testing.T) {
	tool := profiles.Tool{Settings: profiles.Settings{Duplicates: new("first")}}
	p := planOf(t, "plain", false, profiles.Key{}, tool, profiles.Privacy{Mask: []profiles.PrivacyMask{{Pattern: "AKIA[0-9]{9}"}}})
	rows := strings.Repeat(`{"k":{"d":1,"d":2}},`, 30)
	d := doc("[" + rows + `{"k":"AKIA012345678"},` + rows + "1]")
	want, _ := shaped(new(pass.Pass), p, d)
	d.Jobs, d.Part = 3, 64
	if got, err := shaped(new(pass.Pass), p, d); got != want || err != nil {
		t.Errorf("%s, %v\nand not %s", got, err, want)
	}
}

// Parts are memory that crews share: what one has joined is another one's at once.
func TestCrewsShareTheirMemory(t *testing.T) {
	p := planOf(t, "plain", false, exclude("x"), profiles.Tool{}, profiles.Privacy{})
	var crews sync.WaitGroup
	for n := range 8 {
		crews.Go(func() {
			list := "[" + strings.Repeat(fmt.Sprintf(`{"a":%d,"x":1},`, n), 20+n) + "1]"
			d := doc(`{"l":` + list + `,"m":[` + list + `]}`)
			want, _ := shaped(new(pass.Pass), p, d)
			d.Jobs, d.Part = 3, 64
			for range 300 {
				if got, err := shaped(new(pass.Pass), p, d); got != want || err != nil {
					t.Errorf("%s, %v\nand not %s", got, err, want)
					return
				}
			}
		})
	}
	crews.Wait()
}

// shaped is all that a pass says of a document, in words.
func shaped(memory *pass.Pass, p *plan.Plan, d pass.Doc) (string, error) {
	done, err := shapeIn(memory, p, d, []byte("[before]"))
	text := fmt.Sprintf("%s, %d read, told %v, sites %v, looked %t", done.Out, done.Read, done.Told, done.Sites, done.Looked)
	memory.Forget()
	return text, err
}
