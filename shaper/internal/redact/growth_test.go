package redact_test

import (
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// growing lists texts of half a MB that provoke backtracking or long searches.
var growing = []struct{ name, before, part, behind string }{
	{"brackets", "", "[", ""},
	{"brackets in brackets", "", `[{"a":`, ""},
	{"quotes in quotes", "", `"\"\\\"`, ""},
	{"numbers that are none", "[", "NaN,", "NaN]"},
	{"tiny fragments", "x ", "{} ", ""},
	{"tiny fragments that begin lines", "", "{\"password\":1}\n", "x"},
	{"hidden members", "{", `"password":1,`, `"a":1}`},
	{"hidden members between others", "{", `"password":1,"a":2,`, `"a":1}`},
	{"hidden members of what cannot be read", "{", `"password":1,"a":2,`, ""},
	{"hidden members below each other", "", `{"a":{"password":1},"b":`, ""},
	{"hidden strings in strings", "[", `"{\"password\":\"x\"}",`, "1]"},
	{"comments beside hidden members", "{", `"password":1/* password: x */,`, `"a":1}`},
	{"arrays that are counted from the end", "", "[[],", ""},
	{"names that follow each other", "", "user: password: x\n", ""},
}

// Time and memory grow at most linearly with the text.
func TestGrowth(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector measures itself here")
	}
	const size = 512 << 10
	for _, rules := range []string{"!password url", "password !**[-1].x !user.password"} {
		hides := hiding(t, rules)
		for _, c := range growing {
			t.Run(rules+", "+c.name, func(t *testing.T) {
				raw := quote(c.before + strings.Repeat(c.part, size/len(c.part)) + c.behind)
				var h redact.Hider
				testkit.Within(t, 2*time.Second, func() { look(&h, hides, raw, nil) })
				if again := testing.AllocsPerRun(1, func() { look(&h, hides, raw, nil) }); again > 100 {
					t.Errorf("%.0f allocations by a hider that has seen the text", again)
				}
			})
		}
	}
}
