package diff

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

func TestAppend(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{`{"a":1}`, `{"a":1}`, ""},
		{`1`, `2`, "@@ -1,1 +1,1 @@\n-… (1 byte)\n+2\n"},
		{`{"a":1,"secret":"S3","b":2}`, `{"a":1,"b":2}`, "@@ -1,5 +1,4 @@\n {\n   \"a\": 1\n-  \"secret\": … (4 bytes)\n   \"b\": 2\n }\n"},
		{`{"a":{"x":1},"b":2}`, `{"b":2}`, "@@ -1,4 +1,3 @@\n {\n-  \"a\": … (7 bytes)\n   \"b\": 2\n }\n"},
		{`{"a":{"x":1}}`, `{"a":{}}`, "@@ -1,3 +1,3 @@\n {\n-  \"a\": … (7 bytes)\n+  \"a\": {}\n }\n"},
		{`{"a":{"x":1,"y":[2,{"z":3}]}}`, `{"a":{"y":[2,{}]}}`, "@@ -1,9 +1,8 @@\n {\n   \"a\": {\n-    \"x\": … (1 byte)\n     \"y\": [\n       2\n-      … (7 bytes)\n+      {}\n     ]\n   }\n }\n"},
		{`{"card":"S3","n":1}`, `{"card":"***","n":1,"new":[1]}`, "@@ -1,4 +1,7 @@\n {\n-  \"card\": … (4 bytes)\n+  \"card\": \"***\"\n   \"n\": 1\n+  \"new\": [\n+    1\n+  ]\n }\n"},
		{`[{"i":1,"x":0},{"i":2},{"i":3,"x":0}]`, `[{"i":1},{"i":3}]`, "@@ -1,11 +1,8 @@\n [\n   {\n     \"i\": 1\n-    \"x\": … (1 byte)\n   }\n-  … (7 bytes)\n   {\n     \"i\": 3\n-    \"x\": … (1 byte)\n   }\n ]\n"},
		{`[1,12,2,3]`, `[12,3]`, "@@ -1,6 +1,4 @@\n [\n-  … (1 byte)\n   12\n-  … (1 byte)\n   3\n ]\n"},
		{`{"a":1,"a":2}`, `{"a":2}`, "@@ -1,4 +1,3 @@\n {\n-  \"a\": … (1 byte)\n   \"a\": 2\n }\n"},
	} {
		got := string(Append(nil, "f", []byte(c.before), []byte(c.after)))
		if c.want != "" {
			c.want = "--- f\n+++ f\n" + c.want
		}
		if !checkHeads(got) {
			t.Errorf("%s: heads that do not fit:\n%s", c.before, got)
		}
		if got != c.want || strings.Contains(got, "S3") {
			t.Errorf("%s, %s:\n%swant\n%s", c.before, c.after, got, c.want)
		}
	}
}

// checkHeads reports whether the heads of hunks count their lines.
func checkHeads(text string) bool {
	var from, olds, to, news int
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "--- "), strings.HasPrefix(line, "+++ "):
		case strings.HasPrefix(line, "@@"):
			if olds != 0 || news != 0 {
				return false
			}
			fmt.Sscanf(line, "@@ -%d,%d +%d,%d @@", &from, &olds, &to, &news)
		case line[0] == '-':
			olds--
		case line[0] == '+':
			news--
		default:
			olds--
			news--
		}
	}
	return olds == 0 && news == 0
}

// A diff shows only lines around a change, and hunks have line numbers.
func TestHunks(t *testing.T) {
	var rows []string
	for i := range 40 {
		rows = append(rows, fmt.Sprint(1000+i))
	}
	before := "[" + strings.Join(rows, ",") + "]"
	after := "[" + strings.Join(append(append([]string{}, rows[:5]...), rows[6:39]...), ",") + "]"
	got := string(Append(nil, "f", []byte(before), []byte(after)))
	want := "--- f\n+++ f\n@@ -4,7 +4,6 @@\n   1002\n   1003\n   1004\n-  … (4 bytes)\n   1006\n   1007\n   1008\n" +
		"@@ -38,5 +37,4 @@\n   1036\n   1037\n   1038\n-  … (4 bytes)\n ]\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// FuzzLawsDiff: the lines that are not gone are those of the outcome, whatever both
// are; and no value shows that is in the document alone.
func FuzzLawsDiff(f *testing.F) {
	for _, doc := range []string{`{"a":[1,{"b":"x"}],"c":{}}`, `[[],[1],[1,2],{"a":{"a":{}}}]`, `{"a":1,"b":{"a":2,"b":"a,b:}"}}`, `1`} {
		f.Add([]byte(doc), []byte(`{"c":{},"a":[{"b":"y"}]}`))
		f.Add([]byte(doc), []byte(doc[:len(doc)-1]+","+doc[1:]))
	}
	f.Fuzz(func(t *testing.T, before, after []byte) {
		if scan.Check(before, scan.Limits{}, false) != nil || scan.Check(after, scan.Limits{}, false) != nil {
			return
		}
		before, after = scan.AppendCompact(nil, before), scan.AppendCompact(nil, after)
		got := Append(nil, "f", before, after)
		if !checkHeads(string(got)) {
			t.Fatalf("%s, %s: heads that do not fit:\n%s", before, after, got)
		}
		laid := lines(after)
		at := 0
		for line := range bytes.Lines(got) {
			line = bytes.TrimSuffix(line, []byte("\n"))
			switch {
			case bytes.HasPrefix(line, []byte("@@")):
				var news int
				fmt.Sscanf(string(line[bytes.IndexByte(line, '+'):]), "+%d,%d", &at, &news)
				if news > 0 {
					at--
				}
			case string(line) == "--- f", string(line) == "+++ f":
			case line[0] == '-':
				if !slices.Contains(laid, string(line[1:])) && !bytes.Contains(line, []byte("… (")) {
					t.Fatalf("%s, %s: %q shows a value in\n%s", before, after, line, got)
				}
			case at >= len(laid) || string(line[1:]) != laid[at]:
				t.Fatalf("%s, %s: %q in\n%s", before, after, line, got)
			default:
				at++
			}
		}
	})
}

// Rows are found again if many are gone.
func TestAppendGrows(t *testing.T) {
	var before, after []string
	for i := range 5000 {
		row := fmt.Sprintf(`{"id":%d,"text":"%s"}`, i, strings.Repeat("x", 100))
		before = append(before, row)
		if i%100 == 0 {
			after = append(after, row)
		}
	}
	got := Append(nil, "f", []byte("["+strings.Join(before, ",")+"]"), []byte("["+strings.Join(after, ",")+"]"))
	if gone, came := bytes.Count(got, []byte("\n-")), bytes.Count(got, []byte("\n+")); gone != 4950 || came != 1 {
		t.Errorf("%d lines are gone and %d new", gone, came)
	}
}
