package excerpt

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

// # stands for a backtick.
func TestOf(t *testing.T) {
	long := strings.Repeat("0123456789", 10)
	for _, c := range []struct {
		text  string
		chars int
		want  string // "" is the text
	}{
		{"", 1, ""}, {"abc", 3, ""}, {"abc", 1, ""}, {"äöü", 3, ""}, {"abc\n", 4, ""},
		{long, 100, ""}, {long, 99, ""}, {long, 88, ""},
		{long, 86, long[:86] + "… +14 chars"},
		{long, 1, "0… +99 chars"},
		{strings.Repeat(long, 100), 5, "01234… +9,995 chars"},
		{strings.Repeat(long, 13000), 5, "01234… +1,299,995 chars"},
		{strings.Repeat("é", 50), 4, "éééé… +46 chars"},
		{strings.Repeat("😂", 50) + "\n", 4, "😂😂😂😂… +47 chars"},
		// Lines: two thirds at the beginning, a third at the end.
		{strings.Repeat("0123456\n", 100), 48, strings.Repeat("0123456\n", 4) + "… +94 lines, 752 chars\n" + strings.Repeat("0123456\n", 2)},
		{strings.Repeat("0123456\n", 100), 47, strings.Repeat("0123456\n", 4) + "… +95 lines, 760 chars\n0123456\n"},
		{strings.Repeat("0123456\n", 100) + "end", 47, strings.Repeat("0123456\n", 4) + "… +95 lines, 760 chars\n0123456\nend"},
		{long + "\n" + long, 30, long[:20] + "\n… +2 lines, 181 chars"},
		{long + "\nend\n", 30, long[:20] + "\n… +1 lines, 81 chars\nend\n"},
		{"a\n" + long + long + "\nb", 30, "a\n… +1 lines, 201 chars\nb"},
		// Fenced blocks are there whole or not at all.
		{"a\n###go\nx\n###\n" + strings.Repeat("0123456\n", 100), 30, "a\n###go\nx\n###\n… +99 lines, 792 chars\n0123456\n"},
		{"a\n###go\nxxxxxxx\n###\n" + strings.Repeat("0123456\n", 100), 30, "a\n###go\nxxxxxxx\n###\n… +99 lines, 792 chars\n0123456\n"},
		{"a\n###go\nxxxxxxxx\n###\n" + strings.Repeat("0123456\n", 100), 30, "a\n… +102 lines, 811 chars\n0123456\n"},
		{"###\n" + strings.Repeat("0123456\n", 100), 30, "… +101 lines, 804 chars"},
		{strings.Repeat("0123456\n", 100) + "###\nx\n###\nb\n", 36, strings.Repeat("0123456\n", 3) + "… +97 lines, 776 chars\n###\nx\n###\nb\n"},
		{strings.Repeat("0123456\n", 100) + "###\nx\n###\nb\n", 33, strings.Repeat("0123456\n", 2) + "… +101 lines, 794 chars\nb\n"},
		{strings.Repeat("0123456\n", 100) + "~~~~\n###\nx\n~~~\n~~~~\n", 30, strings.Repeat("0123456\n", 2) + "… +103 lines, 804 chars"},
		{"    ###\n" + strings.Repeat("0123456\n", 100), 30, "    ###\n0123456\n… +98 lines, 784 chars\n0123456\n"},
	} {
		text := strings.ReplaceAll(c.text, "#", "`")
		want := strings.ReplaceAll(c.want, "#", "`")
		if want == "" {
			want = text
		}
		if got := string(Of([]byte(text), c.chars)); got != want {
			t.Errorf("%d of %.40q (%d):\n got %q\nwant %q", c.chars, text, len(text), got, want)
		}
	}
}

// What only looks like a mark is cut.
func TestFalseMarks(t *testing.T) {
	text := strings.Repeat("x", 50)
	for _, mark := range []string{"… +x chars", "… + chars", "… +1 char", "… +1 chars.", "\n… +1 lines", "\n… +1 lines, chars", "\n… + lines, 2 chars", "\n… +1 lines, 2 chars.", "\n… +1 chars\n"} {
		if in := []byte(text + mark); bytes.Equal(Of(in, 20), in) {
			t.Errorf("%q is taken for a mark", mark)
		}
	}
	for _, in := range []string{text + "… +1 chars", text + "\n… +1 lines, 2 chars\n" + text} {
		if got := Of([]byte(in), 40); string(got) == in {
			t.Errorf("more is left than was asked for: %q", in)
		}
	}
}

// FuzzLawsExcerpt: an excerpt is no longer than was asked for, but for its mark, nor than
// the text; it is one of itself; more code points leave no less; and the text stays.
func FuzzLawsExcerpt(f *testing.F) {
	for _, text := range []string{"", "a", strings.Repeat("0123456\n", 20), strings.Repeat("é", 90), "a\n```\nb\n```\n" + strings.Repeat("c\n", 60), "… +1 chars", strings.Repeat("x", 9) + "… +1,000 chars"} {
		f.Add(text, uint8(9))
	}
	f.Fuzz(func(t *testing.T, text string, most uint8) {
		chars := 1 + int(most)
		in := []byte(strings.ToValidUTF8(text, "?"))
		before := string(in)
		out := Of(in, chars)
		if string(in) != before {
			t.Fatal("the text was changed")
		}
		if !utf8.Valid(out) || len(out) > len(in) || utf8.RuneCount(out) > max(chars, min(chars+longest, utf8.RuneCount(in))) {
			t.Errorf("%d of %q: %q", chars, in, out)
		}
		if again := Of(out, chars); !bytes.Equal(again, out) {
			t.Errorf("%d of %q: %q, and again %q", chars, in, out, again)
		}
		if more := Of(in, chars+1); kept(more, in) < kept(out, in) {
			t.Errorf("of %q %d leave %q, and one more %q", in, chars, out, more)
		}
	})
}

// kept is how many code points of a text are left in its excerpt.
func kept(out, in []byte) int {
	if bytes.Equal(out, in) {
		return utf8.RuneCount(in)
	}
	at := bytes.LastIndex(out, []byte(begins))
	end := lineEnd(out, at)
	return utf8.RuneCount(out) - utf8.RuneCount(out[at:end])
}
