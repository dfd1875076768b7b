package taint_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

func TestCountedValues(t *testing.T) {
	for value, want := range map[string]bool{
		"1234567": false, "12345678": true, "ünïcödé": false, "ünïcödéß": true, "disabled": false, "DISABLED": false,
		"<password>": false, "disabled1": true, "--------": false, "********": false, "[withheld]": false, "[withhel": false, "ithheld]": false, "[redacted]": false,
		"hunterxy": true, "not disabled": true, "": false,
	} {
		if got := taint.Counts([]byte(value)); got != want {
			t.Errorf("%q counts: %v", value, got)
		}
	}
}

// AddText removes quotes, a trailing comma and an authentication scheme. It skips numbers. It
// also adds the first word if it looks like a secret and is no name of a member.
func TestAddText(t *testing.T) {
	for value, texts := range map[string][]string{
		`"abcd1234"`:              {"abcd1234"},
		`'abcd1234',`:             {"abcd1234"},
		`  abcd1234 ;`:            {"abcd1234"},
		`Bearer abcd1234`:         {"abcd1234", "Bearer abcd1234"},
		`"a\"bcd1234"`:            {`a"bcd1234`},
		`C:\temp\abcd`:            {`C:\temp\abcd`},
		`{'k': "abcd1234", x: 1}`: {"abcd1234"},
		`{\"k\": \"abcd1234\"}`:   {"abcd1234"},
		`{abcd1234}`:              {"{abcd1234}"},
		`"open abcd1234`:          {"open abcd1234"},
		`abcd1234 and more`:       {"abcd1234", "abcd1234 and more"},
		`abcd1234, more`:          {"abcd1234"},
		`"abcd1234" and more`:     {"abcd1234"},
		`abcd1234.`:               {"abcd1234", "abcd1234."},
	} {
		var values taint.Values
		values.AddText([]byte(value))
		for _, text := range texts {
			if values.IsEmpty() {
				t.Errorf("%q adds nothing", value)
				continue
			}
			if got, _ := values.Set(1000).Replace([]byte("x " + text + " y")); string(got) != "x "+taint.Mark+" y" {
				t.Errorf("%q leaves %q", value, got)
			}
		}
	}
	for _, value := range []string{"1234567890", "-1.5e+300", "short", "", "disabled", `"disabled"`} {
		var values taint.Values
		if values.AddText([]byte(value)); !values.IsEmpty() {
			t.Errorf("%q adds a value", value)
		}
	}
	var values taint.Values
	values.AddText([]byte("lowercase and more"))
	if values.Set(1000).MayHold([]byte("a lowercase b")) {
		t.Error("a plain first word counts")
	}
	values.Reset()
	values.AddText([]byte("defaultMode: 3\n  optional: true"))
	if got, found := values.Set(1000).Replace([]byte("defaultMode: 2")); found {
		t.Errorf("the name of a member goes: %s", got)
	}
}

// AddJSON also adds the credential after an authentication scheme.
func TestCredentialsOfJSON(t *testing.T) {
	for _, value := range []string{`"Bearer abcd1234"`, `["basic  abcd1234"]`, `"{\"a\":\"Bearer abcd1234\"}"`} {
		var values taint.Values
		values.AddJSON([]byte(value))
		if got, _ := values.Set(1000).Replace([]byte("x abcd1234 y")); string(got) != "x "+taint.Mark+" y" {
			t.Errorf("%s leaves %q", value, got)
		}
	}
}

// Back removes the values of a wrong guess.
func TestBack(t *testing.T) {
	var values taint.Values
	values.AddJSON([]byte(`["value one 1","value two 2"]`))
	before := values.Point()
	for i := range 1000 {
		values.AddJSON(fmt.Appendf(nil, `"value number %d"`, i))
	}
	values.Cover()
	values.Back(before)
	values.AddJSON([]byte(`"value two 2"`))
	set := values.Set(1000)
	if set.Covers() {
		t.Error("encoded texts of a wrong guess count")
	}
	for text, want := range map[string]bool{"value one 1": true, "value two 2": true, "value number 7": false} {
		if _, got := set.Replace([]byte(text)); got != want {
			t.Errorf("%q is found: %v", text, got)
		}
	}
	var none *taint.Values
	none.Back(none.Point())
}

// Values beyond the bounds are counted, never dropped in silence. A duplicate takes no room.
func TestValuesAreBounded(t *testing.T) {
	var values taint.Values
	for range 2 {
		for i := range taint.MaxValues {
			values.AddJSON(fmt.Appendf(nil, `"value number %d"`, i))
		}
	}
	if n := values.Set(1000).Beyond(); n != 0 {
		t.Fatalf("%d values beyond the bounds", n)
	}
	values.AddJSON([]byte(`["one more 1","one more 2"]`))
	if n := values.Set(1000).Beyond(); n != 2 {
		t.Errorf("%d values beyond the bounds", n)
	}
	var large taint.Values
	large.AddJSON([]byte(`["` + strings.Repeat("x1", taint.MaxBytes) + `","value one 1"]`))
	if set := large.Set(1000); set.Beyond() != 1 || !set.MayHold([]byte("value one 1")) {
		t.Errorf("%d values beyond the bounds", set.Beyond())
	}
}

// Each value counts once.
func TestFound(t *testing.T) {
	var values taint.Values
	values.AddJSON([]byte(`["value one 1","value two 2","value three 3"]`))
	set := values.Set(1000)
	set.Replace([]byte(`value one 1, value one 1`))
	set.Replace([]byte(`"value two 2"`))
	if n := set.Found(); n != 2 {
		t.Errorf("%d values found", n)
	}
}

// A text may hold a value that is spelled with escapes that no character of it needs. Escapes
// that can spell no part of the value do not count.
func TestSpelled(t *testing.T) {
	for _, tt := range []struct {
		value, text string
		want        bool
	}{
		{"sk-a1b2c3d4e5", `{"a":"sk-\u0061\u0031b2c3d4e5"}`, true},
		{"sk-a1b2c3d4e5", `{"a":"{\"b\":\"sk-\\u0061\\u0031b2c3d4e5\"}"}`, true},
		{"sk-a1b2c3d4e5", `{"a":"\u8fd9\u4e00\u4e2a \ud83d\ude00 caf\u00e9 \n \/"}`, false},
		{"sk-a1b2c3d4e5", `{"a":"sk-a1b2c3d4e5 caf\u00e9"}`, true},
		{"schlüsselwörter7", `{"a":"schl\u00fcsselw\u00f6rter7"}`, true},
		{"钥匙一二三四五六", `{"a":"\u94a5\u5319\u4e00\u4e8c\u4e09\u56db\u4e94\u516d"}`, true},
		{"https://a.example/k1", `{"a":"https:\/\/a.example\/k1"}`, true},
		{"https://a.example/k1", `{"a":"caf\u00e9 https:\/\/a.example\/j1"}`, false},
		{"schlüsselwörter7", `{"a":"schl\u00fcsselw\u00f6rter8"}`, false},
	} {
		var values taint.Values
		values.AddJSON(testkit.JSON(t, tt.value))
		if got := values.Set(1000).MayHold([]byte(tt.text)); got != tt.want {
			t.Errorf("%s may hold %s: %v", tt.text, tt.value, got)
		}
	}
}

// Time is linear in texts that resemble the values, and in nested escapes.
func TestGrowthOfTaint(t *testing.T) {
	var values taint.Values
	for i := range 1000 {
		values.AddJSON(fmt.Appendf(nil, `"%s%d"`, strings.Repeat("a", 300), i))
	}
	set := values.Set(1000)
	for name, unit := range map[string]string{
		"beginnings": strings.Repeat("a", 299), "backslashes": `\\`, "numbers": `\u005cu005c`, "quotes": `\"a`,
	} {
		t.Run(name, func(t *testing.T) {
			testkit.NearlyLinear(t, 100_000, 8, func(n int) func() {
				text := bytes.Repeat([]byte(unit), n/len(unit))
				return func() { set.Replace(text) }
			})
		})
	}
}
