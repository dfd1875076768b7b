package shaper_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/texts"
)

// The transforms of these tests. No other kind is linked here.
func init() {
	texts.Register(texts.Log, func(r texts.Request) (string, error) {
		var b strings.Builder
		for line := range strings.Lines(r.Text) {
			if !texts.Names(line, r.Words) {
				line = strings.ReplaceAll(strings.TrimPrefix(line, "2026-01-02 03:04:05 "), "~", "")
			}
			b.WriteString(line)
		}
		return b.String(), nil
	})
	texts.Register(texts.Diff, func(texts.Request) (string, error) { panic("content") })
	texts.Register(texts.Snapshot, func(texts.Request) (string, error) { return "", errors.New("snapshot: too deep") })
}

const (
	aLog      = "2026-01-02 03:04:05 one\n2026-01-02 03:04:05 two\n2026-01-02 03:04:05 three\n2026-01-02 03:04:05 four\n2026-01-02 03:04:05 five\n"
	shortLog  = "one\ntwo\nthree\nfour\nfive\n"
	aDiff     = "--- a.go\n+++ a.go\n@@ -1 +1 @@\n-a\n+b\n"
	aSnapshot = "- main [ref=e1]:\n  - link [ref=e2]\n  - link [ref=e3]\n"
	aPage     = "<!DOCTYPE html>\n<html><body><p>A</p></body></html>"
)

var (
	jsonLog   = strings.Repeat(`{"level":"info","msg":"started","n":1}`+"\n", 6) + `{"level":"warn","msg":"slow","n":2}` + "\n"
	jsonTable = jsonLines + `{"$columns":["level","msg","n"],"rows":[` + strings.Repeat(`["info","started",1],`, 6) + `["warn","slow",2]]}` + "\n"
)

// blocks returns a tool result with some texts.
func blocks(all ...string) string {
	var content []string
	for _, text := range all {
		content = append(content, fmt.Sprintf(`{"type":"text","text":%s}`, quoteJSON(text)))
	}
	return `{"content":[` + strings.Join(content, ",") + `]}`
}

// asText returns an entry for the tool t that writes kinds of texts shorter.
func asText(change func(*profiles.Tool), kinds ...string) profiles.Spec {
	tool := profiles.Tool{Name: "t", Settings: profiles.Settings{TextAs: &kinds, Columns: new(true)}}
	if change != nil {
		change(&tool)
	}
	return profiles.Spec{Tools: []profiles.Tool{tool}}
}

func TestTextAs(t *testing.T) {
	const rows = "Rows:\n" + listed + "\nDone.\n"
	const folded = "Rows:\n" + table + "\nDone.\n"
	drop := func(name string) profiles.Spec {
		spec := asText(nil, "auto")
		spec.Privacy = []profiles.Privacy{{Drop: []string{name}}}
		return spec
	}
	for _, c := range []struct {
		name     string
		spec     profiles.Spec
		req      shaper.Request
		in, want string // want is "" for in
		texts    int
		left     []string
	}{
		{name: "a log", spec: asText(nil, "log"), in: blocks(aLog), want: blocks(shortLog), texts: 1},
		{name: "auto", spec: asText(nil, "auto"), in: blocks(aLog, rows), want: blocks(shortLog, folded), texts: 2},
		{name: "a part that the call names", spec: asText(nil, "log"), req: shaper.Request{Arguments: []byte(`{"query":"the Three lines"}`)},
			in: blocks(aLog), want: blocks("one\ntwo\n2026-01-02 03:04:05 three\nfour\nfive\n"), texts: 1},
		{name: "arguments that are no JSON", spec: asText(nil, "log"), req: shaper.Request{Arguments: []byte(`{"query":"three`)}, in: blocks(aLog), want: blocks(shortLog), texts: 1},
		{name: "another kind", spec: asText(nil, "html"), in: blocks(aLog)},
		{name: "no kind", spec: asText(nil), in: blocks(aLog)},
		{name: "a response of JSON-RPC", spec: asText(nil, "log"), in: `{"jsonrpc":"2.0","id":1,"result":` + blocks(aLog) + `}`, want: `{"jsonrpc":"2.0","id":1,"result":` + blocks(shortLog) + `}`, texts: 1},
		{name: "a resource", spec: asText(nil, "log"), texts: 1,
			in:   `{"content":[{"type":"resource","resource":{"uri":"a:b","text":` + quoteJSON(aLog) + `}}]}`,
			want: `{"content":[{"type":"resource","resource":{"uri":"a:b","text":` + quoteJSON(shortLog) + `}}]}`},
		{name: "a resource without a text", spec: asText(nil, "log"), in: `{"content":[{"type":"resource","resource":{"uri":"a:b","blob":"YQ=="}},{"type":"image","data":"YQ==","mimeType":"image/png"}]}`},
		{name: "a plain document", spec: asText(nil, "log"), in: `{"log":` + quoteJSON(aLog) + `}`},
		{name: "not linked", spec: asText(nil, "html"), in: blocks(aPage), left: []string{"html: not linked"}},
		{name: "a panic", spec: asText(nil, "diff"), in: blocks(aDiff), left: []string{"diff: the transform failed"}},
		{name: "a fault", spec: asText(nil, "snapshot"), in: blocks(aSnapshot), left: []string{"snapshot: too deep"}},
		{name: "a fault beside another text", spec: asText(nil, "auto"), in: blocks(aSnapshot, aLog), want: blocks(aSnapshot, shortLog), texts: 1, left: []string{"snapshot: too deep"}},
		{name: "an error", spec: asText(nil, "log"), in: strings.Replace(blocks(aLog), `{`, `{"isError":true,`, 1)},
		{name: "an error of the call", spec: asText(nil, "log"), req: shaper.Request{IsError: true}, in: blocks(aLog)},
		{name: "debug", spec: asText(nil, "log"), req: shaper.Request{Profile: "debug"}, in: blocks(aLog)},
		{name: "hiding alone", spec: asText(nil, "log"), req: shaper.Request{HidingOnly: true}, in: blocks(aLog)},
		{name: "one string in both halves", spec: asText(nil, "log"), texts: 1,
			in:   strings.Replace(blocks(aLog), `{`, `{"structuredContent":{"n":1,"result":`+quoteJSON(aLog)+`},`, 1),
			want: strings.Replace(blocks(shortLog), `{`, `{"structuredContent":{"n":1,"result":`+quoteJSON(shortLog)+`},`, 1)},
		{name: "data for a program", spec: asText(nil, "log"), req: shaper.Request{AsData: true}, texts: 1,
			in:   strings.Replace(blocks(aLog), `{`, `{"structuredContent":{"result":`+quoteJSON(aLog)+`},`, 1),
			want: strings.Replace(blocks(shortLog), `{`, `{"structuredContent":{"result":`+quoteJSON(aLog)+`},`, 1)},
		{name: "another string in the other half", spec: asText(nil, "log"), texts: 1,
			in:   strings.Replace(blocks(aLog), `{`, `{"structuredContent":{"result" : `+quoteJSON(aLog+"x")+`},`, 1),
			want: strings.Replace(blocks(shortLog), `{`, `{"structuredContent":{"result" : `+quoteJSON(aLog+"x")+`},`, 1)},
		{name: "a length acts on the shorter text", spec: asText(func(t *profiles.Tool) { t.MaxString = new(len(shortLog)) }, "log"), in: blocks(aLog), want: blocks(shortLog), texts: 1},

		{name: "a value that was hidden", spec: drop("token"), in: blocks(aLog + "token: 4fXq81Zz\n"), want: blocks(shortLog + "token: [withheld]\n"), texts: 1},
		{name: "a value that a transform joins", spec: drop("token"), in: blocks(aLog + "tok~en: 4fXq81Zz\n"), want: blocks(shortLog + "token: [withheld]\n"), texts: 1},
		{name: "a value of the other half", spec: drop("token"), texts: 1,
			in:   strings.Replace(blocks(aLog+"see 4fXq~81Zz\n"), `{`, `{"structuredContent":{"token":"4fXq81Zz"},`, 1),
			want: strings.Replace(blocks(shortLog+"see [withheld]\n"), `{`, `{"structuredContent":{},`, 1)},
		{name: "documents with a hidden value", spec: drop("name"), in: blocks(rows), want: blocks("Rows:\n" + `[{"id":1},{"id":2},{"id":3},{"id":4}]` + "\nDone.\n")},

		{name: "a document alone", spec: asText(func(t *profiles.Tool) { t.Columns = nil }, "json"), in: blocks(listed)},
		{name: "a document in prose", spec: asText(nil, "json"), in: blocks(rows), want: blocks(folded), texts: 1},
		{name: "members of it", spec: asText(func(t *profiles.Tool) { t.ExcludeNullValues = new(true) }, "json"), in: blocks("Row:\n{\"a\": null, \"b\": 1}\n"), want: blocks("Row:\n{\"b\":1}\n"), texts: 1},
		{name: "members of it that are omitted", spec: asText(func(t *profiles.Tool) { t.OmitFields = &[]string{"id"} }, "json"), in: blocks(rows), want: blocks("Rows:\n" + `[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"}]` + "\nDone.\n"), texts: 1},
		{name: "JSON lines", spec: asText(nil, "json"), in: blocks(jsonLog), want: blocks(jsonTable), texts: 1},
		{name: "JSON lines under rules", spec: asText(func(t *profiles.Tool) { t.IncludeOnly, t.MaxItems = []string{"level", "msg"}, new(1) }, "json"),
			in: blocks(jsonLog), want: blocks(strings.NewReplacer(`"level","msg","n"`, `"level","msg"`, ",1]", "]", ",2]", "]").Replace(jsonTable)), texts: 1},
		{name: "JSON lines without tables", spec: asText(func(t *profiles.Tool) { t.Columns = nil }, "json"), in: blocks(jsonLog)},
		{name: "JSON lines of unlike objects", spec: asText(nil, "json"), in: blocks("{\"a\":1,\"b\":2}\n{\"b\":1,\"a\":2}\n")},
		{name: "JSON lines apart", spec: asText(nil, "json"), in: blocks(strings.ReplaceAll(jsonLog, "\n", "\n\n"))},
		{name: "words behind it", spec: asText(nil, "json"), in: blocks(listed + "</data>"), want: blocks(table + "</data>"), texts: 1},
		{name: "a string", spec: asText(nil, "json"), in: blocks(quoteJSON(rows)), want: blocks(folded), texts: 1},
		{name: "a string of one document", spec: asText(nil, "json"), in: blocks(quoteJSON(listed)), want: blocks(table), texts: 1},
		{name: "a string of words", spec: asText(nil, "json"), in: blocks(`"two\nlines"`), want: blocks("two\nlines"), texts: 1},
		{name: "a string of a number", spec: asText(nil, "json"), in: blocks(`"12"`)},
		{name: "a string and more", spec: asText(nil, "json"), in: blocks(`"a" b`)},
		{name: "lines", spec: asText(nil, "json"), in: blocks("{\"a\": 1}\n{\"a\": [1, 2]}\n"), want: blocks("{\"a\": 1}\n{\"a\": [1, 2]}\n")},
		{name: "lines with tables", spec: asText(nil, "json"), in: blocks(listed + "\n" + listed), want: blocks(table + "\n" + table), texts: 1},
		{name: "within a line", spec: asText(nil, "json"), in: blocks("Rows: " + listed)},
		{name: "in a fence", spec: asText(nil, "json"), in: blocks("Rows:\n```json\n" + listed + "\n```\n")},
		{name: "behind a fence", spec: asText(nil, "json"), in: blocks("~~~\n```\n~~~\n" + listed + "\nB\n"), want: blocks("~~~\n```\n~~~\n" + table + "\nB\n"), texts: 1},
		{name: "in source code", spec: asText(nil, "json"), in: blocks("package a\n\nimport b\n\nfunc f() {\n\treturn\n}\n\nvar a = `\n" + listed + "\n`\n")},
		{name: "one that was cut", spec: asText(nil, "json"), in: blocks("[" + strings.Repeat(listed[1:len(listed)-1]+",", 3)[:230]), texts: 1,
			want: blocks(`{"$columns":["id","name"],"rows":[[1,"a"],[2,"b"],[3,"c"],[4,"d"],[1,"a"],[2,"b"],[3,"c"],[4,"d"],[1,"a"],[2,"b"],[3,"c"],[4]]}` + "\n… the document breaks off; its rest: ,\"n")},
		{name: "a link", spec: asText(nil, "json"), in: blocks("[ see ](a)\n[1, 2\n")},
	} {
		t.Run(c.name, func(t *testing.T) {
			eng := newEngine(t, c.spec)
			c.req.Tool, c.req.Transit, c.req.Body = "t", true, []byte(c.in)
			if c.want == "" {
				c.want = c.in
			}
			res, err := eng.Shape(t.Context(), c.req)
			if err != nil || string(res.Body) != c.want {
				t.Fatalf("%v\n got %s\nwant %s", err, res.Body, c.want)
			}
			if got := res.Report.Recast; got.Texts != c.texts || !slices.Equal(got.Left, c.left) || res.Report.BytesIn != len(c.in) {
				t.Errorf("%+v of %d bytes", got, res.Report.BytesIn)
			}
			if x, err := eng.Explain(t.Context(), c.req); err != nil || string(x.Body) != c.want {
				t.Errorf("explained: %v\n got %s\nwant %s", err, x.Body, c.want)
			}
			c.req.Body = res.Body
			if again, err := eng.Shape(t.Context(), c.req); err != nil || string(again.Body) != c.want {
				t.Errorf("again: %v\n got %s\nwant %s", err, again.Body, c.want)
			}
		})
	}
}

// The texts stay if structuredContent would not fit its schema.
func TestTextAsUnderASchema(t *testing.T) {
	in := strings.Replace(blocks(aLog), `{`, `{"structuredContent":{"result":`+quoteJSON(aLog)+`},`, 1)
	for pattern, isShorter := range map[string]bool{"^2026": false, "one": true} {
		eng := newEngine(t, asText(nil, "log"))
		view, err := eng.View(shaper.Request{Tool: "t", Dialect: "mcp", Transit: true})
		if err != nil {
			t.Fatal(err)
		}
		told, err := view.Schema([]byte(`{"type":"object","properties":{"result":{"type":"string","pattern":"` + pattern + `"}}}`))
		if err != nil {
			t.Fatal(err)
		}
		res, err := eng.Shape(t.Context(), shaper.Request{Tool: "t", Transit: true, Schema: told, Body: []byte(in)})
		if err != nil || bytes.Contains(res.Body, []byte("2026")) == isShorter || (res.Report.Recast.Texts > 0) != isShorter {
			t.Errorf("%s: %v %s", pattern, err, res.Body)
		}
	}
}

// The archive gives the whole text back, and a budget acts on the shorter one.
func TestTextAsIsKept(t *testing.T) {
	results := shelf{}
	eng := newEngineWith(t, asText(nil, "log"), shaper.WithArchive(archive.Archive{Store: results}))
	for _, limit := range []int{0, 1500, 600} {
		in := blocks(strings.Repeat(aLog, 40))
		res, err := eng.Shape(t.Context(), shaper.Request{Tool: "t", Transit: true, Budget: profiles.Budget{MaxBytes: limit}, Body: []byte(in)})
		kept := res.Report.Kept
		if err != nil || string(results[kept.Handle]) != in || !kept.Noted || !bytes.Contains(res.Body, []byte(kept.Handle)) {
			t.Errorf("%d: %v, %+v, %s", limit, err, kept, res.Body)
		}
		if limit > 0 && len(res.Body) > limit || bytes.Contains(res.Body, []byte("2026")) {
			t.Errorf("%d: %s", limit, res.Body)
		}
	}
}

// FuzzLawsTextAs: no text gets longer, and words around documents stay byte for byte. Each
// document in a text keeps its values, also one that breaks off.
func FuzzLawsTextAs(f *testing.F) {
	for seed := range testkit.Seeds(1500) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		g := newGenerator(seed)
		g.duplicates, g.records = false, true
		var parts []string
		for range 1 + g.IntN(4) {
			parts = append(parts, pick(g, []string{"Rows:\n", "é \"x\": {\n\n", "\r\n", "", "<data>\n", "- a\n"}))
			for range 1 + g.IntN(3) {
				if doc := strings.TrimSpace(string(g.document())); doc[0] == '{' || doc[0] == '[' {
					parts = append(parts, doc, "\n")
				}
			}
		}
		in := strings.Join(parts, "")
		if g.often(3) {
			in = in[:g.IntN(len(in)+1)]
		}
		if in = strings.ToValidUTF8(in, ""); json.Valid([]byte(in)) {
			return
		}
		asked := in
		if g.often(3) {
			asked = quoteJSON(in)
		}
		res, err := newEngine(t, asText(nil, "json")).Shape(t.Context(), shaper.Request{Tool: "t", Transit: true, Body: []byte(blocks(asked))})
		if err != nil {
			t.Fatal(err)
		}
		out := gjson.GetBytes(res.Body, "content.0.text").String()
		if len(out) > len(asked) || (out != asked) != (res.Report.Recast.Texts == 1) {
			t.Fatalf("%d bytes of %d, %+v", len(out), len(asked), res.Report.Recast)
		}
		text, rest, isCut := strings.Cut(out, "\n… the document breaks off; its rest: ")
		switch {
		case out == asked:
		case !isCut && restored(out) != restored(in):
			t.Fatalf("\n in %.2000q\nout %.2000q", asked, out)
		case isCut:
			before, ok := strings.CutSuffix(withoutSpace(restored(in)), withoutSpace(rest))
			kept := strings.TrimRight(withoutSpace(restored(text)), "]}")
			if closers, is := strings.CutPrefix(before, kept); !ok || !is || strings.Trim(closers, "]}") != "" {
				t.Fatalf("\n in %.2000q\nout %.2000q", asked, out)
			}
		}
	})
}

// withoutSpace returns a text without white space.
func withoutSpace(text string) string { return strings.Join(strings.Fields(text), "") }

const jsonLines = "JSON lines as a table:\n"

// restored returns a text with the documents at the start of its lines without tables and white
// space.
func restored(text string) string {
	var b strings.Builder
	for at := 0; at < len(text); {
		_, ofLines := strings.CutPrefix(text[at:], jsonLines)
		if ofLines {
			at += len(jsonLines)
		}
		if c := text[at]; c == '{' || c == '[' {
			var doc json.RawMessage
			d := json.NewDecoder(strings.NewReader(text[at:]))
			if d.Decode(&doc) == nil {
				at += int(d.InputOffset())
				doc = unfolded(compacted(doc))
				if ofLines {
					var rows []string
					for _, row := range gjson.ParseBytes(doc).Array() {
						rows = append(rows, row.Raw)
					}
					doc = []byte(strings.Join(rows, "\n"))
				}
				b.Write(doc)
			}
		}
		next := strings.IndexByte(text[at:], '\n') + 1
		if next == 0 {
			next = len(text) - at
		}
		b.WriteString(text[at : at+next])
		at += next
	}
	return b.String()
}

func compacted(doc []byte) []byte {
	var b bytes.Buffer
	_ = json.Compact(&b, doc) // it was decoded
	return b.Bytes()
}

// JSON lines that make no table take memory in proportion to their number.
func TestLinesWithoutTable(t *testing.T) {
	eng := newEngine(t, asText(func(tool *profiles.Tool) { tool.Columns = new(true) }, "json"))
	took := func(n int) int {
		var lines strings.Builder
		for i := range n {
			fmt.Fprintf(&lines, `{"k%d":%d}`+"\n", i, i)
		}
		req := shaper.Request{Tool: "t", Body: []byte(blocks(lines.String()))}
		return testkit.Allocated(func() { fitted(t, eng, req) })
	}
	if few, many := took(250), took(2000); many > 20*few {
		t.Errorf("%d bytes for 250 lines, %d for 2000", few, many)
	}
}
