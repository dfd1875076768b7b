package archive

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

const issues = `{"content":[{"type":"text","text":"[{\"id\":1,\"title\":\"Login fails\",\"user\":{\"login\":\"ann\"},\"level\":\"error\"},` +
	`{\"id\":2,\"title\":\"Slow search\",\"user\":{\"login\":\"bob\"},\"level\":\"warn\"},` +
	`{\"id\":3,\"title\":\"Login slow\",\"user\":{\"login\":\"ann\"},\"level\":\"Error\",\"ok\":true}]"}]}`

const logText = "one\\ntwo\\nthree\\nfour\\nfive\\nsix\\nseven FAIL\\neight\\nnine\\nten\\neleven\\ntwelve"

func TestSearchRows(t *testing.T) {
	big := strings.Repeat("x", 900)
	for name, c := range map[string]struct {
		document string
		ask      Ask
		want     string // the head and the text
	}{
		"more of the words first": {issues, Ask{Query: "LOGIN slow"},
			"page 1 of 1, rows 1–3 of 3, best first\nin /content/0/text\n" +
				`/2 {"id":3,"title":"Login slow","user":{"login":"ann"},"level":"Error","ok":true}` + "\n" +
				`/1 {"id":2,"title":"Slow search","user":{"login":"bob"},"level":"warn"}` + "\n" +
				`/0 [1,"Login fails","ann","error"]`},
		"part of a word": {issues, Ask{Query: "sear"},
			"page 1 of 1, rows 1–1 of 1, best first\n" + `/content/0/text/1 {"id":2,"title":"Slow search","user":{"login":"bob"},"level":"warn"}`},
		"expression": {issues, Ask{Query: "/^Slow/", Fields: []string{"id"}},
			"page 1 of 1, rows 1–1 of 1, best first\n" + `/content/0/text/1 {"id":2}`},
		"expression in any case": {issues, Ask{Query: "/^SLOW/i", Fields: []string{"id"}},
			"page 1 of 1, rows 1–1 of 1, best first\n" + `/content/0/text/1 {"id":2}`},
		"where": {issues, Ask{Where: map[string]string{"level": "error", "user.login": "ann"}, Fields: []string{"title", "id", "none"}},
			"page 1 of 1, rows 1–2 of 2\nin /content/0/text\n" + `/0 {"title":"Login fails","id":1}` + "\n" + `/2 ["Login slow",3]`},
		"where no string": {issues, Ask{Where: map[string]string{"ok": "true"}, Fields: []string{"id", "user"}},
			"page 1 of 1, rows 1–1 of 1\n" + `/content/0/text/2 {"id":3,"user":{"login":"ann"}}`},
		"where and a query": {issues, Ask{Where: map[string]string{"level": "error"}, Query: "slow", Fields: []string{"id"}},
			"page 1 of 1, rows 1–1 of 1, best first\n" + `/content/0/text/2 {"id":3}`},
		"fields alone": {issues, Ask{Fields: []string{"user.login"}},
			"page 1 of 1, rows 1–3 of 3\nin /content/0/text\n" + `/0 {"user.login":"ann"}` + "\n" + `/1 ["bob"]` + "\n" + `/2 ["ann"]`},
		"below a path": {`{"a":[{"n":1}],"b":[{"n":1}]}`, Ask{Path: "/b", Query: "1"},
			"page 1 of 1, rows 1–1 of 1, best first\n" + `/b/0 {"n":1}`},
		"pages": {`[{"n":"aa"},{"n":"aab"},{"n":"aac"}]`, Ask{Query: "aa", PageBytes: 30, Page: 2},
			"page 2 of 2, rows 3–3 of 3, best first\n" + `/2 {"n":"aac"}`},
		"the lines around": {`{"log":"` + logText + `"}`, Ask{Query: "fail"},
			"page 1 of 1, rows 1–1 of 1, best first\n/log lines 5-9\nfive\nsix\nseven FAIL\neight\nnine"},
		"a long line": {`{"log":"` + big + ` needle ` + big + `"}`, Ask{Query: "needle", PageBytes: 40},
			"page 1 of 1, rows 1–1 of 1, best first\n/log lines 1-1\nneedle xxxxxxxxxxxxxxx…"},
		"no JSON": {"a\nb\nc needle\nd", Ask{Query: "needle"},
			"page 1 of 1, rows 1–1 of 1, best first\n lines 1-4\na\nb\nc needle\nd"},
		"lines of JSON": {`{"t":"Result:\n[{\"id\":7,\"v\":\"x\"},{\"id\":8,\"v\":\"y\"}]\n"}`, Ask{Where: map[string]string{"v": "y"}},
			"page 1 of 1, rows 1–1 of 1\n" + `/t line 2 /1 {"id":8,"v":"y"}`},
		"the rows around": {`[{"id":5,"name":"outer","pad":"` + strings.Repeat(big, 1+maxRecord/len(big)) + `","in":[{"v":"needle"}]}]`, Ask{Query: "needle"},
			"page 1 of 1, rows 1–1 of 1, best first\n" + `/0/in/0 in {"id":5,"name":"outer"} {"v":"needle"}`},
		"an object with the rows inside": {`[{"id":1,"kind":"page","title":[{"text":"IT"}]},{"id":2,"kind":"base","title":[{"text":"IT"}]}]`, Ask{Query: "IT base"},
			"page 1 of 1, rows 1–2 of 2, best first\n" + `/1 {"id":2,"kind":"base","title":[{"text":"IT"}]}` + "\n" + `/0 [1,"page","IT"]`},
		"two words that follow each other": {`[{"t":"home of it"},{"t":"it home"},{"t":"of it home "}]`, Ask{Query: "it home", Fields: []string{"t"}},
			"page 1 of 1, rows 1–3 of 3, best first\n" + `/1 {"t":"it home"}` + "\n" + `/2 ["of it home "]` + "\n" + `/0 ["home of it"]`},
		"a name with an underscore": {`[{"rls_enabled":false,"v":"` + big + `"},{"enabled":1,"v":"` + big + `"},{"v":"enable ` + big + `"}]`, Ask{Query: "enabled", PageBytes: 90},
			"page 1 of 1, rows 1–2 of 2, best first\n" + `/1 {"enabled":1,"v":"…xxxxxxxxxxxxxxxxxxxxxx…"}` + "\n" + `/0 {"rls_enabled":false} +1 fields`},
		"the fields that match and identify": {`{"` + strings.Repeat("a", 1990) + `":1,"v":"a needle","w":2,"id":3}`, Ask{Query: "needle"},
			"page 1 of 1, rows 1–1 of 1, best first\n" + ` {"v":"a needle","w":2,"id":3} +1 fields`},
		"the values of one name form a list": {`[{"id":1,"pad":"` + big + `","cells":[{"n":"aa","t":"int"},{"n":"ab","t":"int"},{"n":"c","t":null}]}]`, Ask{Query: "aa", PageBytes: 200},
			"page 1 of 1, rows 1–1 of 1, best first\n" + `/0 {"id":1,"pad":"…` + strings.Repeat("x", 100) + `…","cells.n":["aa","ab","c"]} +1 fields`},
		"a long list": {`[{"id":1,"pad":"` + big + `","cells":["` + strings.Repeat("v", 40) + `","needle","` + strings.Repeat("w", 40) + `"]}]`, Ask{Query: "needle cells", PageBytes: 60},
			"page 1 of 1, rows 1–1 of 1, best first\n" + `/0 {"id":1,"cells":["needle",…]} +1 fields`},
		"values that the model lacks": {seenRows(big), Ask{Query: "red team", PageBytes: 160, Shown: []byte(`[{"id":1,"name":"red team"},{"id":2,"name":"team 2"}]`)},
			"page 1 of 1, rows 1–2 of 2, best first\n" + `/0 {"id":1,"name":"red team","color":"c1","on":false} +1 fields` + "\n" + `/1 [2,"team 2","c2",true]`},
		"values that a table shows": {seenRows(big), Ask{Query: "red team", PageBytes: 160, Shown: []byte(`{"$columns":["id","name"],"rows":[[1,"red team"],[2,"team 2"]]}`)},
			"page 1 of 1, rows 1–2 of 2, best first\n" + `/0 {"id":1,"name":"red team","color":"c1","on":false} +1 fields` + "\n" + `/1 [2,"team 2","c2",true]`},
		"rows that the model lacks": {`[{"id":1,"v":"needle"},{"id":2,"v":"needle"}]`, Ask{Query: "needle", Shown: []byte(`[{"id":1,"v":"needle"}]`)},
			"page 1 of 1, rows 1–2 of 2, best first\n" + `/1 {"id":2,"v":"needle"}` + "\n" + `/0 [1,"needle"]`},
		"no URL of a value that the model has": {`[{"id":1,"of":"http://a/0123456789","v":"needle","pad":"` + big + `"}]`, Ask{Query: "needle http", PageBytes: 160, Shown: []byte(`["0123456789","id","of"]`)},
			"page 1 of 1, rows 1–1 of 1, best first\n" + `/0 {"id":1,"v":"needle","pad":"…` + strings.Repeat("x", 80) + `…"} +1 fields`},
		"values that repeat": {spreadRows(), Ask{Query: "needle", PageBytes: 560},
			"page 1 of 1, rows 1–9 of 9, best first\nin /rows\n" + `values {"kind":["needle bug","needle task"]}` + "\n" + ` {"title":"needle"}` + "\n" +
				`/0 {"id":1234560,"at":"needle street","kind":"needle bug"} +2 fields` + "\n" +
				`/2 {"id":1234562,"kind":"needle bug","pad":"…` + strings.Repeat("2", 70) + `…"} +2 fields` + "\n" +
				`/4 {"id":1234564,"kind":"needle bug"} +3 fields` + "\n" + `/6 [1234566,"needle bug"]` + "\n" + `/1 [1234561,"needle task"]` + "\n" +
				`/3 [1234563,"needle task"]` + "\n" + `/5 [1234565,"needle task"]` + "\n" + `/7 [1234567,"needle task"]`},
		"the one value that the model lacks": {chain(true), Ask{Query: "needle", PageBytes: 300, Shown: []byte(chain(false))},
			"page 1 of 1, rows 1–9 of 9, best first\n" + `values {"before.id":["0000009x"]}` + "\n" +
				`/0 {"id":"0000000x","v":"needle"} +2 fields` + "\n" + `/1 {"id":"0000001x"} +3 fields` + "\n" +
				`/2 ["0000002x"]` + "\n" + `/3 ["0000003x"]` + "\n" + `/4 ["0000004x"]` + "\n" + `/5 ["0000005x"]` + "\n" + `/6 ["0000006x"]` + "\n" + `/7 ["0000007x"]` + "\n" + `/8 ["0000008x"]`},
		"no URL of a shown value": {`[{"id":"12-34-56","url":"http://needle/a/123456","at":"http://other/a","v":"needle","pad":"` + big + `"}]`, Ask{Query: "needle http a at", PageBytes: 140},
			"page 1 of 1, rows 1–1 of 1, best first\n" + `/0 {"id":"12-34-56","at":"http://other/a","v":"needle"} +2 fields`},
		"one half": {`{"content":[{"type":"text","text":"needle in words"}],"structuredContent":{"v":"needle"}}`, Ask{Query: "needle", Reads: ReadsText},
			"page 1 of 1, rows 1–1 of 1, best first\n" + `/content/0/text "needle in words"`},
		"the other half": {`{"content":[{"type":"text","text":"needle in words"}],"structuredContent":{"v":"needle"}}`, Ask{Query: "needle"},
			"page 1 of 1, rows 1–1 of 1, best first\n" + `/structuredContent {"v":"needle"}`},
		"all of it, if one half has nothing": {`{"content":[{"type":"text","text":"in words"}],"structuredContent":{"v":1}}`, Ask{Query: "words"},
			"page 1 of 1, rows 1–1 of 1, best first\n" + `/content/0 {"type":"text","text":"in words"}`},
	} {
		p, err := c.ask.Of([]byte(c.document))
		if got := p.Head + "\n" + string(p.Text); err != nil || got != c.want || p.Hash != Hash([]byte(c.document)) {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, c.want)
		}
	}
}

// chain returns rows with an id. If they are whole, each also has the id of the row before it in
// the chain. Only the last one adds it to those of the rows.
func chain(isWhole bool) string {
	rows := ""
	for i := range 9 {
		row := fmt.Sprintf(`"id":"000000%dx"`, i)
		if isWhole {
			row += fmt.Sprintf(`,"v":"needle","before":{"id":"000000%dx","pad":"%s"}`, i+1, strings.Repeat(fmt.Sprint(i), 90))
		}
		rows += "{" + row + "},"
	}
	return "[" + strings.TrimSuffix(rows, ",") + "]"
}

// spreadRows returns rows with columns of one value and of two, in a list with a member beside.
func spreadRows() string {
	rows := ""
	for i := range 8 {
		rows += fmt.Sprintf(`{"id":%d,"at":"needle street","kind":"%s","url":"http://a/%d","pad":"%s"},`, 1234560+i, []string{"needle bug", "needle task"}[i%2], 1234560+i, strings.Repeat(fmt.Sprint(i), 90))
	}
	return `{"title":"needle","rows":[` + strings.TrimSuffix(rows, ",") + `]}`
}

// seenRows is a list of two teams. A model needs their colours.
func seenRows(pad string) string {
	return `[{"id":1,"name":"red team","pad":"` + pad + `","color":"c1","on":false},{"id":2,"name":"team 2","pad":"` + pad + `","color":"c2","on":true}]`
}

func TestReads(t *testing.T) {
	const document = `{"content":[{"type":"text","text":"{\"a\":[1]}"},{"type":"resource","resource":{"text":"x\ny"}},{"type":"image","data":"AA"}],"structuredContent":{"a":[1]}}`
	for name, c := range map[string]struct {
		document string
		ask      Ask
		want     string
	}{
		"kept":           {document, Ask{}, document},
		"texts":          {document, Ask{Reads: ReadsText}, `{"a":[1]}` + "\nx\ny\n" + `{"type":"image","data":"AA"}`},
		"structured":     {document, Ask{Reads: ReadsStructured}, `{"a":[1]}`},
		"both":           {document, Ask{Reads: ReadsBoth}, `{"a":[1]}`},
		"no other half":  {`{"content":[{"type":"text","text":"a\nb"}]}`, Ask{Reads: ReadsStructured}, "a\nb"},
		"a message":      {`{"jsonrpc":"2.0","id":1,"result":{"content":[{"text":"a"}]}}`, Ask{Reads: ReadsBoth}, "a"},
		"no tool result": {` {"a": 1} `, Ask{Reads: ReadsText}, `{"a": 1}`},
		"no content":     {`{"content":[]}`, Ask{Reads: ReadsText}, `{"content":[]}`},
		"a text":         {document, Ask{Reads: ReadsText, Path: "/content/1/resource/text"}, "x\ny"},
		"a line":         {document, Ask{Lines: "2", Path: "/content/1/resource/text"}, "y"},
		"lines":          {`"a\nb\nc\nd"`, Ask{Lines: "2 - 3"}, "b\nc\n"},
		"lines beyond":   {`"a\nb\nc\nd"`, Ask{Lines: "3-99"}, "c\nd"},
		"no JSON":        {"a\nb", Ask{Lines: "2-2", Reads: ReadsBoth}, "b"},
	} {
		if p, err := c.ask.Of([]byte(c.document)); err != nil || string(p.Text) != c.want {
			t.Errorf("%s: %q %v, want %q", name, p.Text, err, c.want)
		}
	}
}

// The head of a page counts the elements of a list, or the lines of a text.
func TestHeads(t *testing.T) {
	for _, c := range []struct {
		document string
		ask      Ask
		want     string
	}{
		{`{"a":1}`, Ask{}, "page 1 of 1"},
		{`[1,2,3,4]`, Ask{PageBytes: 4}, "page 1 of 3, rows 1–2 of 4"},
		{`[1,2,3,4]`, Ask{PageBytes: 4, Page: 2}, "page 2 of 3, rows 2–4 of 4"},
		{`[1,2,3,4]`, Ask{PageBytes: 4, Page: 3}, "page 3 of 3, rows 4–4 of 4"},
		{"a\nb\nc", Ask{PageBytes: 4, Page: 2}, "page 2 of 2, lines 3–3 of 3"},
		{"a\nb\nc", Ask{Lines: "2-3"}, "page 1 of 1, lines 2–3 of 3"},
	} {
		if p, err := c.ask.Of([]byte(c.document)); err != nil || p.Head != c.want {
			t.Errorf("%s %+v: %s %v, want %s", c.document, c.ask, p.Head, err, c.want)
		}
	}
}

func TestSearchErrors(t *testing.T) {
	names := map[string]string{}
	for i := range maxFilters + 1 {
		names[strconv.Itoa(i)] = ""
	}
	for want, a := range map[string]Ask{
		"nothing in the document matches":                         {Query: "nowhere"},
		"query: has no words":                                     {Query: " ,;\n"},
		"query: longer than 4096 bytes":                           {Query: strings.Repeat("a ", 50_000)},
		"query: not a regular expression: missing closing )":      {Query: "/(a/"},
		"query: not a regular expression: missing argument to":    {Query: "/*/"},
		"lines: not with query, where or fields":                  {Query: "a", Lines: "1"},
		`lines: a range is "400-480", counted from 1`:             {Lines: "3-2"},
		`lines: a range is "400-480", counted from 1 `:            {Lines: "a"},
		"lines: the text has 1":                                   {Lines: "2-3"},
		"where: more than 60 names":                               {Where: names},
		"there is no page 2: the value has 1, counted from 1":     {Query: "slow", Page: 2},
		"there is no page -1: the value has 1, counted from 1":    {Query: "slow", Page: -1},
		`the path "/x" leads nowhere in the document`:             {Query: "slow", Path: "/x"},
		"query: not a regular expression: invalid repeat count":   {Query: "/(a{1000}){1000}/"},
		"query: not a regular expression: expression nests too d": {Query: "/" + strings.Repeat("(", 1500) + strings.Repeat(")", 1500) + "/"},
	} {
		p, err := a.Of([]byte(issues))
		if _, ok := errors.AsType[*AskError](err); !ok || !strings.Contains(err.Error(), strings.TrimSpace(want)) || p.Text != nil {
			t.Errorf("%.40q: %.80s %v, want %s", a.Query, p.Text, err, want)
		}
	}
}

// A hostile expression reads a long text in linear time: a reader that tries all ways would not
// end.
func TestHostileQueries(t *testing.T) {
	document := []byte(`["` + strings.Repeat("a", 100_000) + `!"]`)
	if _, err := (Ask{Query: "/(a+)+$/"}).Of(document); !errors.Is(err, errNothing) {
		t.Error(err)
	}
	if _, err := compile("/a{1000}/", 50<<20); err == nil || err.Error() != "archive: query: the expression is too large for this document" {
		t.Error(err)
	}
	many := []byte("[" + strings.Repeat(`{"n":"needle"},`, 20_000) + `{"n":"needle"}]`)
	p, err := Ask{Query: "needle"}.Of(many)
	if err != nil || len(p.Text) > answerBytes || !strings.HasSuffix(p.Head, " of 20001, best first; a narrower search shows more than 2000") {
		t.Errorf("%s %v", p.Head, err)
	}
}

// FuzzLawsSearch: each row of an answer stands in the document at its place, byte for byte. A
// query of a word of a scalar finds a row with the word. A page has at most its size.
func FuzzLawsSearch(f *testing.F) {
	for _, document := range []string{issues, `{"log":"` + logText + `","a":[{"b":"` + strings.Repeat("long words ", 90) + `","c":[{"id":1,"d":"é\u00e9 İ"}]}]}`,
		`["\"[{\\\"a\\\":\\\"b c\\\"}]\"","x\n{\"a\":[{\"b\":1}]}\ny"]`, `{"a/b":{"~":{"":"v"}},"0":[[{"1":[true,null,[]]}]]}`, `"text"`, `["a,b;c"]`} {
		f.Add([]byte(document), uint16(3), uint16(200))
	}
	f.Fuzz(func(t *testing.T, document []byte, pick, most uint16) {
		if scan.Check(document, scan.Limits{}, true) != nil || len(document) > 1<<13 {
			return
		}
		var texts []string
		budget := 300
		root := decode(t, document)
		eachPath(t, root, "", &budget, func(path string) {
			value, _ := model(t, root, path)
			text, ok := opened(t, value).(string)
			for line := range strings.Lines(text) {
				ok = ok && !strings.ContainsAny(line[:1], " \t[{")
			}
			if ok { // its words are those of scalars
				texts = append(texts, strings.FieldsFunc(string(fold(nil, []byte(text))), isBetween)...)
			}
		})
		texts = slices.DeleteFunc(texts, func(word string) bool {
			return len(word) > 200 || word[0] == '/' || !utf8.ValidString(word) || strings.ContainsFunc(word, func(r rune) bool { return r < ' ' })
		})
		slices.Sort(texts)
		if len(texts) == 0 {
			return
		}
		a := Ask{Query: texts[int(pick)%len(texts)], PageBytes: int(most)}
		p, err := a.Of(document)
		if err != nil {
			t.Fatalf("%q in %s: %v", a.Query, document, err)
		}
		if size := max(cmpOr(int(most), PageBytes), 7); len(p.Text) > size {
			t.Fatalf("%d bytes of %d", len(p.Text), size)
		}
		for _, other := range []Ask{{Query: a.Query, Fields: []string{"a", "b.c", "id"}}, {Fields: []string{"a", "c.d"}}, {Query: a.Query + " a b", Where: map[string]string{"a": "b"}}} {
			other.PageBytes = int(most)
			if p, err := other.Of(document); err == nil && len(p.Text) > max(cmpOr(int(most), PageBytes), 7) {
				t.Fatalf("%+v: %d bytes", other, len(p.Text))
			}
		}
		s := search{ask: a}
		parts := []part{{"", document[scan.Space(document, 0):], false}}
		if s.query, err = compile(a.Query, len(document)); err != nil {
			t.Fatal(err)
		}
		s.rank(parts)
		for _, r := range s.read(parts) {
			stands(t, document, &s, r)
		}
	})
}

func cmpOr(a, b int) int {
	if a != 0 {
		return a
	}
	return b
}

// stands fails unless a row stands in a document at its place, with a word of the query.
func stands(t *testing.T, document []byte, s *search, r *shownRow) {
	t.Helper()
	at := bytes.TrimSpace(valueAt(t, document, r.place))
	if r.line > 0 {
		start, end := s.window(r.row, 120)
		if shown := r.src[start:end]; !bytes.Contains(textAt(at), shown) || !strings.Contains(rendered(s, r), string(bytes.TrimSuffix(shown, []byte("\n")))) {
			t.Fatalf("%s: %q does not stand in %q", r.place, shown, at)
		}
		if !bytes.Contains(fold(nil, textAt(at)), []byte(strings.ToLower(s.ask.Query))) && !bytes.Contains(fold(nil, textAt(at)), fold(nil, []byte(s.ask.Query))) {
			t.Fatalf("%s: %q has no %q", r.place, at, s.ask.Query)
		}
		return
	}
	raw := r.src[r.start:r.end]
	if !bytes.Equal(raw, at) && !bytes.HasPrefix(inside(at), raw) {
		t.Fatalf("%s: %s is %s", r.place, raw, at)
	}
	shown := rendered(s, r)
	if strings.Contains(shown, string(raw)) {
		return
	}
	for _, l := range r.leaves {
		if l.ends != nil {
			l.raw = l.raw[:l.ends[0]]
		}
		if value := valueAt(t, document, r.place+words.Pointer(strings.Split(l.path, ".")...)); len(l.path) > 0 && !strings.Contains(l.path, "~") && !bytes.Equal(value, l.raw) && value != nil {
			t.Fatalf("%s of %s: %s is %s", l.path, r.place, l.raw, value)
		}
	}
}

func rendered(s *search, r *shownRow) string {
	text, _ := s.render(r, 120, "")
	return string(text)
}

// valueAt returns the value at a place, or nil. A place goes on in a line of a text.
func valueAt(t *testing.T, document []byte, place string) []byte {
	t.Helper()
	pointer, rest, isLine := strings.Cut(place, " line ")
	value, ok := find(document, pointer)
	if !ok || !isLine {
		return value
	}
	number, pointer, _ := strings.Cut(rest, " ")
	n, err := strconv.Atoi(number)
	if err != nil {
		t.Fatal(place)
	}
	text := textAt(value)
	starts := linesOf(text)
	return valueAt(t, text[starts[n-1]:lineEnd(text, starts[n-1])], pointer)
}

// A text of one long line takes time in proportion to its size.
func TestSearchOfOneLine(t *testing.T) {
	testkit.NearlyLinear(t, 1000, 16, func(n int) func() {
		text := `{"content":[{"type":"text","text":"` + strings.Repeat("alpha 12 error,", n) + `"}]}`
		return func() {
			if _, err := (Ask{Query: "alpha"}).Of([]byte(text)); err != nil {
				t.Fatal(err)
			}
		}
	})
}
