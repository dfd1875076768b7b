package shaper_test

import (
	"encoding/json"
	"go/build"
	"hash/fnv"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// TestSoakSources has a tool return files that people wrote: Go's standard
// library, the pages in the module cache, those of this repository. Excludes
// leave them as they are, and privacy takes values out of them and nothing else.
// With SHAPE_SOAK=1 it is every file, otherwise some.
func TestSoakSources(t *testing.T) {
	plain := newEngine(t, profiles.Spec{})
	private := newEngine(t, profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"password"}}}})
	files, withheld := make(chan string), atomic.Int64{}
	var readers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		readers.Go(func() {
			for path := range files {
				source, err := os.ReadFile(path)
				if err != nil || !utf8.Valid(source) {
					continue
				}
				survives(t, plain, path, string(source))
				withheld.Add(int64(losesValues(t, private, path, string(source))))
			}
		})
	}
	n := 0
	for _, path := range sourceFiles(t) {
		if !t.Failed() {
			files <- path
			n++
		}
	}
	close(files)
	readers.Wait()
	t.Logf("%d files, %d values withheld", n, withheld.Load())
	if n < 50 || withheld.Load() == 0 {
		t.Error("hardly a file was read")
	}
}

// goRoot returns the folder of Go's standard library.
func goRoot(t *testing.T) string {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(root))
}

// sourceFiles lists the files. A short run takes those of Go that may hold a password, 1 in 100 of
// its others, and all pages of this repository. A long run takes pages of modules, too.
func sourceFiles(t *testing.T) (paths []string) {
	t.Helper()
	for _, from := range []struct{ root, end string }{
		{filepath.Join(goRoot(t), "src"), ".go"}, {moduleCache(), ".md"}, {"..", ".md"},
	} {
		err := filepath.WalkDir(from.root, func(path string, d fs.DirEntry, err error) error {
			if os.IsNotExist(err) {
				return nil
			}
			if err == nil && d.IsDir() && from.root == ".." && d.Name() != ".." && strings.HasPrefix(d.Name(), ".") { // no file of the repository
				return filepath.SkipDir
			}
			if err == nil && !d.IsDir() && strings.HasSuffix(path, from.end) && (testkit.Soaking || from.root == ".." || inSample(path) && from.end == ".go") {
				paths = append(paths, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return paths
}

func inSample(path string) bool {
	h := fnv.New32()
	h.Write([]byte(filepath.Base(path)))
	return h.Sum32()%100 == 0 || strings.Contains(path, "auth") || strings.Contains(path, "x509/pem")
}

func moduleCache() string {
	if cache := os.Getenv("GOMODCACHE"); cache != "" {
		return cache
	}
	return filepath.Join(filepath.SplitList(build.Default.GOPATH)[0], "pkg", "mod")
}

// carriers are responses with a text in them, and the way to it.
var carriers = []struct {
	name, before, after string
	way                 []any
}{
	{"text block", `{"content":[{"type":"text","text":`, `}]}`, []any{"content", 0, "text"}},
	{"structured string", `{"content":[],"structuredContent":{"carried":`, `}}`, []any{"structuredContent", "carried"}},
	{"plain string", `{"carried":`, `}`, []any{"carried"}},
	{"resource", `{"jsonrpc":"2.0","id":1,"result":{"contents":[{"uri":"u","text":`, `}]}}`, []any{"result", "contents", 0, "text"}},
	{"tool message", `{"role":"tool","tool_call_id":"c","content":`, `}`, []any{"content"}},
	{"hook", `{"hook_event_name":"PostToolUse","tool_name":"t","tool_response":{"stdout":`, `}}`, []any{"tool_response", "stdout"}},
}

// survives: under excludes of common names a file comes out byte for byte.
func survives(t *testing.T, eng *shaper.Engine, path, source string) {
	for _, c := range carriers[:3] {
		body := c.before + quoteJSON(source) + c.after
		res, err := eng.Shape(t.Context(), shaper.Request{Exclude: []string{"url", "id", "name", "type"}, Body: []byte(body)})
		if err != nil || string(res.Body) != body {
			t.Errorf("%s as a %s: %v%s", path, c.name, err, firstDifference(body, string(res.Body)))
		}
	}
}

// losesValues: under privacy a file loses only the values behind a password. It returns the
// number of withheld values.
func losesValues(t *testing.T, eng *shaper.Engine, path, source string) (withheld int) {
	for _, c := range carriers[:3] {
		res, err := eng.Shape(t.Context(), shaper.Request{Body: []byte(c.before + quoteJSON(source) + c.after)})
		if err != nil {
			t.Errorf("%s as a %s: %v", path, c.name, err)
			return withheld
		}
		if fault := unlike(source, textAt(t, res.Body, c.way...)); fault != "" {
			t.Errorf("%s as a %s: %s", path, c.name, fault)
		}
		withheld += res.Report.Withheld.Count
	}
	return withheld
}

const withheldMark = "[withheld]"

// aTaintedWord is the password of a URL in Go's sources. It also stands in a comment there,
// and goes in both.
const aTaintedWord = "p@ssword"

// aName is the name password in any case, or at the end of a longer name: wantPassword,
// db_password.
const aName = `(?:(?:\b|[\w$-]*[_-])(?i:password)|[\w$-]*[a-z0-9]P(?i:assword))`

// aPassword finds passwords in its own, simple way: the name, in quotes or not, and an
// assignment, right before a quote.
var aPassword = regexp.MustCompile("(?:" + aName + `|"` + aName + `\\*"|'` + aName + `\\*')\s*(?::=?|=>|=)\s*"$`)

// aLogin is the line of a netrc file before its password, and that line's name.
var aLogin = regexp.MustCompile(`(?m)^\s*(?:machine|login)\s+\S+.*\n?\s*password$`)

// aURL is a URL up to its password. A rule for password hides that.
var aURL = regexp.MustCompile(`://[^/\s:@]*:$`)

// aMember is a password in a readable document. The whole member is removed.
var aMember = regexp.MustCompile(`\\*"(?:` + aName + `|p\\u0061ssword)\\*":\s*(?:\\*"[^"]*"|[0-9]+|\{[^}]*\})`)

// bare returns a line without commas, since a removed member takes one with it.
func bare(line string) string { return strings.ReplaceAll(line, ",", "") }

// isMember reports whether a line is nothing but a member that is removed.
func isMember(line string) bool {
	return aMember.MatchString(line) && strings.TrimSpace(bare(aMember.ReplaceAllString(line, ""))) == ""
}

// unlike returns the first line whose output differs from the input beyond values behind
// passwords.
func unlike(source, out string) string {
	last := ""
	for in, lines := lined(source), lined(out); len(in) > 0 || len(lines) > 0; lines = lines[1:] {
		for len(in) > 0 && len(lines) > 0 && in[0] != lines[0] && isMember(in[0]) {
			in = in[1:]
		}
		n := 1
		if len(in) == 0 || len(lines) == 0 || in[0] != lines[0] {
			n = lostValues(last, in, lines)
		}
		if n == 0 {
			return "line " + strings.Join(in[:min(1, len(in))], "") + "\nis   " + strings.Join(lines[:min(1, len(lines))], "")
		}
		last, in = lines[0], in[n:]
	}
	return ""
}

// lostValues returns the number of lines of in that the first line of out replaces. It returns
// 0 unless values behind passwords were withheld in them. A line before both may hold the
// name.
func lostValues(last string, in, out []string) int {
	if len(in) == 0 || len(out) == 0 {
		return 0
	}
	if len(in) > 1 && isMember(in[1]) && bare(in[0]) == bare(out[0]) {
		return 1 // the comma goes with the last member
	}
	if members := aMember.ReplaceAllString(in[0], ""); members != in[0] && bare(members) == bare(out[0]) {
		return 1
	}
	parts := strings.Split(out[0], withheldMark)
	for _, before := range parts[:len(parts)-1] {
		if !endsInPassword(before) && !endsInPassword(last+"\n"+before) && !strings.Contains(in[0], aTaintedWord) {
			return 0
		}
	}
	for n := 1; len(parts) > 1 && n <= min(len(in), 200); n++ {
		goesOn := len(in) == n && len(out) == 1 || len(in) > n && len(out) > 1 && (in[n] == out[1] || strings.Contains(out[1], withheldMark))
		if goesOn && holdsInOrder(strings.Join(in[:n], "\n"), parts) {
			return n
		}
	}
	return 0
}

// endsInPassword reports whether a value of a password may begin behind a text.
func endsInPassword(before string) bool {
	before = strings.TrimRight(before, " \t\n")
	return aPassword.MatchString(before+`"`) || aLogin.MatchString(before) || aURL.MatchString(before)
}

// holdsInOrder reports whether a text begins and ends with the first and the last
// part, and has the others between them.
func holdsInOrder(s string, parts []string) bool {
	last := parts[len(parts)-1]
	s, begins := strings.CutPrefix(s, parts[0])
	s, ends := strings.CutSuffix(s, last)
	for _, part := range parts[1 : len(parts)-1] {
		_, rest, found := strings.Cut(s, part)
		if !found {
			return false
		}
		s = rest
	}
	return begins && ends
}

func lined(s string) []string { return strings.Split(s, "\n") }

func quoteJSON(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	return strings.TrimSuffix(b.String(), "\n")
}

// textAt is the string at a place of a document.
func textAt(t *testing.T, doc []byte, way ...any) string {
	var v any
	if err := json.Unmarshal(doc, &v); err != nil {
		t.Error(err)
		return ""
	}
	for _, step := range way {
		switch at := v.(type) {
		case map[string]any:
			name, _ := step.(string)
			v = at[name]
		case []any:
			i, _ := step.(int)
			v = at[i]
		}
	}
	s, _ := v.(string)
	return s
}

// firstDifference returns the place of the first difference of two texts.
func firstDifference(want, got string) string {
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			return "\nwant " + want[max(0, i-60):min(i+80, len(want))] + "\ngot  " + got[max(0, i-60):min(i+80, len(got))]
		}
	}
	return "\none ends"
}
