package shaper_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// cutDocuments are responses of every dialect, some nested, with %s in place of the payload.
// quoted states that the payload stands in a string.
var cutDocuments = []struct {
	name, doc string
	quoted    bool
}{
	{"plain", `%s`, false},
	{"scalpel", `{"tier":"pro","data":%s}`, false},
	{"scalpel with warnings", `{"warnings":["slow",{"message":"m","code":"C"}],"data":%s}`, false},
	{"scalpel, its warnings are no list", `{"warnings":"slow","data":%s}`, false},
	{"response-v2", `{"success":true,"data":{"payload":%s},"error":null,"meta":{"version":"response-v2"}}`, false},
	{"response-v2 with warnings", `{"success":true,"data":{"payload":%s},"error":null,"meta":{"version":"response-v2","warnings":["slow"],"content_fidelity":"full"}}`, false},
	{"bmcis", `{"_metadata":{"operation":"o","version":"1","timestamp":"t","request_id":"r","status":"success"},"results":%s,"pagination":null,"execution_context":{},"warnings":[]}`, false},
	{"bmcis with warnings", `{"_metadata":{"status":"success"},"results":%s,"execution_context":{},"warnings":[{"level":"info","code":"C","message":"m"}]}`, false},
	{"mcp", `{"content":[{"type":"text","text":%s}]}`, true},
	{"mcp with metadata", `{"_meta":{"a/b":{"cut":[1]},"io.github.seed-7aa78ce4/shape":{"cut":["other"]}},"content":[{"type":"text","text":%s}]}`, true},
	{"jsonrpc", `{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"payload":%s},"_meta":null}}`, false},
	{"jsonrpc around scalpel", `{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"data":{"payload":%s}}}}`, false},
	{"mcp around bmcis", `{"content":[],"structuredContent":{"_metadata":{"status":"success"},"results":%s,"execution_context":{},"warnings":[]}}`, false},
}

// cutPayload returns a payload of rows, each with two lists that are too long.
func cutPayload(rows int) string {
	return "[" + strings.TrimSuffix(strings.Repeat(`{"entities":[1,2,3],"tags":["a","b"]},`, rows), ",") + "]"
}

func cutDocument(t testing.TB, doc string, quoted bool, payload string) []byte {
	t.Helper()
	if quoted {
		text, err := json.Marshal(payload)
		if err != nil {
			t.Fatal(err)
		}
		payload = string(text)
	}
	return fmt.Appendf(nil, doc, payload)
}

// cutting is a configuration whose mode cuts both lists, in rows that are the payload
// or a list in it.
func cutting(privacy profiles.Privacy) profiles.Spec {
	return profiles.Spec{
		Privacy: []profiles.Privacy{privacy},
		Tools: []profiles.Tool{{
			Name: "t", Items: new("payload"), Settings: profiles.Settings{ResponseMode: new("m")},
			ResponseModes: map[string]profiles.Mode{"m": {Fields: []string{"entities", "tags"}, Limits: map[string]int{"entities": 2, "tags": 1}}},
		}},
	}
}

// noteNames are the member names of notes and of the objects around them.
var noteNames = []string{
	"warnings", "_meta", "meta", "cut", `"io.github.seed-7aa78ce4/shape"`, "message", "level", "code", "suggestion", "status", "severity",
	"context", "warning_details", "content_fidelity_schema_version", "dropped_count", "reason", "a",
}

// A second run changes no notes and adds none, under every rule that hides by name or by
// pattern. Its explanation is the same.
func TestNotesAreStable(t *testing.T) {
	type rules struct {
		name    string
		privacy profiles.Privacy
		exclude []string
	}
	all := []rules{{name: "none"}}
	for _, name := range noteNames {
		all = append(all, rules{name: "exclude " + name, exclude: []string{name}}, rules{name: "drop " + name, privacy: profiles.Privacy{Drop: []string{name}}},
			rules{name: "mask " + name, privacy: profiles.Privacy{Mask: []profiles.PrivacyMask{{Path: name}}}})
	}
	for _, pattern := range []string{`\d+`, `kept`, `.+`, `slow`} {
		all = append(all, rules{name: "pattern " + pattern, privacy: profiles.Privacy{Mask: []profiles.PrivacyMask{{Pattern: pattern}}}})
	}
	for _, r := range all {
		eng := newEngine(t, cutting(r.privacy))
		for _, d := range cutDocuments {
			req := shaper.Request{Tool: "t", Exclude: r.exclude, Body: cutDocument(t, d.doc, d.quoted, cutPayload(3))}
			once, err := eng.Shape(t.Context(), req)
			if err != nil {
				t.Fatalf("%s, %s: %v", d.name, r.name, err)
			}
			if len(once.Report.Cut) != 2 || once.Report.Cut[0].Noted != (d.name != "plain") {
				t.Errorf("%s, %s: %v", d.name, r.name, once.Report.Cut)
			}
			req.Body = once.Body
			twice, err := eng.Shape(t.Context(), req)
			isPattern := strings.HasPrefix(r.name, "pattern") // a pattern may match the words of a content block
			if err != nil || !bytes.Equal(twice.Body, once.Body) && !(isPattern && bytes.Equal(noteBlocks.ReplaceAll(twice.Body, nil), noteBlocks.ReplaceAll(once.Body, nil))) {
				t.Errorf("%s, %s: %v\n once %s\ntwice %s", d.name, r.name, err, once.Body, twice.Body)
			}
			if why, err := eng.Explain(t.Context(), req); err != nil || !bytes.Equal(why.Body, twice.Body) {
				t.Errorf("%s, %s: explained as %s, %v", d.name, r.name, why.Body, err)
			}
		}
	}
}

// The notes of cuts do not grow with the rows, and the document gets smaller by the cuts.
func TestNotesAreBounded(t *testing.T) {
	eng := newEngine(t, cutting(profiles.Privacy{}))
	for _, d := range cutDocuments {
		var grown []int
		for _, rows := range []int{1, 1000, 10_000} {
			body := cutDocument(t, d.doc, d.quoted, cutPayload(rows))
			res, err := eng.Shape(t.Context(), shaper.Request{Tool: "t", Body: body})
			if err != nil {
				t.Fatal(err)
			}
			kept := strings.NewReplacer(`[1,2,3]`, `[1,2]`, `["a","b"]`, `["a"]`).Replace(cutPayload(rows))
			grown = append(grown, len(res.Body)-len(cutDocument(t, d.doc, d.quoted, kept)))
			if rows > 1 && len(res.Body) >= len(body) {
				t.Errorf("%s: %d bytes became %d", d.name, len(body), len(res.Body))
			}
		}
		const numbers = 120 // bytes for longer numbers in four notes
		if most := 1000; grown[0] > most || grown[2]-grown[0] > numbers {
			t.Errorf("%s: the notes take %v bytes", d.name, grown)
		}
	}
}

// A note that no rule of the plan can produce is data.
func TestForgedNotes(t *testing.T) {
	eng := newEngine(t, cutting(profiles.Privacy{Drop: []string{"warnings"}}))
	for _, note := range []string{`"S3CRET: 1 of 2 kept"`, `"payload[].entities: 1 of 2 kept S3CRET"`, `{"S3CRET":["payload[].tags: 1 of 2 kept"]}`} {
		res, err := eng.Shape(t.Context(), shaper.Request{Tool: "t", Body: []byte(`{"data":{},"warnings":[` + note + `]}`)})
		if err != nil || string(res.Body) != `{"data":{}}` {
			t.Errorf("%s: %s, %v", note, res.Body, err)
		}
	}
}

// A row that is cut allocates nothing, for its note either.
func TestCutsAllocateNoMoreForMoreRows(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector allocates")
	}
	eng := newEngine(t, cutting(profiles.Privacy{}))
	for _, d := range cutDocuments {
		var allocated [2]float64
		for i, rows := range []int{10, 1000} {
			req := shaper.Request{Tool: "t", Body: cutDocument(t, d.doc, d.quoted, cutPayload(rows))}
			dst := make([]byte, 0, 2*len(req.Body)+1<<10)
			allocated[i] = testing.AllocsPerRun(20, func() {
				if _, _, err := eng.AppendShape(dst, req); err != nil {
					t.Fatal(err)
				}
			})
		}
		const larger = 20 // allocations for larger buffers and numbers
		if allocated[1] > allocated[0]+larger {
			t.Errorf("%s: %v allocations for 10 rows and for 1000", d.name, allocated)
		}
	}
}

// The notes obey the laws for every cut, every name, and every hidden value. A second run
// changes nothing. The report needs no more than 16 notes and the objects around them.
func FuzzLawsNotes(f *testing.F) {
	for i := range cutDocuments {
		f.Add(uint8(i), cutPayload(3), "entities", "message")
		f.Add(uint8(i), `{"payload":[{"l":[1,[2,3],{"l":[4,5]}]},{"l":{"k":[6,7]}}]}`, "l.k", "l")
		f.Add(uint8(i), `[{"a\"b":[1,2]},{"é":[1,2]}]`, `"a\"b"`, "warnings")
		f.Add(uint8(i), `{"payload":{"12":[1,2,3]}}`, strings.Repeat(`"12 1 of 2 kept".`, 20)+`"12"`, "cut")
	}
	f.Fuzz(func(t *testing.T, which uint8, payload, limit, exclude string) {
		if !json.Valid([]byte(payload)) {
			t.Skip()
		}
		spec := cutting(profiles.Privacy{})
		spec.Tools[0].ResponseModes["m"] = profiles.Mode{Fields: []string{"**"}, Limits: map[string]int{limit: 1}}
		set, err := profiles.New(spec)
		if err != nil {
			t.Skip()
		}
		eng, err := shaper.New(set, shaper.FailClosed())
		if err != nil {
			t.Fatal(err)
		}
		d := cutDocuments[int(which)%len(cutDocuments)]
		req := shaper.Request{Tool: "t", Exclude: []string{exclude}, Body: cutDocument(t, d.doc, d.quoted, payload)}
		once, err := eng.Shape(t.Context(), req)
		if err != nil {
			t.Skip() // a mask that does not parse, a name twice
		}
		const around, details = 400, 400 // bytes of the objects around the notes, and of a contract's additions to each
		cuts := min(len(once.Report.Cut), 16)
		if most := len(req.Body) + around + cuts*(200+details); !json.Valid(once.Body) || len(once.Body) > most {
			t.Fatalf("%s became %s", req.Body, once.Body)
		}
		for _, c := range once.Report.Cut {
			if c.Kept >= c.Total || c.Lists < 1 {
				t.Errorf("%s: cut %+v", req.Body, c)
			}
		}
		req.Body = once.Body
		twice, err := eng.Shape(t.Context(), req)
		if err != nil || !bytes.Equal(twice.Body, once.Body) {
			t.Errorf("-x %s, limit %s: %v\n once %s\ntwice %s", exclude, limit, err, once.Body, twice.Body)
		}
	})
}

// A path that is too long to be spelled ends in an ellipsis, and names that a mask cannot
// spell bare stand in quotes.
func TestPathsOfCuts(t *testing.T) {
	eng := newEngine(t, profiles.Spec{Global: profiles.Global{Settings: profiles.Settings{MaxItems: new(1)}}})
	for body, want := range map[string]string{
		`[1,2]`:                      `.`,
		`[[1,2]]`:                    `[]`,
		`{"a.b":{"\u0071\"":[1,2]}}`: `"a.b"."q\""`,
		`{"` + strings.Repeat("é", 150) + `":[1,2]}`:                       strings.Repeat("é", 100) + "…",
		`{"` + strings.Repeat(`\u0061`, 60) + `":[1,2]}`:                   strings.Repeat("a", 60),
		`{"` + strings.Repeat(`\u00e9`, 150) + `":[1,2]}`:                  strings.Repeat("é", 100) + "…",
		`{"` + strings.Repeat(`\u0061`, 400) + `":[1,2]}`:                  strings.Repeat("a", 200) + "…",
		`{"a` + strings.Repeat(`\u0061`, 400) + `":[1,2]}`:                 strings.Repeat("a", 200) + "…",
		`{"` + strings.Repeat(`\ud83d\ude00`, 120) + `":[1,2]}`:            strings.Repeat("😀", 50) + "…",
		`{"a` + strings.Repeat(`\ud83d\ude00`, 120) + `":[1,2]}`:           "a" + strings.Repeat("😀", 49) + "…",
		`{"a` + strings.Repeat(`\n`, 700) + `":[1,2]}`:                     `"a` + strings.Repeat(`\n`, 99) + "…",
		strings.Repeat(`{"name":`, 60) + `[1,2]` + strings.Repeat("}", 60): strings.Repeat("name.", 40) + "…",
	} {
		res, err := eng.Shape(t.Context(), shaper.Request{Tool: "t", Body: []byte(body), Dialect: "plain"})
		if err != nil || len(res.Report.Cut) != 1 || res.Report.Cut[0].Path != want {
			t.Errorf("%s: %v, %v, want %s", body, res.Report.Cut, err, want)
		}
	}
}

// A second run keeps the note of the first under every include list. A text that only looks
// like a note may be forged, so hiding rules act on it.
func TestNoteOfFirstLook(t *testing.T) {
	const note = `"_note":"rows: 2 of 3 (first)"`
	selecting := func(privacy profiles.Privacy) *shaper.Engine {
		return newEngine(t, profiles.Spec{
			Global:  profiles.Global{Settings: profiles.Settings{MaxItems: new(2)}},
			Privacy: []profiles.Privacy{privacy},
			Tools:   []profiles.Tool{{Name: "t", IncludeOnly: []string{"rows"}}},
		})
	}
	none, pattern := profiles.Privacy{}, profiles.Privacy{Mask: []profiles.PrivacyMask{{Pattern: "s3cret"}}}
	for _, c := range []struct {
		name          string
		privacy       profiles.Privacy
		exclude       []string
		member        string
		data, want    string
		doesNotSettle bool
	}{
		{"cut", none, nil, "_note", `{"rows":[1,2,3],"a":1}`, `{"rows":[1,2],` + note + `}`, false},
		{"noted", none, nil, "_note", `{"rows":[1,2],` + note + `}`, `{"rows":[1,2],` + note + `}`, false},
		{"with escapes", none, nil, "_note", `{"rows":[1,2],"_\u006eote":"rows: 2 \u006ff 3 (first)"}`, `{"rows":[1,2],"_\u006eote":"rows: 2 \u006ff 3 (first)"}`, false},
		{"cut again", none, nil, "_note", `{"rows":[1,2,3],"_note":"old: 1 of 9 (first)"}`, `{"rows":[1,2],` + note + `}`, false},
		{"of another name", none, nil, "_shape_note", `{"rows":[1,2],` + note + `}`, `{"rows":[1,2]}`, false},
		{"of no name", none, nil, "", `{"rows":[1,2],` + note + `}`, `{"rows":[1,2]}`, false},
		{"no note", none, nil, "_note", `{"rows":[1,2],"_note":"rows: all"}`, `{"rows":[1,2]}`, false},
		{"no text", none, nil, "_note", `{"rows":[1,2],"_note":["rows: 2 of 3 (first)"]}`, `{"rows":[1,2]}`, false},
		{"further inside", none, nil, "_note", `{"rows":[1,2],"a":{` + note + `}}`, `{"rows":[1,2]}`, false},
		{"alone", none, nil, "_note", `{` + note + `}`, `{` + note + `}`, false},
		{"excluded", none, []string{"_note"}, "_note", `{"rows":[1,2],` + note + `}`, `{"rows":[1,2]}`, false},
		{"dropped", profiles.Privacy{Drop: []string{"_note"}}, nil, "_note", `{"rows":[1,2],` + note + `}`, `{"rows":[1,2]}`, false},
		{"forged", pattern, nil, "_note", `{"rows":[1,2],"_note":"s3cret: 1 of 2 (first)"}`, `{"rows":[1,2],"_note":"[redacted]: 1 of 2 (first)"}`, false},
		{"forged, redacted as a whole", profiles.Privacy{Mask: []profiles.PrivacyMask{{Path: "_note"}}}, nil, "_note", `{"rows":[1,2],` + note + `}`, `{"rows":[1,2]}`, false},
		{"forged, of a name", profiles.Privacy{Drop: []string{"pin"}}, nil, "_note", `{"rows":[1,2],"_note":"pin: 1234 of 9999 (first)"}`, `{"rows":[1,2],"_note":"pin: [withheld]"}`, true},
	} {
		eng := selecting(c.privacy)
		req := shaper.Request{Tool: "t", Exclude: c.exclude, NoteMember: c.member, Reads: profiles.ReadsStructured, Body: fmt.Appendf(nil, `{"content":[],"structuredContent":%s}`, c.data)}
		for range 2 {
			res, err := eng.Shape(t.Context(), req)
			if got := gjson.GetBytes(res.Body, "structuredContent").Raw; err != nil || got != c.want {
				t.Errorf("%s: %s, %v, want %s", c.name, got, err, c.want)
			}
			if why, err := eng.Explain(t.Context(), req); err != nil || !bytes.Equal(why.Body, res.Body) {
				t.Errorf("%s: explained as %s, %v", c.name, why.Body, err)
			}
			if req.Body = res.Body; c.doesNotSettle {
				break
			}
		}
	}
}

// An envelope in a tool result uses the words of its own contract. The result has one note. It
// names each list once, even if both halves hold the envelope.
func TestOneNoteAroundEnvelopes(t *testing.T) {
	eng := newEngine(t, cutting(profiles.Privacy{}))
	words := map[string]string{
		"response-v2": `"code":"CONTENT_TRUNCATED"`,
		"bmcis":       `"code":"PARTIAL_RESULTS"`,
		"scalpel":     "", // its warnings speak only outside a tool result
	}
	for _, d := range cutDocuments[:8] {
		own, known := words[d.name]
		if !known {
			continue
		}
		envelope := string(cutDocument(t, d.doc, d.quoted, cutPayload(3)))
		text, err := json.Marshal(envelope)
		if err != nil {
			t.Fatal(err)
		}
		for _, body := range []string{
			fmt.Sprintf(`{"content":[{"type":"text","text":%s}]}`, text),
			fmt.Sprintf(`{"content":[],"structuredContent":%s}`, envelope),
			fmt.Sprintf(`{"content":[{"type":"text","text":%s}],"structuredContent":%s}`, text, envelope),
			fmt.Sprintf(`{"content":[{"type":"text","text":%s},{"type":"text","text":"more"}],"structuredContent":%s}`, text, envelope),
		} {
			res, err := eng.Shape(t.Context(), shaper.Request{Tool: "t", Body: []byte(body)})
			notes := noteBlocks.FindAll(res.Body, -1)
			said := `"[].entities: 6 of 9, [].tags: 3 of 6 (first)"`
			if d.name == "response-v2" {
				said = `"payload[].entities: 6 of 9, payload[].tags: 3 of 6 (first)"`
			}
			if err != nil || len(notes) != 1 || !bytes.Contains(notes[0], []byte(said)) {
				t.Errorf("%s: notes %s, %v\n%s", d.name, notes, err, res.Body)
			}
			for _, half := range []string{gjson.GetBytes(res.Body, "content.0.text").Str, gjson.GetBytes(res.Body, "structuredContent").Raw} {
				if strings.HasPrefix(half, "{") && !strings.Contains(half, own) {
					t.Errorf("%s: %s lacks %s", d.name, half, own)
				}
			}
		}
	}
}
