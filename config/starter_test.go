package config

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/config/internal/document"
)

// A removed key is refused by name, and Migrate rewrites it. Comments and layout stay.
func TestMigrate(t *testing.T) {
	for _, c := range []struct{ name, in, want, changes string }{ // want "" is in
		{"nothing to do", `{"global": {"columns": true}}`, "", ""},
		{"a switch that is on", "{\n  // why\n  \"global\": {\n    \"repeats\": true, // kept\n  },\n}\n", "{\n  // why\n  \"global\": {\n    \"columns\": true, // kept\n  },\n}\n",
			"4 /global/repeats becomes \"columns\""},
		{"beside its replacement", "{\"global\": {\n  \"columns\": false,\n  \"repeats\": true,\n  \"max_items\": 2\n}}", "{\"global\": {\n  \"columns\": false,\n  \"max_items\": 2\n}}",
			"3 /global/repeats is taken out"},
		{"a switch that is off", `{"tool_overrides": {"t": {"columns": true, "repeats": false}}}`, `{"tool_overrides": {"t": {"columns": true}}}`, "1 /tool_overrides/t/repeats is taken out"},
		{"the last one without a comma", "{\"profiles\": {\"p\": {\n\t\"columns\": true,\n\t\"repeats\": true\n}}}", "{\"profiles\": {\"p\": {\n\t\"columns\": true\n}}}",
			"3 /profiles/p/repeats is taken out"},
		{"comments around it", `{"global": {"columns": true /* a */, /* b */ "repeats" /* c */ : true /* d */, "max_items": 1}}`,
			`{"global": {"columns": true /* a */, /* b */ /* d */ "max_items": 1}}`, "1 /global/repeats is taken out"},
		{"a comment on its line", "{\"global\": {\n  \"columns\": true,\r\n  \"repeats\": true, // d\r\n}}", "{\"global\": {\n  \"columns\": true,\r\n  // d\r\n}}", "3 /global/repeats is taken out"},
		{"several, escaped, behind a mark", "\uFEFF{\"tool_overrides\": {\"a\": {\"rep\\u0065ats\": true}},\n\"global\": {\"repeats\": true}}", "\uFEFF{\"tool_overrides\": {\"a\": {\"columns\": true}},\n\"global\": {\"columns\": true}}",
			"1 /tool_overrides/a/repeats becomes \"columns\", 2 /global/repeats becomes \"columns\""},
		{"names of users", `{"tool_overrides": {"repeats": {"defaults": {"repeats": true}}}, "_x": {"repeats": true}}`, "", ""},
	} {
		if c.want == "" {
			c.want = c.in
		}
		got, changes, err := migrate("c.json", []byte(c.in))
		var told []string
		for _, x := range changes {
			told = append(told, fmt.Sprint(x.Line, " ", x.Pointer, " ", x.Message))
		}
		if string(got) != c.want || strings.Join(told, ", ") != c.changes || err != nil {
			t.Errorf("%s: %s, %v\ngot  %q\nwant %q", c.name, strings.Join(told, ", "), err, got, c.want)
		}
		if again, changes, err := migrate("c.json", got); string(again) != string(got) || changes != nil || err != nil {
			t.Errorf("%s: again %v, %v, %s", c.name, changes, err, again)
		}
		if d, problems := document.Parse("c.json", got); d == nil || diagnostics(problems).failed() {
			t.Errorf("%s: %v", c.name, problems)
		}
	}
	for text, want := range map[string]string{
		`{"global": {"repeats": true}`:                   `c.json:1:29: the file ends too early`,
		`{"global": {"repeats": true, "repeats": true}}`: `c.json:1:30: /global/repeats: duplicate key; it is already at line 1, column 13`,
	} {
		if got, changes, err := migrate("c.json", []byte(text)); err == nil || err.Error() != want || changes != nil || string(got) != text {
			t.Errorf("%s: %v, %v", text, changes, err)
		}
	}
}
