package scalpel_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
)

func TestScrubError(t *testing.T) {
	for _, tt := range []struct{ name, failure, shown, debug string }{
		{"nothing to hide, spacing kept", `{ "error":"File not found: /missing.py", "error_code":"not_found" }`,
			`{ "error":"File not found: /missing.py", "error_code":"not_found" }`, ``},
		{"code goes at every depth, numbers stay", `{"error":"m","error_code":"timeout","error_details":{"line":3,"code":"def f()","at":[{"Raw_AST":{"a":1},"code":404}],"source_file":"a.py"}}`,
			`{"error":"m","error_code":"timeout","error_details":{"line":3,"at":[{"code":404}],"source_file":"a.py"}}`, ``},
		{"texts of several lines go, escaped or not", `{"error":"m","error_code":"timeout","error_details":{"a":"x\ny","b":["p","q\u000ar"],"c":"x"}}`,
			`{"error":"m","error_code":"timeout","error_details":{"b":["p"],"c":"x"}}`, ``},
		{"later cells of a table keep their columns", `{"error":"m","error_code":"timeout","error_details":{"$columns":["a","b"],"rows":[["x\ny",1],[2,3]],"l":[["x\ny",1]]}}`,
			`{"error":"m","error_code":"timeout","error_details":{"$columns":["a","b"],"rows":[["",1],[2,3]],"l":[[1]]}}`, ``},
		{"code beside the message", `{"error":"m","error_code":"timeout","snippet":"x = 1"}`,
			`{"error":"m","error_code":"timeout"}`, ``},
		{"a message keeps its first line", `{"error":"\nInvalid syntax:\n  def f(:","error_code":"invalid_argument"}`,
			`{"error":"Invalid syntax:","error_code":"invalid_argument"}`, ``},
		{"an escaped name is the same name", `{"error":"m","error_code":"timeout","error_details":{"c\u006fde":"x"}}`,
			`{"error":"m","error_code":"timeout","error_details":{}}`, ``},
		{"internal errors say nothing", `{"error":"KeyError: 'x'","error_code":"internal_error"}`,
			`{"error":"Tool error","error_code":"internal_error"}`, `{"error":"KeyError: 'x'","error_code":"internal_error"}`},
		{"what is said already is said as it was", `{"error":"1.\u0035","error_code":"internal_error"}`,
			`{"error":"Tool error","error_code":"internal_error"}`, `{"error":"1.\u0035","error_code":"internal_error"}`},
		{"one of two messages may say more", `{"error":"a","error":"b\nc"}`, `{"error":"a","error":"a"}`, `{"error":"a","error":"a"}`},
		{"debug drops a Python trace", `{"error":"Traceback (most recent call last):\n  File \"/srv/a.py\", line 1\nKeyError: 'x'","error_code":"internal_error"}`,
			`{"error":"Tool error","error_code":"internal_error"}`, `{"error":"KeyError: 'x'","error_code":"internal_error"}`},
		{"debug drops a Go trace", `{"error":"panic: boom\n\ngoroutine 1 [running]:\nmain.main()","error_code":"internal_error"}`,
			`{"error":"Tool error","error_code":"internal_error"}`, `{"error":"panic: boom","error_code":"internal_error"}`},
		{"debug drops a trace whose lines end otherwise", `{"error":"Traceback (most recent call last):\u2028  x\u2028KeyError: 'x'\u2028","error_code":"internal_error"}`,
			`{"error":"Tool error","error_code":"internal_error"}`, `{"error":"KeyError: 'x'","error_code":"internal_error"}`},
		{"internal errors have a message", `{"error_code":"internal_error","error_details":{"line":1}}`,
			`{"error_code":"internal_error","error_details":{"line":1},"error":"Tool error"}`, ``},
		{"internal errors have a text for a message", `{"error":{"message":"KeyError: 'x'"},"error_code":"internal_error"}`,
			`{"error":"Tool error","error_code":"internal_error"}`, ``},
		{"names that come twice", `{"error":"Tool error","error":"KeyError: 'x'","error_code":"timeout","error_code":"internal_error"}`,
			`{"error":"Tool error","error":"Tool error","error_code":"timeout","error_code":"internal_error"}`, ``},
		{"no error object", `"boom"`, `"boom"`, ``},
		{"no JSON", `{"error":"m"`, `{"error":"Tool error","error_code":"internal_error"}`, ``},
		{"no UTF-8", "{\"error\":\"m\",\"\x90\":1}", `{"error":"Tool error","error_code":"internal_error"}`, ``},
		{"too deep to look into", strings.Repeat("[", 1001) + strings.Repeat("]", 1001), `{"error":"Tool error","error_code":"internal_error"}`, ``},
	} {
		if tt.debug == "" {
			tt.debug = tt.shown
		}
		envtest.Same(t, tt.name, scalpel.ScrubError([]byte(tt.failure), false), nil, []byte(tt.shown))
		envtest.Same(t, tt.name+", debug", scalpel.ScrubError([]byte(tt.failure), true), nil, []byte(tt.debug))
	}
}

func TestScrubErrorHidesPaths(t *testing.T) {
	for message, want := range map[string]string{
		"open /srv/app/main.py: denied":         "open [path] denied",
		"open '/srv/a b.py' failed":             "open '[path] b.py' failed",
		"bad file C:\\Users\\ann\\x.py":         "bad file [path]",
		"cannot read:/etc/passwd":               "cannot read:[path]",
		"at src/app/main.go:12 in run":          "at [path] in run",
		"see ../lib/util.js (file:///srv/x.js)": "see [path] ([path])",
		"see https://example.com/docs/a.html":   "see https://example.com/docs/a.html",
		"read and/or write, 3/4 done":           "read and/or write, 3/4 done",
	} {
		got := scalpel.ScrubError(scalpel.ErrorFor("internal_error", message, nil), true)
		var failure struct{ Error string }
		if err := json.Unmarshal(got, &failure); err != nil || failure.Error != want {
			t.Errorf("%q: %q, want %q (%v)", message, failure.Error, want, err)
		}
	}
}

// TestScrubErrorDeep: scrubbing does not depend on the depth of its input.
func TestScrubErrorDeep(t *testing.T) {
	const depth = 900
	deep := strings.Repeat(`{"a":[`, depth/2) + `{"code":"x"}` + strings.Repeat(`]}`, depth/2)
	got := scalpel.ScrubError([]byte(`{"error":"m","error_code":"timeout","error_details":`+deep+`}`), false)
	if bytes.Contains(got, []byte("code\":\"x")) || !json.Valid(got) {
		t.Errorf("%.80s…", got)
	}
}

// The cost of scrubbing grows in proportion to the text, for any number, depth and name length
// of removed members. No path is kept for them. A text of 1 MB with 6,000 of them once ended
// the process, out of memory.
func TestR2ScrubbingKeepsNoPaths(t *testing.T) {
	for _, c := range []struct {
		name         string
		levels, long int
		members      string
	}{
		{"deep, long names", 990, 1000, strings.Repeat(`{"code":"x = 1"},`, 6000)},
		{"deep, long names, spaced", 990, 1000, strings.Repeat(`{ "code" : "x = 1" } , `, 6000)},
		{"texts of several lines", 1, 1000, strings.Repeat(`"a\nb",`, 200_000)},
		{"names with escapes", 900, 1, strings.Repeat(`{"c\u006fde":{"a":[]}},`, 40_000)},
		{"one long text", 1, 1, `"` + strings.Repeat(`\\`, 1<<19) + `\n",`},
	} {
		open, end := strings.Repeat(`{"`+strings.Repeat("n", c.long)+`":`, c.levels), strings.Repeat("}", c.levels)
		doc := []byte(`{"error":{"error":"m","error_code":"timeout","error_details":` + open + "[" + c.members + "0]" + end + `},"data":null}`)
		var out []byte
		var err error
		if took := testkit.Allocated(func() { out, err = scalpel.Dialect{}.Scrub(doc, false) }); took > len(doc)+256<<10 {
			t.Errorf("%s: %d bytes for %d", c.name, took, len(doc))
		}
		if err != nil || !json.Valid(out) || bytes.Contains(out, []byte("x = 1")) || bytes.Contains(out, []byte(`\n`)) {
			t.Errorf("%s: %.80s…, %v", c.name, out, err)
		}
	}
}

// The report of possible code is bounded.
func TestR2FindingsAreBounded(t *testing.T) {
	doc := []byte(`{"error":{"error":"m","error_code":"timeout","error_details":` +
		strings.Repeat(`{"`+strings.Repeat("n", 1000)+`":`, 990) + "[" + strings.Repeat(`{"code":"x = 1"},`, 6000) + "0]" + strings.Repeat("}", 990) + `},"data":null}`)
	var found envelope.Findings
	if took := testkit.Allocated(func() { found, _ = scalpel.Dialect{}.Validate(doc, "") }); took > 4*len(doc)+12<<20 {
		t.Errorf("%d bytes for %d", took, len(doc))
	}
	if n := len(found.Errors); n != envelope.MostFindings+1 || found.Errors[n-1] != (envelope.Finding{Message: "there are more errors, which are not told"}) {
		t.Errorf("%d errors, the last is %.80v", n, found.Errors[n-1])
	}
	if n := len(found.Errors[0].Path); n > envelope.LongestPath {
		t.Errorf("a path of %d bytes", n)
	}
}

// FuzzLawsScrub: scrubbing keeps JSON valid, does nothing the second time,
// leaves no text of several lines, and a builder's error passes the validator.
func FuzzLawsScrub(f *testing.F) {
	f.Add("File not found: /x", "not_found", `{"code":"x","n":[1,"a\nb"]}`)
	f.Add("Traceback (most recent call last):\n  x\nE: /a/b.py", "internal_error", `{"a":{"source":{"b":[]}}}`)
	f.Add(" \n ", "", ` [ {"snippet":"x"} , 1 ] `)
	f.Add("m", "c", "{\"de\":\"x\",\"\x90\":[1,\"a\\nb\"]}") // JSON to encoding/json, but not UTF-8
	f.Add("m", "c", strings.Repeat("[", 1001)+strings.Repeat("]", 1001))
	f.Fuzz(func(t *testing.T, message, code, details string) {
		var raw json.RawMessage
		if json.Valid([]byte(details)) {
			raw = json.RawMessage(details)
		}
		built := scalpel.ErrorFor(code, message, raw)
		for _, debug := range []bool{false, true} {
			once := scalpel.ScrubError(built, debug)
			if !json.Valid(once) {
				t.Fatalf("not JSON: %s", once)
			}
			if twice := scalpel.ScrubError(once, debug); !bytes.Equal(once, twice) {
				t.Fatalf("%s, again %s", once, twice)
			}
		}
		findings, err := scalpel.Dialect{}.Validate([]byte(`{"error":`+string(built)+`}`), "")
		if err != nil {
			return // a name twice, or a text that scan refuses
		}
		for _, fault := range findings.Errors {
			if strings.Contains(fault.Message, "code contents") {
				t.Fatalf("%s: %v", built, fault)
			}
		}
	})
}

// A message of megabytes is cut before it is looked through, and once is enough.
func TestScrubErrorBoundsMessages(t *testing.T) {
	for _, unit := range []string{"/a ", "é", "x"} {
		built := scalpel.ErrorFor("internal_error", strings.Repeat(unit, 20<<20/len(unit)), nil)
		testkit.Within(t, time.Second, func() {
			once := scalpel.ScrubError(built, true)
			if twice := scalpel.ScrubError(once, true); len(once) > 1<<17 || !bytes.Equal(once, twice) || !json.Valid(once) {
				t.Errorf("%q: %d bytes, then %d", unit, len(once), len(twice))
			}
		})
	}
}
