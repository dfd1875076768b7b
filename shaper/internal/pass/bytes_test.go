package pass_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// Kept values keep their bytes (LAWS 8). The pass copies them in one span, walks them for a rule,
// or walks them for a journal.
func TestBytesStay(t *testing.T) {
	values := []string{
		"-0", "1.0", "1e400", "9007199254740993", "-1.5E-7", "true", "null", `""`, `"\u00e9\/\"\\"`, `"<&>"`, `"\ud83d\ude00"`,
		`"é😀"`, `[]`, `{}`, `[[],{}]`, `{"":{"":[]}}`, `{"\u0061\"":1}`,
	}
	plans := []profiles.Key{{}, exclude("x"), exclude("**.x"), include("**"), include("k", "l"), exclude("k.none", "l[9]")}
	for i, key := range plans {
		p := planFor(t, "plain", false, key, profiles.Tool{})
		for _, v := range values {
			want := fmt.Sprintf(`{"k":%s,"l":[%s,%s]}`, v, v, v)
			for _, in := range []string{want, strings.NewReplacer(`{"k"`, "{ \"k\"\t", `,"l"`, " ,\r\n\"l\" ", `]}`, "\n] } ").Replace(want)} {
				if out, _, err := run(t, p, doc(in)); err != nil || out != want {
					t.Errorf("plan %d: %s, %v\nin   %s\nwant %s", i, out, err, in, want)
				}
				if lines, _ := decisions(t, p, doc(in)); len(lines) == 0 {
					t.Errorf("plan %d: nothing is told of %s", i, in)
				}
			}
		}
	}
}

// The pass removes blanks between tokens, and nothing else.
func TestBlanksGo(t *testing.T) {
	const text, want = `{"a":"b","x":1,"c":[1,{"d":null}],"e":2,"f":"g"}`, `{"a":"b","c":[1,{"d":null}],"e":2,"f":"g"}`
	all := []*plan.Plan{planFor(t, "plain", false, exclude("x"), profiles.Tool{}), planFor(t, "plain", false, include("a", "c", "e", "f"), profiles.Tool{})}
	for at := range text {
		spaced := text[:at] + " " + text[at:]
		var compact bytes.Buffer
		if err := json.Compact(&compact, []byte(spaced)); err != nil || compact.String() != text {
			continue // in a name, a string or a literal
		}
		for i, p := range all {
			if out, _, err := run(t, p, doc(spaced)); err != nil || out != want {
				t.Errorf("plan %d: %s: %s, %v", i, spaced, out, err)
			}
		}
	}
}

// Objects deeper than the row cache and lists longer than any buffer are read like others.
func TestDeepAndLong(t *testing.T) {
	p := planFor(t, "plain", false, exclude("x"), profiles.Tool{})
	for _, depth := range []int{1, 31, 32, 33, 40, 400} {
		open, end := strings.Repeat(`{"x":1,"a":`, depth), strings.Repeat("}", depth)
		want := strings.Repeat(`{"a":`, depth) + "1" + end
		if out, _, err := run(t, p, doc(open+"1"+end)); err != nil || out != want {
			t.Errorf("%d deep: %.80s, %v", depth, out, err)
		}
		twice := open + `{"b":1,"b":2}` + end
		if _, _, err := run(t, p, doc(twice)); err == nil || !strings.Contains(err.Error(), "duplicate") {
			t.Errorf("%d deep, a name twice: %v", depth, err)
		}
	}
	rows := make([]string, 5000)
	want := slices.Clone(rows)
	for i := range rows {
		rows[i] = fmt.Sprintf(`{"id":%d,"x":[%d],"name":"n%d"}`, i, i, i)
		want[i] = fmt.Sprintf(`{"id":%d,"name":"n%d"}`, i, i)
	}
	out, _, err := run(t, p, doc("["+strings.Join(rows, ",")+"]"))
	if err != nil || out != "["+strings.Join(want, ",")+"]" {
		t.Errorf("%d bytes, %v", len(out), err)
	}
}

// A decision names its value by a pointer in the input.
func TestPointers(t *testing.T) {
	p := planFor(t, "plain", false, exclude("x", "l[0]"), profiles.Tool{})
	for in, want := range map[string]string{
		`1`:                         "",
		`[[1]]`:                     "/0/0",
		`{"x":0,"a":[{"b":1}]}`:     "/x /a/0/b",
		`{"l":[1,[2,{"x":3}]]}`:     "/l/0 /l/1/0 /l/1/1/x",
		`{"a":{},"b":[]}`:           "/a /b",
		`[{"a":1},{"x":2,"a":3}]`:   "/0/a /1/x /1/a",
		`{"":{"~":{"a/b":{"":1}}}}`: "//~0/a~1b/",
	} {
		lines, _ := decisions(t, p, doc(in))
		var got []string
		for _, line := range lines {
			got = append(got, strings.Fields(line)[1])
		}
		if in == `1` {
			got = nil // the document itself has no step
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}

// A second pass changes nothing (LAWS 10).
func TestOnceIsEnough(t *testing.T) {
	for i, p := range plans(t) {
		for _, text := range texts[:6] {
			once, _, err := run(t, p, doc(text))
			if err != nil || p.Mask.Root().NeedsSize() || i%4 == 1 { // positions are those of the input
				continue
			}
			if again, _, err := run(t, p, doc(once)); err != nil || again != once {
				t.Errorf("plan %d: %s becomes %s, %v", i, once, again, err)
			}
		}
	}
}
