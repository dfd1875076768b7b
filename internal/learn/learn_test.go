package learn

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// calls is a session of steps. A step "tool {…}" asks with arguments, and "tool = …" is a
// result. "user: …" and "model: …" are texts.
func calls(task string, steps ...string) *recordings.Session {
	s, asked := &recordings.Session{Name: task, Task: task}, map[string]json.RawMessage{}
	for _, step := range steps {
		who, rest, _ := strings.Cut(step, " ")
		e := recordings.Event{Call: recordings.Call{Tool: who}}
		result, isResult := strings.CutPrefix(rest, "= ")
		switch {
		case who == "user:":
			e = recordings.Event{Kind: recordings.User, Text: rest}
		case who == "model:":
			e = recordings.Event{Kind: recordings.Model, Text: rest}
		case isResult:
			text, _ := json.Marshal(result)
			e.Body = fmt.Appendf(nil, `{"content":[{"type":"text","text":%s}]}`, text)
			e.Arguments = asked[who]
		default:
			e.Kind, e.Arguments = recordings.Request, json.RawMessage(rest)
			asked[who] = e.Arguments
		}
		s.Events = append(s.Events, e)
	}
	return s
}

// A value is taken up if the model repeats a result, and if it was not written before.
func TestFollow(t *testing.T) {
	for name, c := range map[string]struct {
		steps []string
		want  string
	}{
		"an argument":              {[]string{`t = {"id":"ab-12"}`, `u {"id":"ab-12"}`}, "ab-12@0"},
		"a number of four digits":  {[]string{`t = {"id":7001,"n":12}`, `u {"id":7001,"n":12}`}, "7001@0"},
		"a word of an answer":      {[]string{`t = {"by":"octo_cat"}`, `model: It was octo_cat, I think.`}, "octo_cat@0"},
		"a plain word":             {[]string{`t = {"by":"somewhere"}`, `model: It was somewhere.`}, ""},
		"a part of a longer value": {[]string{`t = {"sha":"0a1b2c3d4e5f"}`, `u {"sha":"0a1b2c3"}`}, "0a1b2c3@0"},
		"what the user said":       {[]string{`user: take ab-12`, `t = {"id":"ab-12"}`, `u {"id":"ab-12"}`}, ""},
		"what the model said":      {[]string{`t {"id":"ab-12"}`, `t = {"id":"ab-12"}`, `u {"id":"ab-12"}`}, ""},
		"what comes later":         {[]string{`u {"id":"ab-12"}`, `t = {"id":"ab-12"}`}, ""},
		"once":                     {[]string{`t = {"id":"ab-12"}`, `t = ["ab-12"]`, `u {"id":"ab-12"}`, `u {"id":"ab-12"}`}, "ab-12@0@1"},
		"a name":                   {[]string{`t = {"rls_on":true}`, `u {"sql":"SET rls_on"}`}, "rls_on@0"},
	} {
		var got []string
		Follow(calls("T", c.steps...), func(c *recordings.Call) string { return string(c.Body) }, func(value string, in []int) {
			for _, i := range in {
				value += fmt.Sprint("@", i)
			}
			got = append(got, value)
		}, nil)
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestClasses(t *testing.T) {
	for value, want := range map[string]Class{
		"": Empty, "null": Empty, "true": Truth, "-1.5": Number, "1e9": Word, "2024-05-06": Time, "2024-05-06T07:08:09Z": Time,
		"22:10": Time, "22:10:00+1": Time, "22:1": Word, "22:10 o'clock": Word, "2024-05-06x": Word, "https://a": URL, "0a1b2c3d4e5f0a1b": Opaque, "-----BEGIN KEY": Opaque, "not-so-long-word": Word,
		"a word": Word, strings.Repeat("many words ", 9): Text,
	} {
		if got := classOf(value); got != want {
			t.Errorf("%q: %d, want %d", value, got, want)
		}
	}
}

// decided are the paths that stay, and those that go with the reason, of one tool.
func decided(tools []*Tool, name string) (keep, drop string) {
	var kept, dropped []string
	for _, t := range tools {
		for _, p := range t.Places {
			path := Mask(p.Path)
			switch {
			case t.Name != name:
			case p.Keep:
				kept = append(kept, path)
			default:
				dropped = append(dropped, path)
			}
		}
	}
	return strings.Join(kept, " "), strings.Join(dropped, " ")
}

func all(string) bool { return true }

// rowsOf are results of a list of 30 rows, each of format with the index of the row.
func rowsOf(seed int, format string) string {
	var rows []string
	for i := range 30 {
		rows = append(rows, strings.ReplaceAll(strings.ReplaceAll(format, "#", fmt.Sprint(seed*100+i)), "~", fmt.Sprintf("%x%x", (seed+1)*7919*(i+3), (i+11)*104729)))
	}
	return "[" + strings.Join(rows, ",") + "]"
}

// Each rule of the decision, on four tasks with 30 rows a result.
func TestDecide(t *testing.T) {
	long := strings.Repeat("word ", 30)
	for _, c := range []struct{ name, row, use, keep, drop string }{
		{"addresses go", `{"id":#,"html_url":"https://example.org/some/long/path/~"}`, ``, "id", "html_url"},
		{"what is used stays", `{"id":#,"html_url":"https://example.org/p/~"}`, `html_url`, "html_url id", ""},
		{"constants go", `{"id":1#,"kind":"the very same kind of thing in all rows"}`, `id`, "id", "kind"},
		{"without a used value constants stay", `{"id":#,"kind":"the very same kind of thing in all rows"}`, ``, "id kind", ""},
		{"a flag goes", `{"id":#,"site_admin":false}`, ``, "id", "site_admin"},
		{"names describe", `{"id":#,"author":{"login":"user ~"}}`, ``, "author.login id", ""},
		{"what says the same goes", `{"id":#,"title":"user ~","parts":{"texts":"user ~"}}`, ``, "id title", "parts.texts"},
		{"texts stay", `{"id":#,"body":"` + long + `~"}`, ``, "body id", ""},
		{"pages stay", `{"id":#,"next_cursor":null}`, ``, "id next_cursor", ""},
		{"failures stay", `{"id":#,"error":{"flag":false}}`, ``, "error.flag id", ""},
		{"arguments stay", `{"id":#,"etag":"~~~~"}`, `"etag"`, "etag id", ""},
		{"numbers that take little stay", `{"id":#,"long":"` + strings.Repeat(long, 6) + `~","n":1#}`, ``, "id long n", ""},
	} {
		var e Evidence
		for task := range 4 {
			steps := []string{`list {"q":"x"}`, `list = ` + rowsOf(task, c.row)}
			if name, isName := strings.CutPrefix(c.use, `"`); isName {
				steps = append(steps, fmt.Sprintf(`get {%q:"none"}`, strings.Trim(name, `"`)))
			} else if c.use != "" {
				var rows []map[string]any
				_ = json.Unmarshal([]byte(rowsOf(task, c.row)), &rows)
				value, _ := json.Marshal(rows[7][c.use])
				steps = append(steps, fmt.Sprintf(`get {"x":%s}`, value))
			}
			e.Add(calls(fmt.Sprint("task", task), steps...))
		}
		keep, drop := decided(e.Decide(all, Options{Priors: Priors{}}), "list")
		if keep != c.keep || drop != c.drop {
			t.Errorf("%s: keeps %q and drops %q, want %q and %q", c.name, keep, drop, c.keep, c.drop)
		}
	}
}

// Two tasks do not show that a field is not needed.
func TestLittleEvidence(t *testing.T) {
	row := `{"id":#,"html_url":"https://example.org/some/long/path/~"}`
	var e Evidence
	for task := range 2 {
		e.Add(calls(fmt.Sprint("task", task), `list {}`, `list = `+rowsOf(task, row)))
	}
	if _, drop := decided(e.Decide(all, Options{Priors: Priors{}}), "list"); drop != "" {
		t.Errorf("%s goes", drop)
	}
	if _, drop := decided(e.Decide(all, Options{Priors: Priors{"html_url": {Tasks: 9}}}), "list"); drop != "html_url" {
		t.Errorf("%q goes, though other recordings show that it is not needed", drop)
	}
}

// Sessions without room are left out and counted. Those before them stay.
func TestRoom(t *testing.T) {
	e := Evidence{Most: 1}
	for task := range 3 {
		e.Add(calls(fmt.Sprint("task", task), `list {}`, `list = {"id":1}`))
	}
	if tools := e.Decide(all, Options{}); e.Beyond() != 2 || len(tools) != 1 || tools[0].Results != 1 {
		t.Errorf("%d sessions beyond the room, %d tools", e.Beyond(), len(tools))
	}
}

// A name that goes in one tool goes in another one that is little known. Times and texts stay
// until many tasks or a prior know them.
func TestPooled(t *testing.T) {
	row := `{"id":9000#,"html_url":"https://example.org/some/long/path/~","seen_at":"2024-05-06T07:08:09.#Z"}`
	for _, c := range []struct {
		tasks      int
		isUsed     bool // a later call names an id
		priors     Priors
		keep, drop string
	}{
		{2, true, Priors{}, "html_url id seen_at", ""},
		{3, true, Priors{}, "id seen_at", "html_url"},
		{3, true, Priors{"seen_at": {Tasks: 9}}, "id", "html_url seen_at"},
		{3, false, Priors{"seen_at": {Tasks: 9}}, "id seen_at", "html_url"},
		{manyTasks, true, Priors{}, "id", "html_url seen_at"},
		{manyTasks, false, Priors{}, "id seen_at", "html_url"},
	} {
		var e Evidence
		for task := range c.tasks {
			for _, tool := range []string{fmt.Sprint("list", task*2/c.tasks), "list1"}[:1+c.tasks/manyTasks] {
				steps := []string{tool + ` {}`, tool + ` = ` + rowsOf(task, row)}
				if c.isUsed {
					steps = append(steps, fmt.Sprintf(`get {"x":9000%d}`, task*100+7))
				}
				e.Add(calls(fmt.Sprint("task", task), steps...))
			}
		}
		if keep, drop := decided(e.Decide(all, Options{Priors: c.priors}), "list1"); keep != c.keep || drop != c.drop {
			t.Errorf("%d tasks, used %t, %v: keeps %q and drops %q, want %q and %q", c.tasks, c.isUsed, c.priors, keep, drop, c.keep, c.drop)
		}
	}
}

// Edges between rows name the rows. If no value was used again, they are no repetition.
func TestRelations(t *testing.T) {
	for isUsed, want := range map[bool]string{true: "edges.from", false: ""} {
		var e Evidence
		for task := range 4 {
			name := fmt.Sprintf("node_%d", task)
			steps := []string{`graph {}`, `graph = {"nodes":[{"name":"` + name + `"},{"name":"other ` + name + `"}],"edges":[{"from":"` + name + `"}]}`}
			if isUsed {
				steps = append(steps, `get {"x":"`+name+`"}`)
			}
			e.Add(calls(fmt.Sprint("task", task), steps...))
		}
		if _, drop := decided(e.Decide(all, Options{Priors: Priors{}}), "graph"); drop != want {
			t.Errorf("used %t: %q goes, want %q", isUsed, drop, want)
		}
	}
}

// A value that the arguments of each call say goes. It stays if it identifies a row, is a
// state, was different once, or stood beside other values.
func TestEcho(t *testing.T) {
	for _, c := range []struct{ row, once, keep, drop string }{
		{`{"id":#,"repo":"r%d"}`, ``, "id", "repo"},
		{`{"id":#,"repo":"r%d"}`, `[{"id":1,"repo":"another"}]`, "id repo", ""},
		{`{"id":#,"repo":"r%d"}`, `[{"id":1,"repo":"r4"},{"id":2,"repo":"another"}]`, "id repo", ""},
		{`{"id":#,"status":"r%d"}`, ``, "id status", ""},
		{`{"id":"r%d","n":#}`, ``, "id n", ""},
		{`{"id":#,"name":"r%d"}`, ``, "id name", ""},
	} {
		var e Evidence
		for task := range 4 {
			e.Add(calls(fmt.Sprint("task", task), fmt.Sprintf(`list {"repo":["r%d"],"status":1}`, task), `list = `+rowsOf(task, fmt.Sprintf(c.row, task))))
		}
		if c.once != "" {
			e.Add(calls("once", `list {"repo":["r4"]}`, `list = `+c.once))
		}
		if keep, drop := decided(e.Decide(all, Options{Priors: Priors{}}), "list"); keep != c.keep || drop != c.drop {
			t.Errorf("%s %s: keeps %q and drops %q, want %q and %q", c.row, c.once, keep, drop, c.keep, c.drop)
		}
	}
}

// The contents of files stay as they are, and so do results of failures: they are no evidence.
func TestFilesAndFailures(t *testing.T) {
	var e Evidence
	for task := range 4 {
		e.Add(calls(fmt.Sprint("task", task), `read {}`, `read = `+strings.Repeat("line one of a file\n", 20), `read = {"html_url":"https://example.org"}`, `read = `+strings.Repeat("line two\n", 40)))
		failed := calls(fmt.Sprint("task", task), `list {}`, `list = {"html_url":"https://example.org"}`)
		failed.Events[1].Body = []byte(strings.Replace(string(failed.Events[1].Body), `{`, `{"isError":true,`, 1))
		e.Add(failed)
	}
	tools := e.Decide(all, Options{Priors: Priors{}})
	if len(tools) != 1 || tools[0].Name != "read" || !tools[0].IsFile {
		t.Fatalf("%+v", tools)
	}
	if _, drop := decided(tools, "read"); drop != "" {
		t.Errorf("%s goes", drop)
	}
}

// Objects with many names of one kind, or with numbers for names, are maps.
func TestMaps(t *testing.T) {
	var e Evidence
	for task := range 4 {
		var properties, record []string
		for i := range 12 {
			properties = append(properties, fmt.Sprintf(`"Column %d":{"type":"text"}`, task*12+i))
		}
		for i := range 30 {
			record = append(record, fmt.Sprintf(`"name%d":%d`, i, i))
		}
		e.Add(calls(fmt.Sprint("task", task), `t {}`, `t = {"properties":{`+strings.Join(properties, ",")+`},"by":{"17":{"v":1},"4":{"v":2}},"record":{`+strings.Join(record, ",")+`}}`))
	}
	keep, drop := decided(e.Decide(all, Options{Priors: Priors{}}), "t")
	paths := strings.Fields(keep + " " + drop)
	slices.Sort(paths)
	if len(paths) != 32 || paths[0] != "by.*.v" || paths[1] != "properties.*.type" || paths[2] != "record.name0" {
		t.Errorf("%v", paths)
	}
}

// A name * is a name, and no pattern.
func TestStarIsAName(t *testing.T) {
	if got, want := Mask([]string{"a", "*", anyName}), `a."*".*`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Masks are as few as the places allow.
func TestOmissions(t *testing.T) {
	place := func(path string, tokens int, keep bool) *Place {
		return &Place{Path: strings.Split(path, "."), Keep: keep, Results: 1, Tokens: tokens}
	}
	list := &Tool{Name: "list", Places: []*Place{
		place("a.events_url", 100, false), place("a.keys_url", 90, false), place("b.gists_url", 80, false),
		place("commit.tree.sha", 70, false), place("commit.tree.kind", 60, false), place("parents.sha", 50, false),
		place("node id", 40, false), place("sha", 30, true), place("commit.message", 20, true), place("tiny", 1, false),
		place("a.id", 1, true), place("b.id", 1, true),
	}}
	masksOf := func(all []Omission) string {
		var masks []string
		for _, o := range all {
			masks = append(masks, fmt.Sprint(o.Mask, ":", o.Tokens))
		}
		return strings.Join(masks, " ")
	}
	if got, want := masksOf(list.Omissions(nil)), `*_url:270 tree:130 parents:50 "node id":40`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	get := &Tool{Name: "get", Places: []*Place{place("keys_url", 10, false), place("events_url", 10, false), place("raw_url", 5, true)}}
	both := Everywhere([]*Tool{get, list})
	if got, want := masksOf(both), `events_url:110 keys_url:100`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := masksOf(list.Omissions(both)), `tree:130 gists_url:80 parents:50 "node id":40`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// random is a session of three tools with ten fields each. Some values are used later.
func random(r *rand.Rand, task string) *recordings.Session {
	var steps []string
	var last []string
	for range 1 + r.IntN(5) {
		tool := fmt.Sprint("tool", r.IntN(3))
		var rows []string
		for range 1 + r.IntN(20) {
			row := map[string]any{}
			for i := range 10 {
				if r.IntN(4) > 0 {
					row[fmt.Sprint("field", i)] = []any{r.IntN(1 << 30), fmt.Sprintf("v%x", r.Uint64()), "same", nil, "https://example.org/" + fmt.Sprint(r.Uint64())}[i%5]
				}
			}
			text, _ := json.Marshal(row)
			rows = append(rows, string(text))
			for _, v := range row {
				if s, ok := v.(string); ok && len(last) < 100 {
					last = append(last, s)
				}
			}
		}
		arguments := "{}"
		if len(last) > 0 && r.IntN(2) == 0 {
			arguments = fmt.Sprintf(`{"x":%q}`, last[r.IntN(len(last))])
		}
		steps = append(steps, tool+" "+arguments, tool+" = ["+strings.Join(rows, ",")+"]")
	}
	return calls(task, steps...)
}

// FuzzLawsLearn: decisions are the same for any order of the sessions. One more session with
// a value of a place that a model takes up never removes that place.
func FuzzLawsLearn(f *testing.F) {
	for seed := range testkit.Seeds(30) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 21))
		var sessions []*recordings.Session
		for i := range 2 + r.IntN(12) {
			sessions = append(sessions, random(r, fmt.Sprint("task", i)))
		}
		decide := func(of []*recordings.Session) []*Tool {
			var e Evidence
			for _, s := range of {
				e.Add(s)
			}
			return e.Decide(all, Options{})
		}
		first := decide(sessions)
		shuffled := slices.Clone(sessions)
		r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if again := decide(shuffled); !reflect.DeepEqual(views(first), views(again)) {
			t.Fatalf("seed %d: another order decides otherwise:\n%v\n%v", seed, views(first), views(again))
		}
		field, value := fmt.Sprint("field", r.IntN(10)), fmt.Sprintf("used-%d", seed)
		keep, _ := decided(first, "tool0")
		if !slices.Contains(strings.Fields(keep), field) {
			return
		}
		more := calls("one more", `tool0 {}`, fmt.Sprintf(`tool0 = [{%q:%q}]`, field, value), fmt.Sprintf(`tool1 {"x":%q}`, value))
		if keep, _ = decided(decide(append(sessions, more)), "tool0"); !slices.Contains(strings.Fields(keep), field) {
			t.Errorf("seed %d: %s stayed, and goes since it was used", seed, field)
		}
	})
}

// views are the decisions without the evidence behind them.
func views(tools []*Tool) (all []string) {
	for _, t := range tools {
		for _, p := range t.Places {
			all = append(all, fmt.Sprintf("%s %v %v %q %d %d %d %d %g", t.Name, p.Path, p.Keep, p.Why, p.Results, p.Tokens, p.Tasks, p.Taken, p.Chance))
		}
		all = append(all, fmt.Sprint(t.Omissions(nil)))
	}
	return append(all, fmt.Sprint(Everywhere(tools)))
}

// FuzzLawsLearnAny: any bytes can be learned from.
func FuzzLawsLearnAny(f *testing.F) {
	for _, seed := range []string{``, `{`, `{"content":[{"text":"[1"}]}`, `{"content":[null,{"resource":{"text":"x"}}],"structuredContent":{"content":"x"}}`, strings.Repeat("[", 9000)} {
		f.Add([]byte(seed), []byte(`{"a":"x y_z"}`))
	}
	f.Fuzz(func(t *testing.T, body, arguments []byte) {
		var e Evidence
		e.Add(&recordings.Session{Events: []recordings.Event{
			{Kind: recordings.Result, Call: recordings.Call{Tool: "t", Body: body}},
			{Kind: recordings.Request, Call: recordings.Call{Tool: "t", Arguments: arguments}},
		}})
		for _, tool := range e.Decide(all, Options{}) {
			if tool.Name != "t" || tool.Omissions(nil) != nil {
				t.Errorf("%+v", tool.Omissions(nil))
			}
		}
	})
}

// The shipped counts are in the form that Write writes, in order.
func TestShipped(t *testing.T) {
	var b strings.Builder
	if err := Shipped().Write(&b); err != nil {
		t.Fatal(err)
	}
	if _, counts, _ := strings.Cut(shippedText, "\n"); b.String() != counts {
		t.Error("priors.tsv is not as Write writes it")
	}
	for _, name := range []string{"node_id", "name", "avatar_url"} {
		if Shipped()[name].Tasks == 0 {
			t.Errorf("no counts of %s", name)
		}
	}
}
