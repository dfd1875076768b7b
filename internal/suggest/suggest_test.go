package suggest

import (
	"encoding/json"
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
	rows := list(300, `{"id":"row%03d","kind":"always the very same kind"}`)
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
		{"a list in a text", `{"content":[{"type":"text","text":` + strconv.Quote(short) + `}]}`, ``, 100000, 0, `columns=true`},
		{"a list in both halves", twin(short), ``, 100000, profiles.ReadsStructured, ``},
		{"two halves", twin(`{"a":1,"b":2}`), ``, 1000, 0, `text="drop"`},
		{"two halves, of which the text is read", twin(`{"a":1,"b":2}`), ``, 1000, profiles.ReadsText, ``},
		{"two halves, of which the data is read", twin(`{"a":1,"b":2}`), ``, 1000, profiles.ReadsStructured, ``},
		{"two halves that differ", strings.Replace(twin(`{"a":1,"b":2}`), `:2}"`, `:3}"`, 1), ``, 1000, 0, ``},
		{"a long string", `"` + prose(2000) + `"`, ``, 1000, 0, `max_string=2000`},
		{"a long string within the aim", `"` + prose(2000) + `"`, ``, 100000, 0, ``},
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
		o.Reads = c.reads
		p, err := Propose([]recordings.Call{{Tool: "t", Body: []byte(c.body)}, {Tool: "u", Body: []byte(`1`), Arguments: []byte(c.later)}}, o)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := linesOf(p, "t"); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
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
	p, err := Propose([]recordings.Call{call("x", "list"), call("y", "list"), call("x", "get")}, options(Aim))
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
	_, err := Propose([]recordings.Call{{File: "a.json", Tool: "t", Body: []byte(`{"secret"`)}}, options(Aim))
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
		p, err := Propose(calls, o)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Propose(calls, o)
		if err != nil || !reflect.DeepEqual(p, again) {
			t.Errorf("seed %d: another time another proposal, %v", seed, err)
		}
		for _, tool := range p.Tools {
			holdSums(t, &tool, seed)
			holdTaken(t, &tool, calls, o)
		}
		if _, err := p.Text(); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	})
}

// holdSums checks that the savings of the lines add up to those of the tool, and that each
// line saves enough.
func holdSums(t *testing.T, tool *Tool, seed uint64) {
	saved := tool.Bare
	for _, line := range tool.Lines {
		saved += line.Saved
		if line.Key != "low_priority" && float64(line.Saved) < Floor*float64(tool.Before) {
			t.Errorf("seed %d: %s saves %d of %d", seed, line.Key, line.Saved, tool.Before)
		}
	}
	if len(tool.Lines) > 0 && tool.Before-tool.After != saved {
		t.Errorf("seed %d: %s saves %d, its lines %d", seed, tool.Name, tool.Before-tool.After, saved)
	}
}

// holdTaken holds that all that was taken up stands under the lines of a tool.
func holdTaken(t *testing.T, tool *Tool, calls []recordings.Call, o Options) {
	trial := trial{Options: o, tool: *tool, samples: grouped(calls)[tool.Name]}
	if out, err := trial.try(); err != nil || !out.stands {
		t.Errorf("%s under %v: %v", tool.Name, tool.Lines, err)
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
