package shaper_test

import (
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// nearly are the units of texts that are nearly JSON, all the way: brackets in
// brackets, quotes in quotes, names whose values never end.
var nearly = []nearText{
	{"brackets", `[`},
	{"brackets, closed wrongly", strings.Repeat("[", 900) + strings.Repeat("}", 900)},
	{"objects", `{"a":`},
	{"hidden objects", `{"password":`},
	{"excluded objects", `{"token":`},
	{"arrays that end in words", strings.Repeat(`[1,`, 900) + "x\n"},
	{"fragments", `[1] {"a":2} `},
	{"fragments with names", "{\"password\":1,\"token\":2}\nx\n"},
	{"quotes", `"`},
	{"quotes in quotes", `"\"'\\\"`},
	{"single quotes", `':`},
	{"names", `"password":"`},
	{"bare names", "password: x\n"},
	{"bare names, nothing else", "password:"},
	{"names in brackets", `password=(token=[`},
	{"names in quotes", `token='password="`},
	{"colons", ":"},
	{"equals signs", "="},
	{"a word", "a"},
	{"blanks", "               :"},
	{"backslashes", `\`},
	{"backslashes and quotes", `\\\"password\\\": \\\"x`},
	{"lines of names", "password:\n  token:\n"},
	{"fences", "```json\n{\n"},
	{"comments", "{/*"},
	{"comment in comments", "/* password: */ //\n"},
	{"triple quotes", `'''"""` + "```"},
	{"NaN", `[NaN,-Infinity,`},
	{"half emoji", `["\ud83d",`},
	{"marks", "password: [withheld]\n"},
	{"shortest names", "k:v,"},
	{"names behind brackets", "[ password: x\n"},
	{"redactions", "{\"email\":1}\nx\n"},
	{"strings in fragments", `{"a":"{\"password\":1,\"b\":\"{\\\"password\\\":1}\"}"} x `},
}

type nearText struct{ name, unit string }

// eachNearly tries texts of a size, with SHAPE_SOAK=1 of a larger one.
func eachNearly(t *testing.T, size, large int, try func(*testing.T, nearText, int)) {
	if testkit.Race {
		t.Skip("the race detector measures itself here")
	}
	if testkit.Soaking {
		size = large
	}
	for _, n := range nearly {
		t.Run(n.name, func(t *testing.T) { try(t, n, size) })
	}
}

func nearlyEngine(t *testing.T) *shaper.Engine {
	return newEngine(t, profiles.Spec{Privacy: []profiles.Privacy{{
		Drop: []string{"password", "**.api_key", "a.b.c", "*_pin", ".pin", "k"},
		Mask: []profiles.PrivacyMask{{Path: "email"}},
	}}})
}

// nearlyBody is a document with a string in it of about size bytes as it is written.
func nearlyBody(unit string, size int) []byte {
	times := size / (len(quoteJSON(unit)) - len(`""`))
	return []byte(`{"content":[{"type":"text","text":` + quoteJSON(strings.Repeat(unit, times)) + `}]}`)
}

// Broken JSON costs at most twice its size in memory, beyond input and output, plus a fixed
// amount.
func TestSoakNearlyJSON(t *testing.T) {
	eachNearly(t, 256<<10, 60<<20, func(t *testing.T, n nearText, size int) {
		eng, body := nearlyEngine(t), nearlyBody(n.unit, size)
		req := shaper.Request{Exclude: []string{"token", "b.token"}, Body: body}
		var res shaper.Result
		var err error
		shape := func() { res, err = eng.Shape(t.Context(), req) }
		extra := atOnce(testkit.Allocated(shape), 2*len(body)+64<<20, shape) - len(res.Body)
		if err != nil {
			t.Error(err)
		}
		t.Logf("%.1f times its size", float64(extra)/float64(len(body)))
		if extra > 2*len(body)+64<<20 {
			t.Errorf("%.1f times its size beyond %d MB in and %d MB out", float64(extra)/float64(len(body)), len(body)>>20, len(res.Body)>>20)
		}
	})
}

// A text of 16 times the size takes about 16 times the time. Quadratic time would show as a
// factor of 256.
func TestSoakNearlyLinear(t *testing.T) {
	eachNearly(t, 16<<10, 4<<20, func(t *testing.T, n nearText, size int) {
		eng := nearlyEngine(t)
		took := func(size int) time.Duration {
			req := shaper.Request{Exclude: []string{"token", "b.token"}, Body: nearlyBody(n.unit, size)}
			return testkit.ProcessorTime(func() {
				if _, err := eng.Shape(t.Context(), req); err != nil {
					t.Error(err)
				}
			})
		}
		small, large := took(size), took(16*size)
		for range 8 { // other work may disturb a look
			if large > 64*small {
				small, large = max(small, took(size)), min(large, took(16*size))
			}
		}
		t.Logf("%v, %v for 16 times as much", small, large)
		if floor := 2 * time.Millisecond; large > 64*max(small, floor) {
			t.Errorf("%v for %d KB, %v for 16 times as much", small, size>>10, large)
		}
	})
}
