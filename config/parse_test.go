package config

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/config/internal/document"
	"github.com/seed-7aa78ce4/shape/config/internal/files"
	"github.com/seed-7aa78ce4/shape/profiles"
)

func mustParse(t *testing.T, text string) *Snapshot {
	t.Helper()
	snapshot, err := Parse("f.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return snapshot
}

// Tool entries keep the order of the file. It decides between entries of equal weight.
func TestToolsKeepFileOrder(t *testing.T) {
	snapshot := mustParse(t, `{"tool_overrides": {"b*": "debug", "\u007aebra": {}, "_note": "", "ab*": {}, "b*a": "verbose", "a": {}, "c": {}}}`)
	var names []string
	for _, tool := range snapshot.spec.Tools {
		names = append(names, tool.Name)
	}
	if want := []string{"b*", "zebra", "ab*", "b*a", "a", "c"}; !slices.Equal(names, want) {
		t.Errorf("got %v, want %v", names, want)
	}
	for first, second := range map[string]string{"x*": "*x", "*x": "x*"} {
		text := fmt.Sprintf(`{"tool_overrides": {%q: {"items": "first"}, %q: {"items": "second"}}}`, first, second)
		if items, _ := decided(t, mustParse(t, text), "xx", "items"); items != "second" {
			t.Errorf("%s before %s: items %s", first, second, items)
		}
	}
}

// A name that holds the delimiter of the layers is one name.
func TestNamesHoldSlashes(t *testing.T) {
	snapshot := mustParse(t, `{
		"profiles": {"a": {"include_only": ["one"]}, "a/b": {"extends": "a/c"}, "a/c": {"include_only": ["two"]}},
		"tool_overrides": {"srv": {"items": "r"}, "srv/find": "a/b", "srv/items": {"items": "s"}}}`)
	for tool, want := range map[string][2]string{"srv": {"", "r"}, "srv/find": {"two", ""}, "srv/items": {"", "s"}} {
		include, _ := decided(t, snapshot, tool, "include_only")
		items, _ := decided(t, snapshot, tool, "items")
		if got := [2]string{include, items}; got != want {
			t.Errorf("%s: include_only and items are %q, want %q", tool, got, want)
		}
	}
}

// Declared defaults stay as they are written, whatever Go makes of them.
func TestDefaultsStayAsWritten(t *testing.T) {
	snapshot := mustParse(t, `{"tool_overrides": {"t": {"defaults": {
		"big": 9007199254740993, "huge": 1e400, "one": 1.0, "none": null, "text": "<\u00e9>", "a/b": 0,
		"_id": [ 1 , /* two */ { "b": 1, "a": 2, }, ] }}}}`)
	want := map[string]string{
		"big": "9007199254740993", "huge": "1e400", "one": "1.0", "none": "null", "text": `"<\u00e9>"`, "a/b": "0",
		"_id": `[1,{"b":1,"a":2}]`,
	}
	got := map[string]string{}
	for field, value := range snapshot.spec.Tools[0].Defaults {
		got[field] = string(value)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// A short form has the effect of its long form.
func TestShortForms(t *testing.T) {
	for short, long := range map[string]string{
		`"t": "debug"`:                                   `"t": {"profile": "debug"}`,
		`"t": {"include_only": "a,b"}`:                   `"t": {"include_only": ["a,b"]}`,
		`"t": {"always_keep": "a"}`:                      `"t": {"always_keep": ["a"]}`,
		`"t": {"exclude_when_tier": {"pro": "a"}}`:       `"t": {"exclude_when_tier": {"pro": ["a"]}}`,
		`"t": {"response_modes": {"m": ["a", "b"]}}`:     `"t": {"response_modes": {"m": {"fields": ["a", "b"]}}}`,
		`"t": {"response_modes": {"m": "a"}}`:            `"t": {"response_modes": {"m": {"fields": ["a"]}}}`,
		`"t": {"derive": {"d": {"from":"a","chars":5}}}`: `"t": {"derive": {"d": {"from":"a","chars":0.5e1}}}`,
	} {
		a := mustParse(t, `{"tool_overrides": {`+short+`}}`)
		b := mustParse(t, `{"tool_overrides": {`+long+`}}`)
		if !sameSelection(a, b) {
			t.Errorf("%s differs from %s", short, long)
		}
	}
}

// A name with a sign is in effect if users choose the names there and its value has a key of
// its kind. At any other place it is a comment, and a setting in it is reported.
func TestSigns(t *testing.T) {
	for text, told := range map[string]string{
		`{"tool_overrides": {"_t": {"exclude_fields": ["a"]}}}`:                                                                                             "",
		`{"tool_overrides": {"_t": {"exclude_fields": 5}}}`:                                                                                                 "1:46: /tool_overrides/_t/exclude_fields: expected string or array, got number",
		`{"tool_overrides": {"_t": {"exclude_fields": []}, "_t": {"profile": "debug"}}}`:                                                                    "1:51: /tool_overrides/_t: duplicate key; it is already at line 1, column 21",
		`{"tool_overrides": {"_t": {"why": []}, "_t": {"why": 1}, "_u": "debug", "$v": []}}`:                                                                "",
		`{"tool_overrides": {"_t": {"fields": []}}}`:                                                                                                        "",
		`{"profiles": {"$p": {"extends": "nope"}}}`:                                                                                                         `1:33: /profiles/$p/extends: unknown profile "nope"; known: $p, debug, minimal, off, standard, verbose`,
		`{"profiles": {"_p": {"description": "of nothing"}}}`:                                                                                               "",
		`{"tool_overrides": {"t": {"response_modes": {"_m": {"fields": 5}}}}}`:                                                                              "1:63: /tool_overrides/t/response_modes/_m/fields: expected string or array, got number",
		`{"tool_overrides": {"t": {"response_modes": {"_m": "a", "m": {"fields": "a", "limits": {"_l": -1}}}}}}`:                                            "1:95: /tool_overrides/t/response_modes/m/limits/_l: must be at least 0",
		`{"tool_overrides": {"t": {"derive": {"_d": {"from": "a"}}}}}`:                                                                                      "1:44: /tool_overrides/t/derive/_d: missing chars",
		`{"tool_overrides": {"t": {"exclude_when_tier": {"_pro": {"drop": []}}}}}`:                                                                          `1:49: /tool_overrides/t/exclude_when_tier/_pro: warning: "drop" in it is ignored, since the name is one of a comment`,
		`{"tool_overrides": {"t": {"defaults": {"_a": {"drop": [], "_b": 1, "_b": 1}}}}}`:                                                                   "1:68: /tool_overrides/t/defaults/_a/_b: duplicate key; it is already at line 1, column 59",
		`{"global": {"$privacy": {"drop": []}}}`:                                                                                                            `1:13: /global/$privacy: warning: "drop" in it is ignored, since the name is one of a comment`,
		`{"_t": {"tools": {"drop": []}}, "_t": [{"drop": []}], "x-telemetry": {"_x": 1, "_x": 2}, "x-telemetry": 5}`:                                        "",
		`{"x-rules": {"drop": ["a"]}}`:                                                                                                                      `1:2: /x-rules: warning: "drop" in it is ignored, since the name is one of a comment`,
		`{"tool_overrides": {"x-t": 5, "t": {"x-t": 5, "exclude_when_tier": {"x-t": 5}, "response_modes": {"m": {"fields": "a", "limits": {"x-l": -1}}}}}}`: "1:28: /tool_overrides/x-t: expected string or object, got number\n1:138: /tool_overrides/t/response_modes/m/limits/x-l: must be at least 0",
	} {
		snapshot, err := Parse("f.json", []byte(text))
		problems, _ := err.(Diagnostics)
		if err == nil {
			problems = snapshot.Warnings()
		}
		if got := strings.ReplaceAll(problems.Error(), "f.json:", ""); got != told {
			t.Errorf("%s:\n%s, want\n%s", text, got, told)
		}
	}
}

func TestWatchSection(t *testing.T) {
	const builtInQuiet, builtInLimit = 100 * time.Millisecond, time.Second
	tests := map[string]timing{
		`{}`:                        {builtInQuiet, builtInLimit, 0},
		`{"global": {"watch": {}}}`: {builtInQuiet, builtInLimit, 0},
		`{"global": {"watch": {"poll": "0.5m15s"}}}`:              {builtInQuiet, builtInLimit, 45 * time.Second},
		`{"global": {"watch": {"debounce": 5, "max_wait": 2e2}}}`: {5 * time.Millisecond, 200 * time.Millisecond, 0},
		`{"global": {"watch": {"debounce": "1.5s"}}}`:             {1500 * time.Millisecond, builtInLimit, 0},
	}
	for text, want := range tests {
		if got := mustParse(t, text).own; got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}

func TestOrigin(t *testing.T) {
	snapshot := mustParse(t, "{ \"global\": {\"a~/b\": 1},\n  \"tool_overrides\": {\n    \"t\": { \"exclude_fields\": [\"x\",\n\t\"y\"] } } }")
	for pointer, want := range map[string]string{
		"":                                   "f.json:1:1: ",
		"/global/a~0~1b":                     "f.json:1:22: /global/a~0~1b",
		"/tool_overrides":                    "f.json:2:21: /tool_overrides",
		"/tool_overrides/t/exclude_fields/1": "f.json:4:2: /tool_overrides/t/exclude_fields/1",
		"/tool_overrides/t/exclude_fields/2": "/tool_overrides/t/exclude_fields/2",
		"/tool_overrides/u":                  "/tool_overrides/u",
		"no pointer":                         "no pointer",
	} {
		if got := snapshot.origin(pointer).String(); got != want {
			t.Errorf("%q: got %s, want %s", pointer, got, want)
		}
	}
}

func TestParseIsPure(t *testing.T) {
	t.Setenv("SCALPEL_MCP_INFO", "DEBUG")
	t.Setenv("SHAPE_GLOBAL__PROFILE", "verbose")
	snapshot := mustParse(t, `{}`)
	if profile, _ := decided(t, snapshot, "", "profile"); profile != "minimal" {
		t.Errorf("profile %s, want minimal", profile)
	}
	if snapshot.Path() != "f.json" || snapshot.Hash() == "" || snapshot.Generation() != 0 {
		t.Errorf("path %q, hash %q, generation %d", snapshot.Path(), snapshot.Hash(), snapshot.Generation())
	}
	if _, err := snapshot.Profiles().Resolve(profiles.Key{Profile: "verbose"}); err != nil {
		t.Error(err)
	}
	if again := snapshot.withGeneration(7); again.Generation() != 7 || snapshot.Generation() != 0 {
		t.Errorf("generation %d of a copy, %d of the original", again.Generation(), snapshot.Generation())
	}
}

// TestStarter: it is valid, says nothing that the built-ins do not, and shows
// examples that are valid too.
func TestStarter(t *testing.T) {
	snapshot := mustParse(t, string(Starter()))
	if len(snapshot.Warnings()) > 0 {
		t.Error(snapshot.Warnings())
	}
	plain := mustParse(t, `{"global": {"archive": {"store": "directory", "ttl": "24h"}}}`) // for the omissions of presets
	for _, tool := range []string{"", "analyze_code", "semantic_search"} {
		got, want := effects(t, snapshot, tool), effects(t, plain, tool)
		if got != want {
			t.Errorf("tool %q:\n%s\nwant\n%s", tool, got, want)
		}
	}
	if examples := uncommented(string(Starter())); examples == string(Starter()) {
		t.Error("no examples")
	} else if s := mustParse(t, examples); len(s.spec.Tools) != 4 || len(s.spec.Profiles) != 1 || len(s.Warnings()) > 0 {
		t.Errorf("the examples come to %d tools and %d profiles, warnings %v", len(s.spec.Tools), len(s.spec.Profiles), s.Warnings())
	}
}

// effects are the decisions without where they were said.
func effects(t *testing.T, s *Snapshot, tool string) string {
	t.Helper()
	decisions, err := s.Effective(profiles.Key{Tool: tool})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, d := range decisions {
		lines = append(lines, d.Setting+" = "+d.Value)
	}
	return strings.Join(lines, "\n")
}

// uncommented takes the comment marks away from lines that hold a member.
func uncommented(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), `// "`); ok {
			lines[i] = `"` + rest + "\n"
		}
	}
	return strings.Join(lines, "")
}

// TestBombs: for any file the work is linear in its size, and its problems are bounded. Work
// is counted in allocated bytes, since a busy machine does not change those.
func TestBombs(t *testing.T) {
	const size = files.MaxSize / 8
	list := func(before, element, after string) string {
		var b strings.Builder
		b.WriteString(before)
		for i := 0; b.Len() < size; i++ {
			b.WriteString(strings.ReplaceAll(element, "#", fmt.Sprint(i)) + ",")
		}
		return b.String() + after
	}
	deep := func(open, core, shut string) string {
		return strings.Repeat(open, 990) + core + strings.Repeat(shut, 990)
	}
	tests := map[string]string{
		"brackets":         strings.Repeat("[", files.MaxSize),
		"profiles":         list(`{"profiles": {`, `"p#": {"extends": "p1"}`, `}}`),
		"tools":            list(`{"tool_overrides": {`, `"t#": {}`, `}}`),
		"unknown keys":     list(`{`, `"zzzzzzzz#": 1`, `}`),
		"unknown below":    list(`{"tool_overrides": {`, `"t#": {"zzzzzzzz": 1}`, `}}`),
		"long exponents":   list(`{"tool_overrides": {"t": {"response_modes": {"m": {"fields": "a", "limits": {`, `"k#": 1e999999`, `}}}}}}`),
		"defaults":         list(`{"tool_overrides": {"t": {"defaults": {`, `"k#": 1e999999`, `}}}}`),
		"duplicates":       list(`{`, `"a": 1`, `}`),
		"deep duplicates":  `{"zz":` + deep("[", "{"+strings.Repeat(`"a":1,`, size/8)+"}", "]") + "}",
		"deep comment":     `{"_":` + deep(`{"a":`, "["+strings.Repeat("{},", size/4)+"]", "}") + "}",
		"masks":            list(`{"tool_overrides": {"t": {"exclude_fields": [`, `"a#"`, `]}}}`),
		"bad masks":        list(`{"tool_overrides": {"t": {"exclude_fields": [`, `"a..#"`, `]}}}`),
		"bad types":        list(`{"tool_overrides": {"t": {"exclude_fields": [`, `#`, `]}}}`),
		"patterns":         list(`{"privacy": {"mask": [`, `{"pattern": "a#"}`, `]}}`),
		"modes":            list(`{"tool_overrides": {"t": {"response_modes": {`, `"m#": "a"`, `}}}}`),
		"one long key":     `{"` + strings.Repeat("k", files.MaxSize-100) + `": 1}`,
		"one long comment": `{} // ` + strings.Repeat("/*", files.MaxSize/2-100),
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := Parse("f.json", []byte(text))
			runtime.ReadMemStats(&after)
			if work := int(after.TotalAlloc-before.TotalAlloc) / len(text); work > 2000 {
				t.Errorf("%d bytes allocated for each of the file", work)
			}
			if err != nil && len(err.(Diagnostics)) > document.MaxProblems+1 {
				t.Errorf("%d problems", len(err.(Diagnostics)))
			}
		})
	}
}

// foreignKeys are members that no section knows, one in a line.
func foreignKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "\"foreign%d\": 1,\n", i)
	}
	return b.String()
}

// TestP10WarningsAreNoError: however many there are, they are counted, and errors
// are told before them.
func TestP10WarningsAreNoError(t *testing.T) {
	const many = 5_000
	snapshot := mustParse(t, "{\"global\": {\n"+foreignKeys(many)+"}}")
	warnings := snapshot.Warnings()
	if len(warnings) != document.MaxProblems+1 {
		t.Fatalf("%d warnings", len(warnings))
	}
	if last := warnings[document.MaxProblems]; last.Error() != "f.json:202:1: warning: warnings not told: 4800" || !last.Ignored {
		t.Error(last)
	}
	if warnings[document.MaxProblems-1].Pointer != "/global/foreign199" {
		t.Errorf("the one before it is %s", warnings[document.MaxProblems-1])
	}
	_, err := Parse("f.json", []byte("{\"global\": {\n"+foreignKeys(many)+`}, "globl": 1}`))
	problems, _ := err.(Diagnostics)
	if len(problems) != document.MaxProblems+1 || problems[document.MaxProblems-1].Pointer != "/globl" || problems[document.MaxProblems].Message != "warnings not told: 4801" {
		t.Errorf("with an error behind them: %d problems, %v", len(problems), problems[max(0, len(problems)-2):])
	}
	_, err = Parse("f.json", []byte(`{"tool_overrides": {`+strings.Repeat(`"t": {},`, many+1)+`}}`))
	problems, _ = err.(Diagnostics)
	if len(problems) != document.MaxProblems || problems[document.MaxProblems-1].Message != "duplicate keys not told: 4801" {
		t.Errorf("errors: %d problems, %v", len(problems), problems[max(0, len(problems)-1):])
	}
}

func TestTooManyEntries(t *testing.T) {
	members := strings.Repeat(`"#": {},`, 1025)
	for i := range 1025 {
		members = strings.Replace(members, "#", fmt.Sprint("n", i), 1)
	}
	tests := map[string]string{
		`{"profiles": {` + members + `}}`:                                         "f.json:1:14: /profiles: 1025 entries; at most 1024 are allowed",
		`{"tool_overrides": {` + members + `}}`:                                   "f.json:1:20: /tool_overrides: 1025 entries; at most 1024 are allowed",
		`{"privacy": {"mask": [` + strings.Repeat(`{"path": "a"},`, 1025) + `]}}`: "f.json:1:22: /privacy/mask: 1025 entries; at most 1024 are allowed",
		`{"description": "` + strings.Repeat("x", files.MaxSize) + `"}`:           "f.json:1:1: larger than 1 MiB",
		`{"tool_overrides": {"t": {"defaults": {` + members + `}}}}`:              "f.json:1:39: /tool_overrides/t/defaults: 1025 entries; at most 1024 are allowed",
	}
	for text, want := range tests {
		if _, err := Parse("f.json", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

func TestDiagnostic(t *testing.T) {
	tests := []struct {
		d    Diagnostic
		want string
	}{
		{Diagnostic{File: "f", Line: 2, Column: 3, Pointer: "/a", Message: "m", Hint: "h"}, "f:2:3: /a: m (h)"},
		{Diagnostic{File: "f", Line: 2, Column: 3, Message: "m", Warning: true}, "f:2:3: warning: m"},
		{Diagnostic{File: "f", Message: "m"}, "f: m"},
		{Diagnostic{Pointer: "VARIABLE", Message: "m"}, "VARIABLE: m"},
		{Diagnostic{File: "f", Pointer: "/a\n\x1b[2Jb\u202e", Message: "m"}, `f: /a\u000a\u001b[2Jb\u202e: m`},
		{Diagnostic{File: "f", Pointer: "/" + strings.Repeat("é", 300), Message: "m"}, "f: /" + strings.Repeat("é", 199) + "…: m"},
	}
	for _, test := range tests {
		if got := test.d.Error(); got != test.want {
			t.Errorf("got  %q\nwant %q", got, test.want)
		}
	}
	data, err := json.Marshal(Diagnostic{File: "f", Line: 2, Column: 3, Pointer: "/a", Message: "m", Warning: true})
	if want := `{"file":"f","line":2,"column":3,"pointer":"/a","message":"m","warning":true}`; err != nil || string(data) != want {
		t.Errorf("got  %s, %v\nwant %s", data, err, want)
	}
}
