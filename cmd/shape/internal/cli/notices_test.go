package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/app/notice"
)

// Under --error-format json each kind of thing that is said is an object, of the
// level and with the members that the topic tells of. The text beside it says the
// same: the object is no other answer.
func TestKindsOfNotices(t *testing.T) {
	dir := alone(t)
	writeFile(t, "modes.json", `{"tool_overrides": {
		"t": {"response_modes": {"m": {"fields": ["a"]}}},
		"cut": {"response_mode": "m", "response_modes": {"m": {"fields": ["rows"], "limits": {"rows": 1}}}}},
		"privacy": {"drop": ["password"]}}`)
	writeFile(t, "refuse.json", `{"privacy": {"drop": ["password"], "on_unreadable": "refuse"}}`)
	writeFile(t, "fancy.json", `{"global": {"fancy": 1}}`)
	writeFile(t, "dubious.json", `{"global": {"emptied": "kep"}}`)
	words := `{"text":"password: S3CRET, url: x"}`
	topic, _ := topic("errors")
	for _, c := range []struct {
		level, kind, stdin, args string
	}{
		{"error", "usage", "", "--profile nix"},
		{"error", "mask", "", "-x a..b"},
		{"error", "fields", "", "--config modes.json --tool t --mode m --fields c"},
		{"error", "configuration", "", "--config dubious.json"},
		{"error", "input", "", "nowhere.json"},
		{"error", "output", "{}", "-o " + dir + "/nowhere/out.json"},
		{"error", "invalid_json", "{", ""},
		{"error", "duplicate_name", `{"a":1,"a":"S3CRET"}`, "-x a"},
		{"error", "too_large", strings.Repeat("[", 20_000), ""},
		{"error", "unreadable", words, "--config refuse.json"},
		{"error", "refused", "{}", "--dialect bmcis"},
		{"error", "invalid", `{"data":1,"duration_ms":-1}`, "convert --from scalpel --to scalpel"},
		{"warning", "configuration", "", "--config fancy.json"},
		{"warning", "lost", `{"data":1,"tier":"pro","capabilities":["x"]}`, "convert --from scalpel --to jsonrpc"},
		{"warning", "recordings", "", "suggest modes.json"},
		{"signal", "withheld", words, "--config modes.json"},
		{"signal", "frequent", "[" + strings.Repeat(`{"password":1},`, 1001) + "1]", "--config modes.json"},
		{"signal", "opaque", words, "--config modes.json -x url"},
		{"signal", "cut", `{"rows":[1,2]}`, "--config modes.json --tool cut"},
		{"signal", "unmatched", "{}", "--strict -x none"},
		{"signal", "withheld", words, "--config modes.json --stats"},
		{"note", "stats", "{}", "--stats"},
	} {
		args := append(strings.Fields(c.args), "--error-format", "json")
		got := shape(strings.NewReader(c.stdin), args...)
		n := lineOf(c.kind, got.stderr)
		var told notice.Notice
		strict := json.NewDecoder(strings.NewReader(n))
		strict.DisallowUnknownFields()
		if err := strict.Decode(&told); err != nil || told.Level != c.level || told.Kind != c.kind || told.Message == "" {
			t.Errorf("%s %s: %v: %s", c.level, c.kind, err, got.stderr)
		}
		if c.level == "error" && told.Exit != got.status {
			t.Errorf("%s: exit status %d: %s", c.kind, got.status, n)
		}
		if strings.Contains(got.stderr, "S3CRET") || !strings.Contains(topic, c.kind) {
			t.Errorf("%s tells content, or is not told of: %s", c.kind, n)
		}
	}
}

// lineOf is the first line of a kind.
func lineOf(kind, said string) string {
	for line := range strings.Lines(said) {
		if strings.Contains(line, `"kind":"`+kind+`"`) {
			return line
		}
	}
	return ""
}
