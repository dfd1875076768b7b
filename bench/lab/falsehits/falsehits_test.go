package main

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// Privacy changes at most one line in 2,000 of Go's own sources, and no mark takes
// more than a paragraph. A short run reads one file in 20.
func TestGoSources(t *testing.T) {
	sample := uint(20)
	if testkit.Soaking {
		sample = 1
	}
	c, err := corpusNamed("go")
	if err != nil {
		t.Fatal(err)
	}
	total, err := options{names: usualNames, sample: sample}.measure(c, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	if total.print(t.Output(), "go"); !total.withinBound() || total.files < 100 {
		t.Error("the bound is exceeded, or hardly a file was read")
	}
}

func TestChanges(t *testing.T) {
	const mark = "[withheld]"
	for _, c := range []struct {
		name, in, out string
		lines, most   int // most: paragraphs of the largest change
		ok            bool
	}{
		{"equal", "a\nb\n", "a\nb\n", 0, 0, true},
		{"one", "a: 1\nb\n", "a: " + mark + "\nb\n", 1, 1, true},
		{"two in a line", "a: 1, a: 2\n", "a: " + mark + ", a: " + mark + "\n", 1, 1, true},
		{"two lines", "a: 1\na: 2\n", "a: " + mark + "\na: " + mark + "\n", 2, 1, true},
		{"lines", "a: 1\n 2\n 3\nb\n", "a: " + mark + "\nb\n", 3, 1, true},
		{"paragraphs", "a: 1\n\n2\n\n\n3", "a: " + mark, 6, 3, true},
		{"paragraphs of a comment", "// a: 1\n//\n// 2", "// a: " + mark, 3, 2, true},
		{"at the start", "1 a", mark + " a", 1, 1, true},
		{"a mark before", mark + " a: 1", mark + " a: " + mark, 1, 1, true},
		{"a member gone", `{"a":1,"b":2}`, `{"b":2}`, 0, 0, false},
	} {
		all, ok := changes(c.in, c.out)
		most := 0
		for _, one := range all {
			most = max(most, paragraphs(c.in, one))
		}
		if n := len(lines(c.in, all)); ok != c.ok || ok && (n != c.lines || most != c.most) {
			t.Errorf("%s: %t, %d lines, %d paragraphs", c.name, ok, n, most)
		}
	}
	if n := lost("a\nb\nb\nc\n", "a\nb\n"); n != 2 {
		t.Errorf("%d lines are lost", n)
	}
}

// The bound counts lines and paragraphs, and the output names both.
func TestTotal(t *testing.T) {
	total := total{}
	long := strings.Repeat("line\n", 1999)
	total.add("a.txt", long+"password: hunter2\n", long+"password: [withheld]\n", nil)
	if !total.withinBound() {
		t.Error("1 of 2,000")
	}
	total.add("b.txt", "token: x\n\ny\n", "token: [withheld]\n", nil)
	if total.withinBound() {
		t.Error("a mark over two paragraphs")
	}
	var b strings.Builder
	total.print(&b, "some")
	for _, want := range []string{"2 files", "4 changed", "2 paragraphs b.txt:1"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in %s", want, b.String())
		}
	}
}

// Lines of a YAML file that hold the value of a private name do not count. All others do.
func TestYAMLValues(t *testing.T) {
	const file = `# password: c
user: a
dbPassword: hunter2hunter2
API-KEY: |
  x

  y
note: "password: z"
token_count: 3
secret:
- {name: v}
list: [{token: w}]
args: --password=x
env: {name: API_KEY, value: u}
copy: hunter2hunter2
`
	private := yamlValues(file, strings.Split(usualNames, ","))
	var got []string
	for n, line := range strings.Split(file, "\n") {
		if private[n] && line != "" {
			got = append(got, strings.TrimSpace(line))
		}
	}
	if want := "dbPassword: hunter2hunter2,API-KEY: |,x,y,secret:,- {name: v},list: [{token: w}],env: {name: API_KEY, value: u}"; strings.Join(got, ",") != want {
		t.Errorf("%q", got)
	}
	if private := yamlValues("a: [", []string{"a"}); len(private) > 0 {
		t.Error("a broken file has private lines")
	}
	var total total
	total.add("a.yaml", file, strings.NewReplacer("hunter2hunter2", mark, "password=x", "password="+mark).Replace(file), private)
	var b strings.Builder
	if total.print(&b, "yaml"); !strings.Contains(b.String(), "3 changed") || !strings.Contains(b.String(), "1 are values of private names, 1 repeat such a value, 1 are others (1 in 15)") {
		t.Error(b.String())
	}
}
