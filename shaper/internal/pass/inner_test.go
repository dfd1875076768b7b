package pass_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/report"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// inner records the documents that it is asked to shape, and returns fixed answers.
type inner struct {
	asked []pass.Inside
	make  func(pass.Inside) (pass.Shaped, error)
}

func (i *inner) Shape(in pass.Inside) (pass.Shaped, error) {
	body := in.Body
	in.Body = append([]byte(nil), body...)
	i.asked = append(i.asked, in)
	return i.make(in)
}

// says is an [pass.Inner] that replaces every document by a text. A value inside ends at its
// first closing bracket.
func says(text string) *inner {
	return &inner{make: func(in pass.Inside) (pass.Shaped, error) {
		read := len(in.Body)
		if in.More {
			read = strings.IndexByte(string(in.Body), '}') + 1
		}
		return pass.Shaped{Out: []byte(text), Read: read, OK: true, Reported: report.Report{Cuts: []envelope.Cut{{Path: text, Total: 2, Kept: 1, Lists: 1}}}}, nil
	}}
}

const twoHalves = `{"content":[{"type":"text","text":" {\"a\":\"\\u0062\"}"},{"type":"text","text":"plain"}],"structuredContent":{"a":1},"isError":true}`

func toolResult(t *testing.T, key profiles.Key) *plan.Plan {
	t.Helper()
	return planFor(t, "mcp", true, key, profiles.Tool{})
}

// The pass shapes the documents in slots and in structured values, and writes the answers.
func TestInner(t *testing.T) {
	in := says(`{"q":"é"}`)
	d := doc(twoHalves)
	d.Inner, d.Depth = in, 2
	out, done, err := run(t, toolResult(t, profiles.Key{}), d)
	want := `{"content":[{"type":"text","text":"{\"q\":\"é\"}"},{"type":"text","text":"plain"}],"structuredContent":{"q":"é"},"isError":true}`
	if err != nil || out != want {
		t.Errorf("%s, %v\nwant %s", out, err, want)
	}
	rest := twoHalves[strings.Index(twoHalves, `{"a":1}`):]
	asked := []pass.Inside{
		{Body: []byte(` {"a":"\u0062"}`), IsError: true},
		{Body: []byte(rest), IsError: true, More: true, Depth: 3},
	}
	if !reflect.DeepEqual(in.asked[:2], asked) {
		t.Errorf("asked %q\nwant %q", fmt.Sprint(in.asked[:2]), fmt.Sprint(asked))
	}
	if want := (report.Cuts{{Path: `{"q":"é"}`, Total: 2, Kept: 1, Lists: 1}}); !reflect.DeepEqual(done.Reported.Cuts, want) {
		t.Errorf("cut %v, want %v: both halves lost the same", done.Reported.Cuts, want)
	}
}

// A document that cannot be shaped stays, or is an error at its place.
func TestInnerFaults(t *testing.T) {
	at := strings.Index(twoHalves, `{"a":1}`)
	for _, c := range []struct {
		name   string
		shaped pass.Shaped
		err    error
		want   string // of the error; "" keeps all
	}{
		{name: "left as it is"},
		{"a text that is no JSON", pass.Shaped{}, &scan.Error{Kind: scan.KindEOF}, fmt.Sprintf("unexpected end of input (at /structuredContent, offset %d)", at)},
		{"a limit", pass.Shaped{}, &scan.Error{Kind: scan.KindDepth, Line: 1, Column: 1}, fmt.Sprintf("nested too deeply (at /structuredContent, offset %d)", at)},
		{"a name twice", pass.Shaped{}, &scan.Error{Kind: scan.KindDuplicate, Line: 1, Column: 1}, "duplicate member name (at /content/0/text, offset 34)"},
		{"something else", pass.Shaped{}, errInner, "inner"},
	} {
		d := doc(twoHalves)
		d.Inner = &inner{make: func(pass.Inside) (pass.Shaped, error) { return c.shaped, c.err }}
		out, _, err := run(t, toolResult(t, profiles.Key{}), d)
		if c.want == "" && (err != nil || out != twoHalves) {
			t.Errorf("%s: %s, %v", c.name, out, err)
		}
		if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || out != "") {
			t.Errorf("%s: %s, %v, want %s", c.name, out, err, c.want)
		}
	}
}

// Documents that are not followed are ordinary values. Hiding rules act in them.
func TestInnerIsMissing(t *testing.T) {
	for body, want := range map[string]string{
		`{"content":[{"type":"text","text":"{\"a\":1,\"secret\":2}"}]}`:    `{"content":[{"type":"text","text":"{\"a\":1}"}]}`,
		`{"content":[{"type":"text","text":"[info] done"}]}`:               `{"content":[{"type":"text","text":"[info] done"}]}`,
		`{"content":[],"structuredContent":{"a":"{\"secret\":1}"}}`:        `{"content":[],"structuredContent":{"a":"{}"}}`,
		`{"content":[],"structuredContent":{"secret":1,"b":{"secret":1}}}`: `{"content":[],"structuredContent":{"b":{}}}`,
		`{"content":[],"structuredContent":"a"}`:                           `{"content":[],"structuredContent":"a"}`,
	} {
		if out, _, err := run(t, toolResult(t, profiles.Key{}), doc(body)); err != nil || out != body {
			t.Errorf("nothing to hide: %s, %v", out, err)
		}
		d := doc(body)
		d.Nesting = 1
		if out, _, err := run(t, toolResult(t, exclude("secret")), d); err != nil || out != want {
			t.Errorf("%s: %s, %v", body, out, err)
		}
	}
}

// A text in a slot is shaped once, and a second time if redaction edits it. A text that stays
// counts once.
func TestInnerIsAskedOnce(t *testing.T) {
	left := pass.Shaped{Reported: report.Report{Withheld: report.Places{Count: 1, At: []string{"/b"}}, Opaque: report.Places{Count: 1, At: []string{"/c"}}}}
	for text, want := range map[string]struct {
		out   string
		asked []string
	}{
		`{\"a\":1}`:             {`{\"a\":1}`, []string{`{"a":1}`}},
		`{\"a\":1,\"y\":2}`:     {`{\"a\":1,\"y\":2}`, []string{`{"a":1,"y":2}`}}, // nothing to redact
		`{\"a\":1,\"x\":2}`:     {`{\"a\":1}`, []string{`{"a":1,"x":2}`, `{"a":1}`}},
		`{\"a\":1,\"x\":NaN}`:   {`{\"a\":1}`, []string{`{"a":1,"x":NaN}`, `{"a":1}`}},
		`see {\"x\":1,\"a\":2}`: {`see {\"a\":2}`, nil},
	} {
		in := &inner{make: func(pass.Inside) (pass.Shaped, error) { return left, nil }}
		d := inStrings(`{"content":[{"type":"text","text":"` + text + `"}]}`)
		d.Inner = in
		out, done, err := run(t, hiding(t, "mcp", drops("x", "k.y"), profiles.Key{}), d)
		if err != nil || out != `{"content":[{"type":"text","text":"`+want.out+`"}]}` {
			t.Errorf("%s: %s, %v", text, out, err)
		}
		var asked []string
		for _, a := range in.asked[:len(in.asked)/2] { // by the first of two runs
			asked = append(asked, string(a.Body))
		}
		told := ""
		if n := len(want.asked); n > 0 {
			told = fmt.Sprintf("%d withheld in /content/*/text/b, %d opaque in /content/*/text/c", n, n)
		}
		if !slices.Equal(asked, want.asked) || spelledReport(done.Reported) != told {
			t.Errorf("%s: asked for %q, told %s", text, asked, spelledReport(done.Reported))
		}
	}
}
