package pass_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/report"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

func drops(paths ...string) profiles.Privacy { return profiles.Privacy{Drop: paths} }

// fits returns a privacy section with dropped paths and one pattern.
func fits(pattern, with string, paths ...string) profiles.Privacy {
	return profiles.Privacy{Drop: paths, Mask: []profiles.PrivacyMask{{Pattern: pattern, With: &with}}}
}

// inStrings returns a document whose strings are opened to three levels.
func inStrings(body string) pass.Doc {
	d := doc(body)
	d.Nesting = 3
	return d
}

// spelledReport spells the places in a report.
func spelledReport(told report.Report) string {
	var all []string
	spell := func(word string, p report.Places) {
		if p.Count > 0 {
			all = append(all, fmt.Sprintf("%d %s in %s", p.Count, word, strings.Join(p.At, " ")))
		}
	}
	spell("withheld", told.Withheld)
	spell("opaque", told.Opaque)
	return strings.Join(all, ", ")
}

// Rules that hide in a document also hide in its strings, by the place of the string and by
// the names around it.
func TestInStrings(t *testing.T) {
	none := profiles.Privacy{}
	for _, c := range []struct {
		name     string
		privacy  profiles.Privacy
		excludes string
		in, out  string
		told     string
	}{
		{"a document", none, "x", `["{\"x\":1}","x"]`, `["{}","x"]`, ""},
		{"whose first bracket is an escape", none, "x", `["\u007b\"x\":1,\"y\":2}"]`, `["\u007b\"y\":2}"]`, ""},
		{"names that no quotes tell", none, "x", `["{x:1,b:\"c\"}"]`, `["{x:1,b:\"c\"}"]`, "1 opaque in /*"},
		{"words under an exclude", none, "x", `["x: 1"]`, `["x: 1"]`, ""},
		{"words under privacy", drops("pin"), "", `["pin: 1234","a: b","pin"]`, `["pin: [withheld]","a: b","pin"]`, "1 withheld in /*"},
		{"words behind an escape", drops("pin"), "", `["say \"hi\", pin: 1234"]`, `["say \"hi\", pin: [withheld]"]`, "1 withheld in /*"},
		{"the root", drops("pin"), "", `"pin: 1234"`, `"pin: [withheld]"`, "1 withheld in "},
		{"a redaction", profiles.Privacy{Mask: []profiles.PrivacyMask{{Path: "pin"}}}, "", `{"a":"{\"pin\":1,\"b\":2}"}`, `{"a":"{\"pin\":\"[redacted]\",\"b\":2}"}`, ""},
		{"a path", none, "a.x", `{"b":"{\"x\":1}","a":"{\"x\":1}","c":"{\"x\":1}"}`, `{"b":"{\"x\":1}","a":"{}","c":"{\"x\":1}"}`, ""},
		{"a path below", none, "a.b.x", `{"k":{"b":"{\"x\":1}"},"a":{"b":"{\"x\":1}","c":"{\"x\":1}"},"b":{"b":"{\"x\":1}"}}`, `{"k":{"b":"{\"x\":1}"},"a":{"b":"{}","c":"{\"x\":1}"},"b":{"b":"{\"x\":1}"}}`, ""},
		{"a path in the root", none, "a.x", `"{\"x\":1,\"a\":{\"x\":1}}"`, `"{\"x\":1,\"a\":{}}"`, ""},
		{"one element", none, "l[0].x", `{"l":["{\"x\":1}","{\"x\":1}"]}`, `{"l":["{}","{\"x\":1}"]}`, ""},
		{"the last element", none, "l[-1].x", `{"l":["{\"x\":1}","{\"x\":1}"],"m":["{\"x\":1}"]}`, `{"l":["{\"x\":1}","{}"],"m":["{\"x\":1}"]}`, ""},
		{"names on the way", drops("k.pin"), "", `{"k":{"t":"pin: 1","u":["pin: 2"]},"o":{"t":"pin: 1"}}`, `{"k":{"t":"pin: [withheld]","u":["pin: [withheld]"]},"o":{"t":"pin: 1"}}`, "2 withheld in /k/t /k/u/*"},
		{"the name of the string", drops("k.pin"), "", `{"k":"pin: 1","o":"pin: 1"}`, `{"k":"pin: [withheld]","o":"pin: 1"}`, "1 withheld in /k"},
		{"names in a string that no rule is about", drops("k.pin"), "", `{"a":{"t":"k: 1, pin: 2"}}`, `{"a":{"t":"k: 1, pin: [withheld]"}}`, "1 withheld in /a/t"},
		{"names that need escapes", drops("pin"), "", `{"a/b":[{"\u007e":"pin: 1"}]}`, `{"a/b":[{"\u007e":"pin: [withheld]"}]}`, "1 withheld in /a~1b/*/~0"},
		{"a pattern in a document", fits("a b", "#", "pin"), "", `["{\"pin\":1,\"b\":\"a b\"}"]`, `["{\"b\":\"#\"}"]`, ""},
		{"a pattern that fits a mark", fits("held", "#", "pin"), "", `["pin: 1234","held"]`, `["pin: [with#]","#"]`, "5 withheld in /*"},
		{"a pattern that makes a name", fits("X", "pin", "pin"), "", `["X: 1234","X"]`, `["pin: [withheld]","pin"]`, "1 withheld in /*"},
	} {
		key := profiles.Key{}
		if c.excludes != "" {
			key = exclude(c.excludes)
		}
		out, done, err := run(t, hiding(t, "plain", c.privacy, key), inStrings(c.in))
		if err != nil || out != c.out || spelledReport(done.Reported) != c.told {
			t.Errorf("%s: %s, %v, %s\nwant %s, %s", c.name, out, err, spelledReport(done.Reported), c.out, c.told)
		}
	}
}

// A string outside the payload is redacted like one inside.
func TestInStringsOfAnEnvelope(t *testing.T) {
	const in, want = `{"data":{"l":["{\"x\":1}"]},"l":["{\"x\":1}","{\"x\":1}"]}`, `{"data":{"l":["{}"]},"l":["{\"x\":1}","{}"]}`
	if out, _, err := run(t, planFor(t, "scalpel", false, exclude("l[-1].x"), profiles.Tool{}), inStrings(in)); err != nil || out != want {
		t.Errorf("%s, %v", out, err)
	}
}

// The pattern of a place has at most 200 bytes and shows a cut.
func TestLongPlaces(t *testing.T) {
	p := hiding(t, "plain", drops("pin"), profiles.Key{})
	short := "/" + strings.Repeat("a", 196) + "…"
	for n, want := range map[int]string{3: "/aaa/b", 197: "/" + strings.Repeat("a", 197) + "/b", 198: short, 199: short, 500: short} {
		_, done, err := run(t, p, inStrings(`{"`+strings.Repeat("a", n)+`":{"b":"pin: 1"}}`))
		if at := done.Reported.Withheld.At; err != nil || len(at) != 1 || at[0] != want {
			t.Errorf("%d: %q, %v", n, at, err)
		}
	}
}

// A pattern that makes a new name each time is applied a few times. A very large text is not
// looked into again.
func TestPatternsSettle(t *testing.T) {
	p := hiding(t, "plain", fits(`\[withheld\]`, "1", "pin"), profiles.Key{})
	if out, done, err := run(t, p, inStrings(`"pin: 2"`)); err != nil || out != `"pin: 1"` || done.Reported.Withheld.Count != 1+redact.MaxLooks {
		t.Errorf("%s, %v, %d looks", out, err, done.Reported.Withheld.Count)
	}
	p = hiding(t, "plain", fits("X", "pin", "pin"), profiles.Key{})
	for over, want := range map[int]int{0: 1, 1: 0} {
		text := strings.Repeat(".", redact.Settles+over-len(" pin: 1")) + " X: 1"
		if done, err := shapeIn(new(pass.Pass), p, inStrings(`"`+text+`"`), nil); err != nil || done.Reported.Withheld.Count != want {
			t.Errorf("%d bytes too many: %v, %d withheld", over, err, done.Reported.Withheld.Count)
		}
	}
}

// A plan that refuses unreadable text fails only if something would be withheld.
func TestRefusals(t *testing.T) {
	refuse := drops("pin")
	refuse.OnUnreadable = new("refuse")
	p := hiding(t, "plain", refuse, profiles.Key{})
	for body, want := range map[string]string{
		`{"a":"ping: 1","b":"{\"pin\":1}"}`: `{"a":"ping: 1","b":"{}"}`,
		`{"a":"pin: 1"}`:                    "",
	} {
		out, _, err := run(t, p, inStrings(body))
		if bad, ok := errors.AsType[*scan.Error](err); out != want || (want == "") != (ok && bad.Kind == scan.KindUnreadable) {
			t.Errorf("%s: %s, %v", body, out, err)
		}
	}
}

// A derived field shows the beginning of the redacted text. It is redacted again if the cut or
// its name makes another text of it.
func TestDerivedFromWhatIsLeft(t *testing.T) {
	first := func(chars int) profiles.Tool {
		return profiles.Tool{Derive: map[string]profiles.Derive{"s": {From: "a", Chars: chars}}}
	}
	for _, c := range []struct {
		name    string
		privacy profiles.Privacy
		chars   int
		in, out string
	}{
		{"a document", drops("x"), 3, `{"a":"{\"x\":1,\"y\":2}"}`, `{"a":"{\"y\":2}","s":"{\"y..."}`},
		{"words", drops("pin"), 5, `{"a":"pin: 1234"}`, `{"a":"pin: [withheld]","s":"pin: [withheld]"}`},
		{"a pattern", fits("[0-9]{3}", "#"), 6, `{"a":"no 123, 4"}`, `{"a":"no #, 4","s":"no #, ..."}`},
		{"a rule about what is derived", drops("s.x"), 20, `[{"a":"{\"x\":1}"},{"a":"x: 1"}]`, `[{"a":"{\"x\":1}","s":"{}"},{"a":"x: 1","s":"x: [withheld]"}]`},
		{"and cut", drops("s.x"), 9, `{"a":"{\"x\":123456}"}`, `{"a":"{\"x\":123456}","s":"{\"x\":[withheld]"}`},
	} {
		p := planOf(t, "plain", false, profiles.Key{}, first(c.chars), c.privacy)
		for _, in := range []string{c.in, c.out} { // a second pass changes nothing
			if out, _, err := run(t, p, inStrings(in)); err != nil || out != c.out {
				t.Errorf("%s: %s, %v\nwant %s", c.name, out, err, c.out)
			}
		}
	}
}

// A string may equal its default after a pattern changed it.
func TestPatternsMakeDefaults(t *testing.T) {
	tool := profiles.Tool{
		Settings: profiles.Settings{ExcludeDefaultValues: new(true)}, Defaults: map[string]json.RawMessage{"a": []byte(`"#"`)},
	}
	p := planOf(t, "plain", false, profiles.Key{}, tool, fits("[0-9]{3}", "#"))
	for body, want := range map[string]string{
		`{"b":1,"a":"123"}`:     `{"b":1}`,
		`{"b":1,"a":"1234"}`:    `{"b":1,"a":"#4"}`,
		`{"b":"123","a":"#"}`:   `{"b":"#"}`,
		`{"b":1,"c":{"a":"#"}}`: `{"b":1,"c":{"a":"#"}}`,
	} {
		if out, _, err := run(t, p, inStrings(body)); err != nil || out != want {
			t.Errorf("%s: %s, %v", body, out, err)
		}
	}
}

// A container without strings to redact is copied, and other ones are walked. Duplicate names
// count in neither.
func TestWalkedForItsStrings(t *testing.T) {
	p := planFor(t, "plain", false, exclude("x.y"), profiles.Tool{})
	for body, want := range map[string]string{
		`{"a":{"b":1,"b":"c"},"x":{"y":1}}`:         `{"a":{"b":1,"b":"c"},"x":{}}`,
		`{"a":{"b":1,"b":"{\"c\":1}"},"x":{"y":1}}`: `{"a":{"b":1,"b":"{\"c\":1}"},"x":{}}`,
	} {
		if out, _, err := run(t, p, inStrings(body)); err != nil || out != want {
			t.Errorf("%s: %s, %v", body, out, err)
		}
	}
}

// An edited string reserves room for itself and for as much again of the input, so that the
// output grows once.
func TestRoomForEditedStrings(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector allocates")
	}
	const size = 1 << 18
	p := planFor(t, "plain", false, exclude("x"), profiles.Tool{})
	text := func(size int) string { return strings.Repeat(".", size) }
	for name, c := range map[string]struct{ before, within, behind int }{
		"in the middle": {2 * size, size, size}, "at the end": {2 * size, size, 0}, "alone": {0, 3 * size, 0},
	} {
		d := inStrings(fmt.Sprintf(`["%s","{\"x\":1,\"y\":\"%s\"}","%s"]`, text(c.before), text(c.within), text(c.behind)))
		var memory pass.Pass
		shape := func() {
			if _, err := shapeIn(&memory, p, d, nil); err != nil {
				t.Fatal(err)
			}
		}
		shape() // to grow the memory
		if took := testkit.Allocated(shape); 10*took > 11*len(d.Body) {
			t.Errorf("%s: %d bytes for %d", name, took, len(d.Body))
		}
	}
}

// The string that one document read last does not affect the next document, even after a
// fault.
func TestOpenedStringsAreForgotten(t *testing.T) {
	p := hiding(t, "plain", drops("pin"), profiles.Key{})
	var memory pass.Pass
	for _, before := range []string{`["pin: 1"]`, `["pin: 1" bad`, `{"a":["pin: 12345678"],"pin: 1`, `["{\"pin\":1}"`} {
		for in, want := range map[string]string{
			`["pin: 1, pin: 2, and more"]`:  `["pin: [withheld], pin: [withheld]"]`,
			`["{}"]`:                        `["{}"]`,
			`[" plain and long and plain"]`: `[" plain and long and plain"]`,
			`{"a":["pin: 1"],"b":"x"}`:      `{"a":["pin: [withheld]"],"b":"x"}`,
		} {
			_, _ = shapeIn(&memory, p, inStrings(before), nil)
			done, err := shapeIn(&memory, p, inStrings(in), nil)
			if err != nil || string(done.Out) != want {
				t.Errorf("%s behind %s: %s %v, want %s", in, before, done.Out, err, want)
			}
		}
	}
}
