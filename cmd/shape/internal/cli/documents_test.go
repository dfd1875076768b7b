package cli

import (
	"os"
	"runtime/debug"
	"strings"
	"testing"
)

// What stands in a file is answered as it is from a pipe, however large it is and
// wherever it breaks: the rest of a file is taken for one document only where it is.
func TestFilesAreAnsweredAsPipes(t *testing.T) {
	alone(t)
	row := `{"a":"` + strings.Repeat("x", 1000) + `","b":[1,{"secret":2}]}`
	rows := strings.TrimSuffix(strings.Repeat(row+",\n", 300), ",\n")
	large := "[" + rows + "]"
	for _, text := range []string{
		large, " \n" + large + " \r\n\t\n", large + "\n" + large, large + large + row, row + "\n" + large + "\n" + row,
		large + "x", large + "\n{} x", large + "\n[1,]\n" + row, large + "\n{}", large + "\x1e", "\x1e" + large, "\ufeff" + large,
		"[" + rows, "[" + rows + ",]", "[" + rows + "}", "[" + rows + "]]", "[" + strings.Replace(rows, "secret", "b\":1,\"b", 1) + "]",
		`"` + strings.Repeat("y", 300_000) + `"`, `"` + strings.Repeat("y", 300_000), strings.Repeat("1", 300_000), strings.Repeat("1", 300_000) + ".",
		strings.Repeat("[", 300_000), strings.Repeat(row+"\n", 300), strings.Repeat("[\n", 900) + rows + strings.Repeat("]", 900),
		row + "\r\n\n" + row + "\n" + row + row + "\n[1\n]\n" + row, row + "\n" + row + "}\n" + row + "\n", row + "\n[1,]\n" + row, row + "\n{\n" + row + "\n}\n",
		row + "\n" + strings.Replace(row, "secret", "b\":1,\"b", 1) + "\n" + row, row + "\n" + strings.Repeat("[", 1001) + strings.Repeat("]", 1001) + "\n" + row,
		"[" + strings.Replace(rows, "xxx", "\xff", 1) + "]", "[" + strings.Replace(rows, "secret", `a\u12`, 1) + "]", "", "\ufeff",
	} {
		writeFile(t, "f.json", text)
		for _, args := range []string{
			"", "-x secret", "--skip-invalid -x secret", "--on-invalid pass", "--strict --drop null", "--report - -o /dev/null",
			"--lines", "--seq", "--stats -e", "--diff -x secret", "--dry-run", "--indent 1", "--dialect mcp", "--page-size 2",
		} {
			file, err := os.Open("f.json")
			if err != nil {
				t.Fatal(err)
			}
			piped := shape(strings.NewReader(text), strings.Fields(args)...)
			got := shape(file, strings.Fields(args)...)
			piped.stdout = strings.ReplaceAll(piped.stdout, `"generation":1`, `"generation":0`) // which a file follows
			if file.Close(); got != piped {
				t.Fatalf("%.20q of %d bytes, %s: %d, %.300q, want %d, %.300q", text, len(text), args, got.status, got.stderr, piped.status, piped.stderr)
			}
		}
	}
}

// A large document is written in pieces of itself, where nobody looks at it any more; -e
// does.
func TestLargeDocumentsAreAnsweredAsOthers(t *testing.T) {
	alone(t)
	row := `{"a":"` + strings.Repeat("x", 1000) + `","b":[1,{"secret":2}],"c":null,"d": "{\"secret\":\"` + strings.Repeat("y", 100) + `\"}"}`
	list := "[" + strings.TrimSuffix(strings.Repeat(row+",\n", 1000), ",\n") + "]"
	for _, text := range []string{list, list + "{}" + list, list + "]", "{}" + list[:len(list)-1], `{"tier":"pro","data":` + list + `}`} {
		for _, args := range []string{"", "-x secret", "-x a --drop null", "--strict -x secret", "--seq", "--report - -o /dev/null -x a", "--skip-invalid -x b", "--dialect mcp", "--indent 1"} {
			want := shape(strings.NewReader(text), append(strings.Fields(args), "-e")...)
			if got := shape(strings.NewReader(text), strings.Fields(args)...); got != want {
				t.Errorf("%.20q, %s: %d, %d bytes, %.300q, want %d, %d, %.300q", text, args, got.status, len(got.stdout), got.stderr, want.status, len(want.stdout), want.stderr)
			}
		}
	}
}

// A large document has the collector come early, unless the user says when it comes.
func TestCollectorIsTheUsers(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(77))
	for said, want := range map[string]int{"77": 77, "off": 77, "": 25} {
		debug.SetGCPercent(77)
		t.Setenv("GOGC", said)
		if setPace(early); debug.SetGCPercent(77) != want {
			t.Errorf("GOGC=%s: not %d", said, want)
		}
	}
}
