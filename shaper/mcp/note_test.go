package mcp_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
	"github.com/seed-7aa78ce4/shape/shaper/tokens/o200k"
)

// noteClients are clients and the half of a successful result that they show to the model.
// Those that validate refuse a result that does not fit the schema that they were told.
var noteClients = []struct {
	name, version    string
	text, structured bool
	validates        bool
}{
	{"claude-code", "2.1.280", false, true, false},
	{"codex-mcp-client", "26.803.81509", false, true, false},
	{"Visual Studio Code", "1.108", false, true, false},
	{"opencode", "1.4.0", true, false, false},
	{"kimi-code", "1.0", true, false, false},
	{"inspector-client", "2.12.0", true, true, true}, // SDK of TypeScript
	{"mcp", "1.27.0", true, true, true},              // SDK of Python
	{"go-sdk", "1.8.0", true, true, false},
	{"mcp-go", "1.2.1", true, true, false},
	{"unknown", "1", true, true, true},
}

const closedSchema = `{"type":"object","properties":{"rows":{"type":"array"}},"required":["rows"],"additionalProperties":false}`

func rowsResult(n int) string {
	data := `{"rows":[` + strings.TrimSuffix(strings.Repeat("1,", n), ",") + `]}`
	return fmt.Sprintf(`{"content":[{"type":"text","text":%q}],"structuredContent":%s}`, data, data)
}

// Each client finds the note in the half that it reads, once, and the result fits the
// schema that it was told.
func TestNoteOfClients(t *testing.T) {
	spec := profiles.Spec{Tools: []profiles.Tool{{Name: "t", Settings: profiles.Settings{MaxItems: new(3)}}}}
	for _, c := range noteClients {
		for _, schema := range []string{"", closedSchema, `{"type":"object","maxProperties":1}`} {
			s := newSession(t, spec)
			s.IsClient(c.name, c.version)
			tool := toolT
			if schema != "" {
				tool = `{"name":"t","outputSchema":` + schema + `}`
			}
			told := gjson.GetBytes(s.Tool([]byte(tool)), "outputSchema").Raw
			got := gjson.ParseBytes(s.Result(t.Context(), mcp.Call{Tool: "t"}, []byte(rowsResult(60))))
			const note = "rows: 3 of 60 (first)"
			inText, inData := got.Get("content.1.text").Str == note, got.Get("structuredContent._note").Str == note
			if inText != c.text || inData != c.structured || strings.Count(got.Raw, note) != strings.Count(fmt.Sprint(c.text, c.structured), "true") {
				t.Errorf("%s, schema %s: %s", c.name, schema, got)
			}
			if told != "" && c.validates && !fitsSchema(compiled(told), got.Get("structuredContent").Raw) {
				t.Errorf("%s: %s does not fit %s", c.name, got, told)
			}
			if got.Get("_meta").Exists() {
				t.Errorf("%s: _meta without an archive: %s", c.name, got)
			}
		}
	}
}

// In a list of 28 tools, retrieval and notes cost at most 300 tokens.
func TestListOfToolsIsShort(t *testing.T) {
	list := func(server *mcp.Server) int {
		x := exchange{server.Session().Exchange(), t}
		var tools []string
		for i := range 28 {
			tools = append(tools, fmt.Sprintf(`{"name":"tool_%d","outputSchema":%s}`, i, closedSchema))
		}
		return (o200k.Counter{}).Count([]byte(x.list(strings.Join(tools, ","), "").Get("result.tools").Raw))
	}
	_, plain := keeping(t, profiles.Spec{})
	_, server := keeping(t, profiles.Spec{Global: profiles.Global{Settings: profiles.Settings{MaxItems: new(3), MaxString: new(10)}}})
	before, after := list(plain), list(server)
	if after-before > 300 || after == before {
		t.Errorf("the list grows from %d to %d tokens", before, after)
	}
}

// FuzzLawsCutSaid: a cut list is named or counted in each half that the client reads, in one
// note of at most 40 tokens. The result fits the schema that the client has. A named list has
// its own path and numbers. No other list lost more, among up to 15 paths. The model compares
// lengths of lists at equal paths, as encoding/json reads them.
func FuzzLawsCutSaid(f *testing.F) {
	for seed := range testkit.Seeds(500) {
		f.Add(seed)
	}
	f.Fuzz(tryCutSaid)
}

func tryCutSaid(t *testing.T, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 5))
	spec := profiles.Spec{Tools: []profiles.Tool{{Name: "t", Settings: profiles.Settings{MaxItems: new(1 + r.IntN(3))}}}}
	var server *mcp.Server
	if _, server = keeping(t, spec); r.IntN(2) == 0 {
		server = mcp.New(mcptest.Engine(t, spec))
	}
	client := noteClients[r.IntN(len(noteClients))]
	s := server.Session()
	s.IsClient(client.name, client.version)
	told := gjson.GetBytes(s.Tool([]byte(`{"name":"t","outputSchema":`+[]string{`{"type":"object"}`, `{"type":"object","minProperties":1,"maxProperties":9}`}[r.IntN(2)]+`}`)), "outputSchema").Raw
	for range resultsEach {
		data := listsOf(r)
		text, _ := json.Marshal(data)
		quoted, _ := json.Marshal(string(text))
		body := fmt.Sprintf(`{"content":[{"type":"text","text":%s}],"structuredContent":%s}`, quoted, text)
		got := s.Result(t.Context(), mcp.Call{Tool: "t"}, []byte(body))
		checkCutSaid(t, seed, data, got, told, client.text, client.structured)
		if again := s.Result(t.Context(), mcp.Call{Tool: "t"}, got); string(again) != string(got) {
			t.Errorf("seed %d\nonce  %s\ntwice %s", seed, got, again)
		}
	}
}

// listsOf returns an object with lists in lists, under odd names.
func listsOf(r *rand.Rand) map[string]any {
	names := []string{"rows", "items", "a b", "é", `q"u`, "zqxjkvbwz", "tags", "a.b", strings.Repeat("long", 9), strings.Repeat("é", 120)}
	var value func(depth int) any
	value = func(depth int) any {
		switch kind := r.IntN(4); {
		case depth == 0 || kind == 0:
			return "v"
		case kind < 3:
			all := make([]any, r.IntN(6))
			for i := range all {
				all[i] = value(depth - 1)
			}
			return all
		}
		all := map[string]any{}
		for range r.IntN(4) {
			all[names[r.IntN(len(names))]] = value(depth - 1)
		}
		return all
	}
	data := map[string]any{}
	for range 1 + r.IntN(5) {
		data[names[r.IntN(len(names))]] = value(4)
	}
	return data
}

// checkCutSaid holds a result to the data that came.
func checkCutSaid(t *testing.T, seed uint64, data map[string]any, got []byte, told string, text, structured bool) {
	t.Helper()
	result := gjson.ParseBytes(got)
	var now map[string]any
	if err := json.Unmarshal([]byte(result.Get("structuredContent").Raw), &now); err != nil {
		t.Fatal(err)
	}
	note, _ := now["_note"].(string)
	delete(now, "_note")
	all := map[string]lost{}
	lostLists(all, "", data, now)
	block := result.Get("content.1.text").Str
	if text && (block != "") != (len(all) > 0) || structured && (note != "") != (len(all) > 0) || !text && block != "" || !structured && note != "" {
		t.Fatalf("seed %d: %v lost, %q and %q said\n%s", seed, all, block, note, got)
	}
	for _, said := range []string{block, note} {
		if said == "" {
			continue
		}
		if n := (o200k.Counter{}).Count([]byte(said)); n > 40 || !envelope.IsSaid([]byte(said)) {
			t.Errorf("seed %d: %d tokens: %s", seed, n, said)
		}
		checkCounted(t, seed, checkNamed(t, seed, all, said), said, len(all) < envelope.MaxNotes)
	}
	if !fitsSchema(compiled(told), result.Get("structuredContent").Raw) {
		t.Errorf("seed %d: %s does not fit %s", seed, got, told)
	}
}

// lost is how many elements the lists of one path kept of how many.
type lost struct{ kept, total, lists int }

func (l lost) most() int { return l.total - l.kept }

// checkCounted holds the count of a note to the paths that it does not name. Of many paths
// some have no entry of their own: their lists count.
func checkCounted(t *testing.T, seed uint64, rest map[string]lost, said string, isExact bool) {
	t.Helper()
	counted, lists := 0, 0
	if m := countedLists.FindStringSubmatch(said); m != nil {
		counted, _ = strconv.Atoi(m[1])
	}
	for _, l := range rest {
		lists += l.lists
	}
	if counted < len(rest) || counted > lists || isExact && counted != len(rest) {
		t.Errorf("seed %d: %d lists of %d paths are not named, said %q", seed, lists, len(rest), said)
	}
}

var countedLists = regexp.MustCompile(`\+(\d+) lists? \(`)

// checkNamed holds each named list to one that was cut, by its path and its numbers. No list
// that is not named lost more, unless there are more paths than a pass keeps. It returns
// those that are not named.
func checkNamed(t *testing.T, seed uint64, all map[string]lost, said string) (rest map[string]lost) {
	t.Helper()
	rest = maps.Clone(all)
	least := math.MaxInt
	for _, m := range namedList.FindAllStringSubmatch(said, -1) {
		begin, end, isShort := strings.Cut(m[1], "…")
		is := func(path string, l lost) bool {
			return fmt.Sprintf("%d of %d", l.kept, l.total) == m[2] &&
				(path == m[1] || isShort && len(path) > len(begin+end) && strings.HasPrefix(path, begin) && strings.HasSuffix(path, end))
		}
		found := false
		for path, l := range rest {
			if found = is(path, l); found {
				least = min(least, l.most())
				delete(rest, path)
				break
			}
		}
		if !found {
			t.Errorf("seed %d: %q in %q, lost %v", seed, m[0], said, all)
		}
	}
	for path, l := range rest {
		if least < math.MaxInt && l.most() > least && len(all) < envelope.MaxNotes {
			t.Errorf("seed %d: %s lost %d, said %q", seed, path, l.most(), said)
		}
	}
	return rest
}

// namedList matches a list that a note names. Names of the model hold no ": ".
var namedList = regexp.MustCompile(`(?:^|, )([^:]+): (\d+ of \d+)`)

// lostLists sums kept and total elements of the lists at each path that lost some. A path is
// spelled as a mask. Paths of more than 200 bytes are known by their beginning alone, so
// lists whose paths begin alike count as one (GUARANTEES, cuts).
func lostLists(all map[string]lost, path string, before, now any) {
	switch before := before.(type) {
	case []any:
		now, _ := now.([]any)
		if len(now) < len(before) {
			l := all[cutPath(path)]
			all[cutPath(path)] = lost{l.kept + len(now), l.total + len(before), l.lists + 1}
		}
		for i := range now {
			lostLists(all, path+"[]", before[i], now[i])
		}
	case map[string]any:
		now, _ := now.(map[string]any)
		for name, value := range now {
			spelled := cmp.Or(spelledNames[name], name)
			lostLists(all, strings.TrimPrefix(path+"."+spelled, "."), before[name], value)
		}
	}
}

// spelledNames are names that a mask spells otherwise.
var spelledNames = map[string]string{`q"u`: `"q\"u"`, "a.b": `"a.b"`}

func cutPath(path string) string {
	const longest = 200
	if len(path) <= longest {
		return path
	}
	end := longest
	for !utf8.RuneStart(path[end]) {
		end--
	}
	return path[:end] + "…"
}
