package jsonish

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// seeds are the texts of all tables.
func seeds(f *testing.F) {
	for _, c := range stretches {
		f.Add([]byte(c.text))
	}
	for _, c := range values {
		f.Add([]byte(c.text))
	}
	for _, c := range withheld {
		f.Add([]byte(c.text))
	}
}

// FuzzLawsStrict: a text that internal/scan accepts is Data, with the same end and the
// same tokens. This still holds with all tolerated additions in between.
func FuzzLawsStrict(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		if scan.Check(text, limits, false) != nil {
			return
		}
		var r Reader
		start := scan.Space(text, 0)
		end, ok := r.Value(text, start, &limits)
		if !ok || scan.Space(text, end) != len(text) {
			t.Fatalf("%q: %t, ends at %d", text, ok, end)
		}
		if form := r.Read(text, &limits); form != Data {
			t.Errorf("%q is of form %d", text, form)
		}
		compact, tolerated := rewritten(text, start)
		if want := scan.AppendCompact(nil, text); !bytes.Equal(compact, want) {
			t.Errorf("the tokens of %q are %q, want %q", text, compact, want)
		}
		if end, ok := r.Value(tolerated, 0, &limits); !ok || end != len(tolerated) {
			t.Errorf("%q: %t, ends at %d", tolerated, ok, end)
		}
		again, _ := rewritten(tolerated, 0)
		if again = bytes.ReplaceAll(again, control, nil); !bytes.Equal(again, compact) {
			t.Errorf("the tokens of %q are %q, want those of %q", tolerated, again, compact)
		}
	})
}

var control = []byte("\x01")

// rewritten writes the tokens of the value at i, first without comments and
// trailing commas, and then with one wherever it may stand.
func rewritten(text []byte, i int) (compact, tolerated []byte) {
	var tokens Tokens
	tokens.Begin(text, i)
	empty, comma := false, false // before the token: an opening bracket, a comma
	for token, ok := tokens.Next(); ok; token, ok = tokens.Next() {
		closes := token.Kind == EndArray || token.Kind == EndObject
		if token.Kind == Comment || token.Kind == Comma {
			comma = comma || token.Kind == Comma
			continue
		}
		if comma && !closes {
			compact, tolerated = append(compact, ','), append(tolerated, ',')
		} else if closes && !empty {
			tolerated = append(tolerated, ",\n"...)
		}
		word := text[token.Start:token.End]
		compact, tolerated = append(compact, word...), append(tolerated, word[0])
		if token.Kind == String || token.Kind == Name {
			tolerated = append(tolerated, control...)
		}
		tolerated = append(tolerated, word[1:]...)
		if tokens.Depth() > 0 {
			tolerated = append(tolerated, "/*]\"*/ // }\n"...)
		}
		comma, empty = false, token.Kind == BeginArray || token.Kind == BeginObject
	}
	return compact, tolerated
}

// FuzzLawsStretches: the stretches of a text lie end to end from its first byte to its
// last. JSON stretches can be read. A text reads the same every time.
func FuzzLawsStretches(f *testing.F) {
	seeds(f)
	var used Reader
	f.Fuzz(func(t *testing.T, text []byte) {
		var r, other Reader
		form, at, words := r.Read(text, &limits), 0, false
		if again := used.Read(text, &limits); again != form {
			t.Fatalf("%q is of form %d, and then %d", text, form, again)
		}
		containers := 0
		for s, ok := r.Next(); ok; s, ok = r.Next() {
			if again, _ := used.Next(); again != s {
				t.Fatalf("%q: %v, and then %v", text, s, again)
			}
			if s.Start != at || s.End <= s.Start || words && !s.JSON && !s.Comment {
				t.Fatalf("%q: %v after %d", text, s, at)
			}
			at, words = s.End, !s.JSON && !s.Comment
			if words && form == Data && len(bytes.Trim(text[s.Start:s.End], "\x00\t\n\v\f\r \x1e\u00a0\ufeff\u200b\u0085\u2028\u2029")) > 0 && !strings.ContainsAny(string(text), "`~") {
				t.Fatalf("%q: words %q in data", text, text[s.Start:s.End])
			}
			if s.JSON {
				lawTokens(t, text, s)
				if text[s.Start]|0x20 == '{' {
					containers++
				}
			}
			if end, ok := other.Value(text, s.Start, &limits); s.JSON && (!ok || end != s.End) {
				t.Fatalf("%q: %v, but it ends at %d", text, s, end)
			}
		}
		if at != len(text) || (form == Mixed || form == Lined) && containers == 0 || form == Words && containers > 0 {
			t.Errorf("%q of form %d ends at %d with %d containers", text, form, at, containers)
		}
	})
}

// lawTokens: tokens lie in order with nothing but white space between them, and
// brackets nest.
func lawTokens(t *testing.T, text []byte, s Stretch) {
	var tokens Tokens
	tokens.Begin(text, s.Start)
	at := s.Start
	var open []Kind
	for token, ok := tokens.Next(); ok; token, ok = tokens.Next() {
		if token.End <= token.Start || len(bytes.Trim(text[at:token.Start], " \t\r\n")) > 0 {
			t.Fatalf("%q: token %v after %d", text, token, at)
		}
		at = token.End
		switch token.Kind {
		case BeginObject, BeginArray:
			open = append(open, token.Kind+1)
		case EndObject, EndArray:
			if open[len(open)-1] != token.Kind {
				t.Fatalf("%q: %v closes %v", text, token, open)
			}
			open = open[:len(open)-1]
		case Name, Colon:
			if open[len(open)-1] != EndObject {
				t.Fatalf("%q: %v in %v", text, token, open)
			}
		case Marked:
			t.Fatalf("%q: a mark in JSON", text)
		}
		if len(open) != tokens.Depth() {
			t.Fatalf("%q: depth %d, want %d", text, tokens.Depth(), len(open))
		}
	}
	if at != s.End || !tokens.Complete() {
		t.Fatalf("%q: the tokens of %v end at %d", text, s, at)
	}
}

// FuzzLawsAssignments: names and values lie in the text, in order, with the separator
// between them. A reading of a name is no longer than the name.
func FuzzLawsAssignments(f *testing.F) {
	seeds(f)
	var a Assignments
	f.Fuzz(func(t *testing.T, text []byte) {
		a.Read(text, 0, len(text))
		behind := 0
		for found, ok := a.Next(); ok; found, ok = a.Next() {
			name := found.Name
			if name.Start < 0 || name.End < name.Start || found.Behind <= max(behind, name.End) || found.Behind > len(text) {
				t.Fatalf("%q: %v after %d", text, found, behind)
			}
			behind = found.Behind
			if between := text[name.End:behind]; !bytes.ContainsAny(between, ":=") {
				t.Errorf("%q: %v without a separator", text, found)
			}
			if v := a.value(found); v.start < behind || v.end < v.start || v.end > len(text) {
				t.Errorf("%q: %v has the value %v", text, found, v)
			}
			readings := 0
			a.Readings(found, func(name []byte) bool {
				readings++
				return true
			})
			if readings < 1 || readings > 2*(1+maxReadings) {
				t.Errorf("%q: %v may say %d things", text, found, readings)
			}
		}
	})
}

// FuzzLawsWithheld: a second pass withholds nothing more, no hidden text comes to light,
// and a text grows by its marks at most.
func FuzzLawsWithheld(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		h := hider{names: []string{"password", "a"}}
		once := slices.Clone(h.hide(text))
		if most := len(text) + h.values*len(Mark) + bytes.Count(text, []byte(`"`)); len(once) > most {
			t.Errorf("%q grew to %q", text, once)
		}
		h.values = 0
		twice := h.hide(once)
		if !bytes.Equal(once, twice) {
			t.Errorf("%q\n once %q\ntwice %q", text, once, twice)
		}
	})
}
