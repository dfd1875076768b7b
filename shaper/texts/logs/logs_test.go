package logs

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/texts"
	"github.com/seed-7aa78ce4/shape/shaper/texts/internal/lawtest"
)

// repeat returns n lines; %d in the line is the number of each.
func repeat(line string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(line, "%d", fmt.Sprint(i)) + "\n")
	}
	return b.String()
}

// repeatEach returns a text for each number.
func repeatEach(text string, from, to int) (all []string) {
	for i := from; i < to; i++ {
		all = append(all, strings.ReplaceAll(text, "%d", fmt.Sprint(i)))
	}
	return all
}

const end = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten"

var cases = []struct{ name, in, want string }{
	{"codes go", "\x1b[31mred\x1b[0m and \x1b[1mbold\x1b[22m\n" + end, "red and bold\n" + end},
	{"lines alike but for numbers", repeat("chunk %d of 40", 40) + end, "chunk 0 of 40\nchunk 1 of 40\n… 38 lines alike\n" + end},
	{"blocks of lines", repeat("case %d\nloaded", 20) + end, "case 0\nloaded\ncase 1\nloaded\n… 36 lines alike\n" + end},
	{"hashes are numbers", repeat("built 0123abc%d4567def%d", 9) + end, "built 0123abc04567def0\nbuilt 0123abc14567def1\n… 7 lines alike\n" + end},
	{"words are none", "added apple\nadded pear\nadded plum\n" + end, "added apple\nadded pear\nadded plum\n" + end},
	{"a single line stays", "tick 1\ntick 2\ntick 3\nother\ntick 4\n" + end, "tick 1\ntick 2\ntick 3\nother\ntick 4\n" + end},
	{"progress on one line", "\rread 1 %\rread 2 %\rread 33 %\rread 44 %\rread 55 %\ndone\n" + end, "read 1 %\nread 2 %\n… 3 lines alike\ndone\n" + end},
	{"failures and five lines around", repeat("step %d is done", 20) + "error: step 20\n" + repeat("step %d is done", 20) + end,
		"step 0 is done\nstep 1 is done\n… 13 lines alike\n" + strings.Join(strings.SplitAfter(repeat("step %d is done", 20), "\n")[15:], "") +
			"error: step 20\n" + repeat("step %d is done", 5) + "… 15 lines alike\n" + end},
	{"failures differ in numbers", repeat("error %d of a disk", 4) + end, repeat("error %d of a disk", 4) + end},
	{"a fold behind a blank line", "one\n\n" + repeat("a long step %d", 6) + end, "one\n\n" + repeat("a long step %d", 2) + "… 4 lines alike\n" + end},
	{"blank lines among few that are alike", "e \ne\ne\n\n\n0\n\n\n0\n\n0\n" + end, "e\ne\ne\n\n0\n\n0\n\n0\n" + end},
	{"equal failures", repeat("error of a disk", 9) + end, "error of a disk\n… 8 lines alike\n" + end},
	{"surroundings of the first failure of many", repeat("a long step %d\nand its end\nfail %d", 20) + end,
		repeat("a long step %d\nand its end\nfail %d", 2) + "a long step 2\nand its end\nfail 2\n… 2 lines alike\nfail 3\n" + strings.Join(repeatEach("… 2 lines alike\nfail %d\n", 4, 20), "") + end},
	{"a status among requests", repeat("GET /rows/%d 200 1%dms", 9) + "GET /rows/9 503 7ms\n" + repeat("GET /rows/%d 204 1%dms", 9) + end,
		repeat("GET /rows/%d 200 1%dms", 2) + "… 7 lines alike\nGET /rows/9 503 7ms\n… 9 lines alike\n" + end},
	{"URLs differ", repeat("got http://a/%d now", 4) + end, repeat("got http://a/%d now", 4) + end},
	{"references differ", repeat("click [ref=e%d]", 4) + end, repeat("click [ref=e%d]", 4) + end},
	{"rows of tables", repeat("| a | %d |", 4) + end, repeat("| a | %d |", 4) + end},
	{"blank lines", "a\n\n\n\nb\n" + end + "\n", "a\n\nb\n" + end + "\n"},
}

func TestTransform(t *testing.T) {
	for _, c := range cases {
		got, err := Transform(texts.Request{Text: c.in})
		if err != nil || got != c.want {
			t.Errorf("%s: %v\n%q\nwant\n%q", c.name, err, got, c.want)
		}
		holdLaws(t, c.in, 0)
	}
}

func TestRoom(t *testing.T) {
	var b strings.Builder
	for i := range 26 {
		fmt.Fprintf(&b, "line %c\n", 'a'+i)
	}
	log := b.String() + "it failed\n" + strings.ReplaceAll(b.String(), "line", "row")
	got, _ := Transform(texts.Request{Text: log, Room: 100})
	lines := strings.SplitAfter(log, "\n")
	want := strings.Join(lines[:5], "") + "… 16 lines left out\n" + strings.Join(lines[21:32], "") + "… 12 lines left out\n" + strings.Join(lines[44:], "")
	if got != want {
		t.Errorf("%q\nwant\n%q", got, want)
	}
	if got, _ := Transform(texts.Request{Text: log, Room: len(log)}); got != log {
		t.Errorf("a log within its room: %q", got)
	}
}

func TestPlain(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "a b", "a b"},
		{"colours", "\x1b[38;5;12ma\x1b[m", "a"},
		{"a title", "\x1b]0;title\aa", "a"},
		{"a link", "see \x1b]8;;http://a/b\x1b\\this\x1b]8;;\x1b\\ now", "see this <http://a/b> now"},
		{"a link that stays open", "\x1b]8;id=1;http://a/b\athis", "this <http://a/b>"},
		{"two links", "\x1b]8;;http://a\aone\x1b]8;;http://b\atwo\x1b]8;;\a", "one <http://a>two <http://b>"},
		{"a code without an end", "a \x1b]0;all of this stays", "a ]0;all of this stays"},
		{"half a code", "a\x1b[", "a["},
		{"a failure in a title", "\x1b]0;error: disk\aa", "]0;error: diska"},
		{"a failure that a code would damage", "\x1berror", "\x1berror"},
	} {
		if got := plain(c.in); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestLawsOfMutations(t *testing.T) {
	for text := range lawtest.Mutations(seeds(), 3_000) {
		holdLaws(t, text, 0)
		holdLaws(t, text, 80)
	}
}

func seeds() (all []string) {
	for _, c := range cases {
		all = append(all, c.in)
	}
	return append(all, "\x1b]8;;http://a/b\x1b\\this\x1b]8;;\x1b\\ now\n\x1b[1mfailed\x1b[m\n| 1 | 2 |\n"+end)
}

// A log keeps failures, references, URLs and rows of tables.
func FuzzLawsLogs(f *testing.F) {
	for _, seed := range seeds() {
		f.Add(seed, 0)
		f.Add(seed, 80)
	}
	f.Fuzz(holdLaws)
}

var protected = regexp.MustCompile(`\[ref=[^\]\s]*\]|\]\([^)\s]*\)|://\S+`)

// holdLaws fails if a log loses a failure, a reference, a URL or a row of a table. A log beyond
// its room keeps its failures.
func holdLaws(t *testing.T, text string, room int) {
	t.Helper()
	out := lawtest.Transform(t, texts.Log, texts.Request{Text: text, Room: room})
	if out == text {
		return
	}
	lawtest.Twice(t, texts.Log, texts.Request{Text: text, Room: room})
	lines := map[string]bool{}
	for line := range strings.Lines(out) {
		lines[strings.TrimSuffix(line, "\n")] = true
	}
	for _, line := range split(text) {
		if texts.IsFailure(line) && !lines[line] {
			t.Fatalf("%q is lost:\n%s", line, out)
		}
		if room > 0 {
			continue
		}
		if strings.HasPrefix(line, "|") && !lines[line] {
			t.Fatalf("the row %q is lost:\n%s", line, out)
		}
		for _, part := range protected.FindAllString(line, -1) {
			if !strings.Contains(out, part) {
				t.Fatalf("%q is lost:\n%s", part, out)
			}
		}
	}
}
