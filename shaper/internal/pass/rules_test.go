package pass_test

import (
	"encoding/json"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// hiding returns the plan of a privacy section for a dialect.
func hiding(t testing.TB, dialect string, p profiles.Privacy, key profiles.Key) *plan.Plan {
	t.Helper()
	return planOf(t, dialect, false, key, profiles.Tool{}, p)
}

// Redactions and patterns replace values, except those that an envelope needs.
func TestPrivacy(t *testing.T) {
	mail := profiles.Privacy{Mask: []profiles.PrivacyMask{{Path: "mail"}}}
	digits := profiles.Privacy{Mask: []profiles.PrivacyMask{{Pattern: "[0-9]{3}", With: new("#")}}}
	both := profiles.Privacy{Drop: []string{"pin"}, Mask: append(mail.Mask, digits.Mask...)}
	for _, c := range []struct {
		name    string
		privacy profiles.Privacy
		key     profiles.Key
		in, out string
	}{
		{"a path", mail, profiles.Key{}, `{"mail":"a@b","to":[{"mail":{"x":[1]}},{"mail":null}]}`, `{"mail":"[redacted]","to":[{"mail":"[redacted]"},{"mail":"[redacted]"}]}`},
		{"a pattern", digits, profiles.Key{}, `{"a":"no 123","b":123,"c":["x","\u0031\u0032\u0033"]}`, `{"a":"no #","b":123,"c":["x","#"]}`},
		{"not in names", digits, profiles.Key{}, `{"123":"x"}`, `{"123":"x"}`},
		{"an escape that stays", digits, profiles.Key{}, `["\u00e9\/"]`, `["\u00e9\/"]`},
		{"an escape beside a match", digits, profiles.Key{}, `["\u00e9 123"]`, `["é #"]`},
		{"all three", both, profiles.Key{}, `{"pin":1,"mail":2,"x":"123"}`, `{"mail":"[redacted]","x":"#"}`},
		{"where only a part was asked for", mail, include("mail.domain", "a"), `{"mail":{"domain":1},"a":2}`, `{"a":2}`},
		{"where it was asked for", mail, include("mail"), `{"mail":{"domain":1},"a":2}`, `{"mail":"[redacted]"}`},
	} {
		if out, _, err := run(t, hiding(t, "plain", c.privacy, c.key), doc(c.in)); err != nil || out != c.out {
			t.Errorf("%s: %s, %v\nwant %s", c.name, out, err, c.out)
		}
	}
}

// Containers may go after their members went (LAWS 5 and 6).
func TestWhatRemains(t *testing.T) {
	drop, keep := new("drop"), new("keep")
	yes := new(true)
	for _, c := range []struct {
		name     string
		settings profiles.Settings
		key      profiles.Key
		in, out  string
	}{
		{"an exclude leaves an empty form", profiles.Settings{}, exclude("x"), `{"a":{"x":1},"b":[{"x":1}]}`, `{"a":{},"b":[{}]}`},
		{"or nothing", profiles.Settings{Emptied: drop}, exclude("x"), `{"a":{"x":1},"b":[{"x":1}],"c":{}}`, `{"c":{}}`},
		{"an include leaves nothing", profiles.Settings{}, include("a.k", "b"), `{"a":{"x":1},"b":1}`, `{"b":1}`},
		{"or an empty form", profiles.Settings{Unmatched: keep}, include("a.k", "b"), `{"a":{"x":1},"b":1}`, `{"a":{},"b":1}`},
		{"elision acts in objects", profiles.Settings{ExcludeEmptyArrays: yes, ExcludeNullValues: yes}, profiles.Key{}, `{"a":[],"b":[[],null],"c":null}`, `{"b":[[],null]}`},
		{"from the inside", profiles.Settings{ExcludeEmptyObjects: yes}, profiles.Key{}, `{"a":{"b":{"c":{}}},"d":1}`, `{"d":1}`},
		{"and spares names", profiles.Settings{ExcludeNullValues: yes, AlwaysKeep: &[]string{"a"}}, profiles.Key{}, `{"a":null,"b":null,"c":{"a":null}}`, `{"a":null,"c":{}}`},
		{"the document stays", profiles.Settings{ExcludeEmptyObjects: yes, Emptied: drop}, exclude("a"), `{"a":1}`, `{}`},
	} {
		p := planFor(t, "plain", false, c.key, profiles.Tool{Settings: c.settings})
		if out, _, err := run(t, p, doc(c.in)); err != nil || out != c.out {
			t.Errorf("%s: %s, %v\nwant %s", c.name, out, err, c.out)
		}
	}
}

// A default is compared in compact form.
func TestDefaults(t *testing.T) {
	tool := profiles.Tool{
		Settings: profiles.Settings{ExcludeDefaultValues: new(true)},
		Defaults: map[string]json.RawMessage{"n": []byte("0"), "o": []byte(`{ "a": [1] }`), "s": []byte(`"x"`), "l": []byte("[]")},
	}
	for in, want := range map[string]string{
		`{"n":0,"m":0}`:             `{"m":0}`,
		`{"n":0.0,"s":"x","t":"x"}`: `{"n":0.0,"t":"x"}`,
		`{"o":{"a" : [ 1 ]},"b":1}`: `{"b":1}`,
		`{"o":{"a":[1],"b":2}}`:     `{"o":{"a":[1],"b":2}}`,
		`{"o":{"a":[1],"x":2}}`:     `{}`, // once the exclude has acted
		`{"l":[],"k":[]}`:           `{"k":[]}`,
		`[{"n":0},{"n":1}]`:         `[{},{"n":1}]`,  // lists are transparent
		`{"k":{"n":0}}`:             `{"k":{"n":0}}`, // and paths are anchored
	} {
		if out, _, err := run(t, planFor(t, "plain", false, exclude("x"), tool), doc(in)); err != nil || out != want {
			t.Errorf("%s: %s, %v, want %s", in, out, err, want)
		}
	}
}

// A value that the envelope needs stays in an empty form.
func TestEnvelopesStayWhole(t *testing.T) {
	all := profiles.Privacy{Drop: []string{"**"}}
	for dialect, c := range map[string]struct{ in, out string }{
		"scalpel":     {`{"data":{"a":1},"upgrade_hints":[{"a":1}],"x":1}`, `{"data":{}}`},
		"response-v2": {`{"success":true,"data":[1],"error":null,"meta":{"version":"v","x":1}}`, `{"success":true,"data":[],"error":null,"meta":{"version":"v"}}`},
		"mcp":         {`{"content":[{"type":"text","text":"t","x":1}],"isError":false,"x":1}`, `{"content":[{"type":"text","text":"t"}],"isError":false}`},
		"jsonrpc":     {`{"jsonrpc":"2.0","id":1,"result":{"a":1}}`, `{"jsonrpc":"2.0","id":1,"result":{}}`},
	} {
		if out, _, err := run(t, hiding(t, dialect, all, profiles.Key{}), doc(c.in)); err != nil || out != c.out {
			t.Errorf("%s: %s, %v\nwant %s", dialect, out, err, c.out)
		}
	}
}
