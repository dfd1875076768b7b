package suggest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// propose proposes by one session.
func propose(calls []recordings.Call, o Options) (*Proposal, error) {
	l, err := Learn(func(visit func(*recordings.Session) error) error { return visit(session(calls)) }, o)
	if err != nil {
		return nil, err
	}
	return l.Propose()
}

func options(aim int) Options {
	return Options{Counter: quarters{}, Aim: aim, Floor: Floor}
}

// quarters counts a token for every four bytes.
type quarters struct{}

func (quarters) Name() string          { return "quarters" }
func (quarters) Exact() bool           { return false }
func (quarters) Count(text []byte) int { return (len(text) + 3) / 4 }
func (quarters) Most(bytes int) int    { return bytes }

// list returns a list of n elements. Each is format with its index.
func list(n int, format string) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf(format, i))
	}
	return "[" + strings.Join(all, ",") + "]"
}

// twin is a tool result that says the same in both halves.
func twin(doc string) string {
	text, _ := json.Marshal(doc)
	return fmt.Sprintf(`{"content":[{"type":"text","text":%s}],"structuredContent":%s}`, text, doc)
}

// indented is a tool result with white space in its first text.
func indented(result string) string { return strings.Replace(result, `:1`, `:        1`, 1) }

// file is a tool result with the same text in both halves.
func file(doc string) string {
	text, _ := json.Marshal(doc)
	return fmt.Sprintf(`{"content":[{"type":"text","text":%s}],"structuredContent":{"content":%s}}`, text, text)
}

// prose is a text of n words that are no repetition.
func prose(n int) string {
	r := rand.New(rand.NewPCG(1, 1))
	var words []string
	for range n {
		words = append(words, fmt.Sprintf("w%x", r.IntN(1<<20)))
	}
	return strings.Join(words, " ")
}

// Each step proposes lines that save tokens, and no others.
func TestSteps(t *testing.T) {
	rows := strings.Replace(list(300, `{"id":"row%03d","kind":"always the very same kind"}`), "same", "rare", 1)
	short := list(20, `{"id":"row%03d","kind":"always the very same kind"}`)
	pairs := `{"a":` + list(120, `"first%03d"`) + `,"b":` + list(120, `"second%03d"`) + `}`
	for _, c := range []struct {
		name, body, later string
		aim               int
		reads             profiles.Reads
		want              string
	}{
		{"what is small", `{"a":1}`, ``, 100, 0, ``},
		{"nulls", list(9, `{"a":%d,"b":null}`), ``, 1000, 0, `exclude_null_values=true columns=true`},
		{"empty lists", list(9, `{"a":%d,"b":[]}`), ``, 1000, 0, `exclude_empty_arrays=true columns=true`},
		{"empty objects", list(9, `{"a":%d,"b":{}}`), ``, 1000, 0, `exclude_empty_objects=true columns=true`},
		{"a list in a text", `{"content":[{"type":"text","text":` + strconv.Quote(short) + `}]}`, ``, 100000, 0, `columns=true`},
		{"a list in both halves", twin(short), ``, 100000, profiles.ReadsStructured, ``},
		{"two halves", twin(`{"a":1,"b":2}`), ``, 1000, 0, ``},
		{"two halves, of which the text is read", twin(`{"a":1,"b":2}`), ``, 1000, profiles.ReadsText, ``},
		{"two halves, of which the data is read", twin(`{"a":1,"b":2}`), ``, 1000, profiles.ReadsStructured, ``},
		{"two halves that differ", strings.Replace(twin(`{"a":1,"b":2}`), `:2}"`, `:3}"`, 1), ``, 1000, 0, ``},
		{"a long string", `{"a":"` + prose(2000) + `"}`, ``, 1000, 0, `max_string=2000`},
		{"a long string within the aim", `{"a":"` + prose(2000) + `"}`, ``, 100000, 0, ``},
		{"a page", `"` + prose(2000) + `"`, ``, 1000, 0, ``},
		{"a long list", rows, ``, 1000, 0, `columns=true max_items=100`},
		{"a list with what was taken up", rows, `["row130"]`, 1000, 0, `columns=true max_items=200 low_priority=["kind"] budget={"max_tokens":1000}`},
		{"a list with what was taken up at its end", rows, `["row299"]`, 1000, 0, `columns=true`},
		{"metadata of an envelope", `{"request_id":"r-123","tier":"pro","data":` + rows + `}`, `["r-999"]`, 1000, 0, `columns=true max_items=50`},
		{"metadata of an envelope that was taken up", `{"request_id":"r-123","tier":"pro","data":` + rows + `}`, `["r-123"]`, 1000, 0, ``},
		{"white space", indented(twin(`{"a":1,"b":2}`)), ``, 1000, profiles.ReadsText, `compact=true`},
		{"white space of a file", indented(`{"content":[{"type":"text","text":"{\"a\":1}"}]}`), ``, 1000, 0, ``},
		{"white space of a file in both halves", file(`{"a": 1,  "b": 2}`), ``, 1000, 0, ``},
		{"one list of two", pairs, `["first119"]`, 500, 0, `shorten={"b":{"items":10}}`},
	} {
		o := options(c.aim)
		if c.reads != 0 {
			o.Reads = &c.reads
		}
		p, err := propose([]recordings.Call{{Tool: "t", Body: []byte(c.body)}, {Tool: "u", Body: []byte(`1`), Arguments: []byte(c.later)}}, o)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := linesOf(p, "t"); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A list whose length a caller chose is never cut.
func TestCallersLimit(t *testing.T) {
	rows := strings.Replace(list(300, `{"id":"row%03d","kind":"always the very same kind"}`), "same", "rare", 1)
	p, err := propose([]recordings.Call{{Tool: "t", Body: []byte(rows), Arguments: []byte(`{"limit":300}`)}}, options(1000))
	if err != nil {
		t.Fatal(err)
	}
	if got := linesOf(p, "t"); got != `columns=true` {
		t.Error(got)
	}
}

// sessions are n sessions of a task each, with rows that have an address. Each uses an id.
func sessions(n int) (all []*recordings.Session) {
	for i := range n {
		rows := list(40, fmt.Sprintf(`{"id":"row%d-%%03d","html_url":"https://example.org/%d/a/long/path/%%[1]d"}`, i, i))
		all = append(all, session([]recordings.Call{
			{Tool: "list", Body: []byte(rows), Arguments: fmt.Appendf(nil, `{"q":"question %d"}`, i)},
			{Tool: "get", Body: []byte(`{"ok":true}`), Arguments: fmt.Appendf(nil, `{"id":"row%d-007"}`, i)},
		}))
	}
	return all
}

func learnFrom(all []*recordings.Session) (*Proposal, error) {
	l, err := Learn(func(visit func(*recordings.Session) error) error {
		for _, s := range all {
			if err := visit(s); err != nil {
				return err
			}
		}
		return nil
	}, options(Aim))
	if err != nil {
		return nil, err
	}
	return l.Propose()
}

// A field that models do not use goes, and a value that they use stays. The proof counts
// both, on sessions that the proposal was not learned from.
func TestPropose(t *testing.T) {
	p, err := learnFrom(sessions(12))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := linesOf(p, "list"), OmitKey+`=["html_url"] columns=true`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	own := p.Proof.Own
	if own.Sessions != 12 || own.Results != 24 || own.Taken != 12 || own.Kept != 12 || own.Lost != 0 || own.Clean != 12 || 2*own.After > own.Before || 2*own.Shaped > own.Prompt {
		t.Errorf("%+v", own)
	}
	for name, f := range p.Proof.Caps {
		if f.Before != own.Before || f.After != f.Before {
			t.Errorf("%s: %+v", name, f)
		}
	}
	if p, err = learnFrom(sessions(4)); err != nil || p.Proof != nil {
		t.Errorf("four sessions prove %+v, %v", p.Proof, err)
	}
}

// Figures of one session, by hand. The first result has 8 tokens, the arguments 1, 4 and 4. So
// the prompts of the three turns have 0, 9 and 13 tokens.
func TestFigures(t *testing.T) {
	const text = `{"content":[{"type":"text","text":"%s"}]}`
	s := session([]recordings.Call{
		{Tool: "t", Body: fmt.Appendf(nil, text, "ab-12 and the next cd-34 word"), Arguments: []byte(`{}`)},
		{Tool: "u", Body: fmt.Appendf(nil, text, ""), Arguments: []byte(`{"id":"ab-12"}`)},
		{Tool: "u", Body: fmt.Appendf(nil, text, ""), Arguments: []byte(`{"id":"cd-34"}`)},
	})
	s.Ended = "the prompt is too long"
	for shaped, want := range map[string]Figures{
		"ab-12 and the next cd-34 word": {After: 8, Shaped: 22, Kept: 2, Clean: 1, ShapedUsage: Usage{13, 9, 9}, ShapedOverflow: 17},
		"ab-12":                         {After: 2, Shaped: 3 + 7, Kept: 1, Lost: 1, ShapedUsage: Usage{7, 3, 9}, ShapedOverflow: 11},
		// A retrieval reads the prompt once more, and adds its call and a page of 8 tokens.
		"ab-12 shape_retrieve": {
			After: 5, Shaped: 6 + 10 + (10 + Call + 8), Kept: 1, Back: 1, Retrievals: 1,
			ShapedUsage: Usage{10 + Call + 8, 6 + 10, 9 + Call}, ShapedOverflow: 14 + Call + 8,
		},
	} {
		all, err := Measure(s, Options{Counter: quarters{}}, func(c *recordings.Call, result []byte) ([]byte, error) {
			if c.Tool == "t" {
				return fmt.Appendf(nil, text, shaped), nil
			}
			return result, nil
		})
		want.Sessions, want.Results, want.Before, want.Prompt, want.Taken, want.Usage = 1, 3, 8, 22, 2, Usage{13, 9, 9}
		want.Overflows, want.Overflow = 1, 17
		want.Each = []ResultFigures{{8, want.After, 2, want.Kept, want.Back}, {}, {}}
		at := []int{want.After + 1, want.ShapedOverflow - 4} // before the second and the third turn
		want.Turns = []Turn{{}, {1, 9, at[0]}, {2, 13, at[1]}}
		if err != nil {
			t.Fatal(err)
		}
		got := all[0]
		if got.Tools = nil; !reflect.DeepEqual(*got, want) {
			t.Errorf("%s: %+v, want %+v", shaped, *got, want)
		}
	}
	// Without a text of the model, the session has one turn more: it reads the last result.
	s.Ended = ""
	if all, err := Measure(s, Options{Counter: quarters{}}, func(_ *recordings.Call, result []byte) ([]byte, error) { return result, nil }); err != nil || all[0].Usage != (Usage{17, 22, 9}) {
		t.Errorf("%+v, %v", all[0], err)
	}
	if _, err := Measure(s, Options{Counter: quarters{}}, func(*recordings.Call, []byte) ([]byte, error) { return nil, errors.New("no") }); err == nil {
		t.Error("a fault of a shape is not told")
	}
}

// The caps of clients cut texts beyond their limits, and leave the others.
func TestCaps(t *testing.T) {
	long := strings.Repeat("word ", 20_000)
	for name, want := range map[string]int{"cut at 10 KiB": 10 << 10, "preview of 2 KB": 2 << 10} {
		for text, most := range map[string]int{long: want + 100, "short": len("short")} {
			out, err := Caps[name](nil, fmt.Appendf(nil, `{"content":[{"type":"text","text":%q}]}`, text))
			if n := len(resultOf(out).Content[0].Text); err != nil || n > most || n < min(want, len(text)) {
				t.Errorf("%s leaves %d bytes of %d, %v", name, n, len(text), err)
			}
		}
	}
}

// linesOf are the lines for a tool.
func linesOf(p *Proposal, tool string) string {
	var lines []string
	for _, t := range p.Tools {
		for _, line := range t.Lines {
			if t.Name == tool {
				value, _ := json.Marshal(line.Value)
				lines = append(lines, line.Key+"="+string(value))
			}
		}
	}
	return strings.Join(lines, " ")
}

// Tools of one name are told apart by their servers, and only those.
func TestServers(t *testing.T) {
	call := func(server, tool string) recordings.Call {
		return recordings.Call{Server: server, Tool: tool, Body: []byte(list(9, `{"a":%d,"b":null}`))}
	}
	p, err := propose([]recordings.Call{call("x", "list"), call("y", "list"), call("x", "get")}, options(Aim))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"x.list", "y.list", "get"} {
		if linesOf(p, name) != "exclude_null_values=true columns=true" {
			t.Errorf("%s: %+v", name, p.Tools)
		}
	}
}

// A result that is no JSON is an error that names its file.
func TestProposeFault(t *testing.T) {
	_, err := propose([]recordings.Call{{File: "a.json", Tool: "t", Body: []byte(`{"secret"`)}}, options(Aim))
	if err == nil || !strings.HasPrefix(err.Error(), "a.json: ") || strings.Contains(err.Error(), "secret") {
		t.Errorf("%v", err)
	}
}

// FuzzLawsProposal: for any recording, a proposal is a valid configuration, the same each
// time. No line saves less than the floor, and the savings of all lines add up. Values
// that later calls used stay under it.
func FuzzLawsProposal(f *testing.F) {
	for seed := range testkit.Seeds(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		calls := recorded(rand.New(rand.NewPCG(seed, 9)))
		o := options(int(50 + seed%400))
		p, err := propose(calls, o)
		if err != nil {
			t.Fatal(err)
		}
		again, err := propose(calls, o)
		if err != nil || !reflect.DeepEqual(p, again) {
			t.Errorf("seed %d: another time another proposal, %v", seed, err)
		}
		for _, tool := range p.Tools {
			holdSums(t, &tool, seed)
		}
		if _, err := p.Text(); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	})
}

// holdSums checks that the savings of the lines add up to those of the tool, and that each
// line saves enough.
func holdSums(t *testing.T, tool *Tool, seed uint64) {
	saved := tool.Bare + tool.Shared
	for _, line := range tool.Lines {
		left := tool.Before - saved
		saved += line.Saved
		isBeside := line.Key == "low_priority" || line.Key == "rows" || line.Key == "text_as" && line.Saved == 0 // of another line
		if !isBeside && float64(line.Saved) < Floor*float64(left) {
			t.Errorf("seed %d: %s saves %d of %d", seed, line.Key, line.Saved, left)
		}
	}
	if len(tool.Lines) > 0 && tool.Before-tool.After != saved {
		t.Errorf("seed %d: %s saves %d, its lines %d", seed, tool.Name, tool.Before-tool.After, saved)
	}
}

// recorded returns calls of two tools that use values of earlier results.
func recorded(r *rand.Rand) (calls []recordings.Call) {
	for range 2 + r.IntN(4) {
		rows := make([]map[string]any, r.IntN(60))
		for i := range rows {
			rows[i] = map[string]any{"id": r.IntN(1000), "name": fmt.Sprint("name", r.IntN(40)), "kind": []any{"a kind", nil, []any{}}[r.IntN(3)], "text": prose(r.IntN(60))}
		}
		doc, _ := json.Marshal(map[string]any{"rows": rows, "next": nil})
		body := string(doc)
		if r.IntN(2) == 0 {
			body = twin(body)
		}
		arguments := fmt.Sprintf(`{"id":%d,"names":["name%d"]}`, r.IntN(1000), r.IntN(40))
		calls = append(calls, recordings.Call{Tool: []string{"list", "get"}[r.IntN(2)], Arguments: []byte(arguments), Body: []byte(body)})
	}
	return calls
}
