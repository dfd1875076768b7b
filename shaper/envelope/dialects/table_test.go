package dialects_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
)

// Names are found as they are listed, and no two dialects share one.
func TestLookup(t *testing.T) {
	var names []string
	for _, d := range dialects.All() {
		found, ok := dialects.Lookup(d.Name())
		if !ok || found != d {
			t.Errorf("%s leads to %v", d.Name(), found)
		}
		names = append(names, d.Name())
	}
	if !slices.Equal(names, dialects.Names) {
		t.Errorf("the table has %v, and Names %v", names, dialects.Names)
	}
	dialects.All()[0] = nil // a copy
	if _, ok := dialects.Lookup("plain"); !ok {
		t.Error("the table can be changed from outside")
	}
}

// The dialect with the highest score gets a document. Without a score it is plain.
func TestDetect(t *testing.T) {
	for doc, want := range map[string]string{
		`{"data":1}`: "scalpel",
		`{"success":true,"data":{},"error":null,"meta":{}}`: "response-v2",
		`{"content":[{"type":"text"}]}`:                     "mcp",
		`{"rows":[]}`:                                       "plain",
		`[1]`:                                               "plain",
	} {
		if got := dialects.Detect(envtest.Open(t, []byte(doc))).Name(); got != want {
			t.Errorf("%s is %s, want %s", doc, got, want)
		}
	}
}

// No dialect accepts a document that the names of its root rule out. Each choice among the
// relevant members is recognised the same with hints and without, as is its form.
func TestNamesRuleOut(t *testing.T) {
	found := map[string]int{}
	for _, members := range [][]string{
		{
			`"success":true`, `"data":{}`, `"error":null`, `"meta":{"version":"response-v2"}`, `"content":[{"type":"text"}]`,
			`"structuredContent":{}`, `"jsonrpc":"2.0"`, `"result":{}`, `"_metadata":{"status":"ok"}`, `"metadata":{"status":"ok"}`,
			`"results":[]`, `"execution_context":{}`, `"warnings":[]`, `"tier":"pro"`, `"x":1`,
		},
		{
			`"resultType":"input_required"`, `"inputRequests":{}`, `"requestState":"s"`, `"taskId":"1"`, `"status":"working"`, `"ttl":1`,
			`"task":{"taskId":"1","status":"working","ttl":1}`, `"contents":[{"uri":"u","text":"t"}]`,
			`"messages":[{"role":"user","content":{"type":"text"}}]`, `"x":1`,
		},
	} {
		for choice := range 1 << len(members) {
			var chosen []string
			for i, m := range members {
				if choice>>i&1 == 1 {
					chosen = append(chosen, m)
				}
			}
			doc := envtest.Open(t, []byte("{"+strings.Join(chosen, ",")+"}"))
			want, form := dialects.Look(doc)
			var hint dialects.Hint
			for _, m := range doc.Members {
				hint |= dialects.LabelOf([]byte(m.Name)).Hint
			}
			if doc.Looks = hint.Looks(); doc.Looks == 0 && choice > 0 {
				t.Fatalf("%s looks like nothing", doc.Raw)
			}
			if got, its := dialects.Look(doc); got != want || its != form {
				t.Fatalf("%s is %s %q, and by its names %s %q", doc.Raw, want.Name(), form.Name, got.Name(), its.Name)
			}
			if all := dialects.NamesOf(want).All; !doc.Has(all...) && form.Name == "" {
				t.Fatalf("%s is %s without all of %q", doc.Raw, want.Name(), all)
			}
			found[want.Name()+" "+form.Name]++
		}
	}
	for _, l := range []string{
		"plain ", "scalpel ", "response-v2 ", "mcp ", "jsonrpc other", "bmcis ", "mcp input", "mcp task", "mcp wrapped task", "mcp resources", "mcp prompt",
	} {
		if found[l] == 0 {
			t.Errorf("%s was never met: %v", l, found)
		}
	}
}

// A document fits a named dialect if one part of the envelope is there.
func TestMisfit(t *testing.T) {
	for dialect, docs := range map[string]map[string]string{
		"plain": {`{}`: "", `[1]`: "", `5`: ""},
		"scalpel": {
			`{"data":1,"x":2}`: "", `{"error":"m"}`: "", `{"tier":"pro"}`: "it has none of data, error", `[]`: "the document is no object",
		},
		"response-v2": {`{"success":true}`: "", `{"data":[]}`: "", `{"meta":{}}`: "", `{}`: "it has none of success, data, error, meta"},
		"bmcis": {
			`{"results":[]}`: "", `{"metadata":{}}`: "", `{"warnings":[]}`: "",
			`{"pagination":null}`: "it has none of _metadata, metadata, results, execution_context, warnings",
		},
		"mcp": {
			`{"content":[{"type":"chart"},{"type":"audio"}]}`: "", `{"content":[]}`: "", `{"structuredContent":{}}`: "",
			`{"content":[{"type":"CUSTOMER"}]}`: "no block in content is of a known type",
			`{"content":"text"}`:                "content is no list",
			`{"isError":true}`:                  "it has none of content, structuredContent",
			`5`:                                 "the document is no object",
		},
		"jsonrpc": {`{"jsonrpc":"1.0"}`: "", `{"result":1}`: "", `{"error":{}}`: "", `{"id":1}`: "it has none of jsonrpc, result, error"},
	} {
		d, _ := dialects.Lookup(dialect)
		for doc, want := range docs {
			if got := d.Misfit(envtest.Open(t, []byte(doc))); got != want {
				t.Errorf("%s, %s: %q, want %q", dialect, doc, got, want)
			}
		}
	}
}

// A document that a dialect recognises fits it.
func TestOwnLookFits(t *testing.T) {
	for _, doc := range []string{
		`{"data":1}`, `{"success":true,"data":{},"error":null,"meta":{}}`, `{"content":[{"type":"text"}]}`, `{"jsonrpc":"2.0","id":1,"result":1}`,
		`{"_metadata":{"status":"error"},"error":{}}`, `{"content":[],"isError":true}`,
	} {
		opened := envtest.Open(t, []byte(doc))
		if d, _ := dialects.Look(opened); d.Name() == "plain" || d.Misfit(opened) != "" {
			t.Errorf("%s: %s, %s", doc, d.Name(), d.Misfit(opened))
		}
	}
}

// Detection precedes every response. It allocates nothing for plain and scalpel documents.
func TestDetectAllocatesNothing(t *testing.T) {
	for name, text := range map[string]string{
		"plain":   `{"rows":[{"id":1}],"total":1}`,
		"scalpel": `{"tier":"pro","upgrade_hints":[],"error":null,"data":{"a":1}}`,
	} {
		doc := envtest.Open(t, []byte(text))
		if n := testing.AllocsPerRun(100, func() { _ = dialects.Detect(doc).Facts(doc) }); n != 0 || dialects.Detect(doc).Name() != name {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// A failed conversion returns an error that a program can match.
func TestConversionFaults(t *testing.T) {
	_, err := dialects.Convert([]byte(`{}`), "scalpel", "bmics")
	if fault, ok := errors.AsType[*dialects.UnknownError](err); !ok || fault.Name != "bmics" || !strings.Contains(err.Error(), `"bmcis"`) {
		t.Errorf("an unknown name: %v", err)
	}
	_, err = dialects.Convert([]byte(`{"rows":[]}`), "auto", "scalpel")
	if fault, ok := errors.AsType[*dialects.NoCodecError](err); !ok || fault.Dialect != "plain" {
		t.Errorf("no envelope: %v", err)
	}
	if _, err = dialects.Convert([]byte(`[1]`), "scalpel", "mcp"); !errors.Is(err, dialects.ErrNoObject) {
		t.Errorf("no object: %v", err)
	}
	for doc, place := range map[string]string{
		`{"data":1,"data":2}`: "/data", `{"data":{"a":1,"a":2}}`: "/data/a", `{"data":1,"warnings":[{"message":"m","message":"n"}]}`: "/warnings/0/message",
	} {
		_, err = dialects.Convert([]byte(doc), "auto", "response-v2")
		_, wrapped := dialects.Wrap([]byte(doc), responsev2.Dialect{}, envelope.Known{})
		for _, err := range []error{err, wrapped} {
			if fault, ok := errors.AsType[*envelope.SyntaxError](err); !ok || fault.Reason != "duplicate_name" || fault.Pointer != place {
				t.Errorf("a name twice at %s: %v", place, err)
			}
		}
	}
	if _, err = dialects.Wrap([]byte(`{}`), envelope.Plain{}, envelope.Known{}); !errors.Is(err, dialects.ErrNoWrap) {
		t.Errorf("no envelope to build: %v", err)
	}
}
