package excerpt

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

// In these cases, # stands for a backtick.
func TestOf(t *testing.T) {
	long := strings.Repeat("0123456789", 10)
	for _, c := range []struct {
		text  string
		chars int
		want  string // "" means unchanged
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
		// A cut inside a fenced block leaves the lines that open and close it.
		{"a\n###go\nx\n###\n" + strings.Repeat("0123456\n", 100), 30, "a\n###go\nx\n###\n… +99 lines, 792 chars\n0123456\n"},
		{"a\n###go\nxxxxxxx\n###\n" + strings.Repeat("0123456\n", 100), 30, "a\n###go\nxxxxxxx\n###\n… +99 lines, 792 chars\n0123456\n"},
		{"a\n###go\nxxxxxxxx\n###\n" + strings.Repeat("0123456\n", 100), 30, "a\n###go\nxxxxxxx\n… +100 lines, 794 chars\n###\n0123456\n"},
		{"###\n" + strings.Repeat("0123456\n", 100), 30, "###\n0123456\n0123456\n… +97 lines, 776 chars\n0123456\n"},
		{strings.Repeat("0123456\n", 100) + "###\nx\n###\nb\n", 36, strings.Repeat("0123456\n", 3) + "… +97 lines, 776 chars\n###\nx\n###\nb\n"},
		{strings.Repeat("0123456\n", 100) + "###\nx\n###\nb\n", 33, strings.Repeat("0123456\n", 2) + "… +101 lines, 794 chars\nb\n"},
		{strings.Repeat("0123456\n", 100) + "~~~~\n###\nx\n~~~\n~~~~\n", 30, strings.Repeat("0123456\n", 2) + "… +103 lines, 804 chars"},
		// One block is cut inside. If two blocks are cut, the first holds the mark for both.
		{"~~~yaml\n" + strings.Repeat("0123456\n", 100) + "~~~\n", 72, "~~~yaml\n" + strings.Repeat("0123456\n", 4) + "… +94 lines, 752 chars\n0123456\n0123456\n~~~\n"},
		{"~~~yaml\n" + strings.Repeat("0123456\n", 100) + "~~~\nend\n", 48, "~~~yaml\n0123456\n0123456\n… +97 lines, 776 chars\n0123456\n~~~\nend\n"},
		{"####\n" + strings.Repeat("###\n", 100) + "####", 36, "####\n###\n###\n###\n… +95 lines, 380 chars\n###\n###\n####"},
		{"a\n###go\n" + strings.Repeat("0123456\n", 100) + "###\nb\n~~~\n" + strings.Repeat("0123456\n", 100) + "~~~", 48, "a\n###go\n0123456\n0123456\n… +198 lines, 1,578 chars\n###\n~~~\n0123456\n~~~"},
		{strings.Repeat("0123456\n", 100) + "~~~\n" + strings.Repeat("abcdefg\n", 9) + "~~~", 48, strings.Repeat("0123456\n", 4) + "… +104 lines, 832 chars\n~~~\nabcdefg\n~~~"},
		// If a line is too long, its beginning stays, after the opening line of its block.
		{"###json\n" + long + "\n###", 48, "###json\n" + long[:20] + "\n… +1 lines, 81 chars\n###"},
		{"###json\n" + long + "\n" + long, 48, "###json\n" + long[:23] + "\n… +2 lines, 178 chars"},
		{"###" + long + "\nx\n###\n" + strings.Repeat("0123456\n", 100), 48, "… +101 lines, 894 chars\n0123456\n0123456\n"},
		{"###\n\n\n" + long + "\n###\n" + long, 15, "###\n\n\n… +2 lines, 201 chars\n###\n"},
		{"    ###\n" + strings.Repeat("0123456\n", 100), 30, "    ###\n0123456\n… +98 lines, 784 chars\n0123456\n"},
	} {
		text := strings.ReplaceAll(c.text, "#", "`")
		want := strings.ReplaceAll(c.want, "#", "`")
		if want == "" {
			want = text
		}
		if got := string(Of([]byte(text), Most{Chars: c.chars})); got != want {
			t.Errorf("%d of %.40q (%d):\n got %q\nwant %q", c.chars, text, len(text), got, want)
		}
	}
}

// A text that resembles a mark is not a mark. A mark after more text than allowed does not
// count.
func TestMarks(t *testing.T) {
	text := strings.Repeat("x", 50)
	for mark, is := range map[string]bool{
		"… +1 chars": true, "… +1,000 chars": true, "… +x chars": false, "… + chars": false, "… +1 char": false, "… +1 chars.": false,
		"\n… +1 lines, 2 chars": true, "\n… +1 lines, 2 chars\n": true, "\n… +1 lines": false, "\n… +1 lines, chars": false,
		"\n… + lines, 2 chars": false, "\n… +1 lines, 2 chars.": false, "\n… +1 chars\n": false, "": false,
	} {
		for chars, enough := range map[int]bool{50: true, 48: false} {
			in := []byte(text + mark)
			if got := isExcerpt(in, utf8.RuneCount(in), Most{Chars: chars}); got != (is && enough) {
				t.Errorf("%q behind 50 code points is an excerpt of %d: %v", mark, chars, got)
			}
		}
	}
}

// TestOfLines checks limits on the number of lines.
func TestOfLines(t *testing.T) {
	for _, c := range []struct {
		text string
		most Most
		want string // "" means unchanged
	}{
		{"one\ntwo\n", Most{Lines: 2}, ""},
		{"one\ntwo\nthree", Most{Lines: 3}, ""},
		{strings.Repeat("x", 100), Most{Lines: 1}, ""},
		{strings.Repeat("0123456789\n", 10), Most{Lines: 1}, "0123456789\n… +9 lines, 99 chars"},
		{strings.Repeat("0123456789\n", 10), Most{Lines: 3}, "0123456789\n0123456789\n… +7 lines, 77 chars\n0123456789\n"},
		{strings.Repeat("0123456789\n", 10) + "end", Most{Lines: 4}, strings.Repeat("0123456789\n", 3) + "… +7 lines, 77 chars\nend"},
		{strings.Repeat("0123456789\n", 10), Most{Lines: 9, Chars: 36}, "0123456789\n0123456789\n… +7 lines, 77 chars\n0123456789\n"},
		{strings.Repeat("0123456789\n", 10), Most{Lines: 3, Chars: 360}, "0123456789\n0123456789\n… +7 lines, 77 chars\n0123456789\n"},
		{strings.Repeat("0123456789\n", 10), Most{Lines: 3, Chars: 6}, "0123\n… +10 lines, 106 chars"},
		{"```\n" + strings.Repeat("0123456789\n", 10) + "```\n", Most{Lines: 6}, "```\n0123456789\n0123456789\n… +7 lines, 77 chars\n0123456789\n```\n"},
		{"```\n" + strings.Repeat("0123456789\n", 10) + "```\n", Most{Lines: 1}, "… +12 lines, 118 chars"},
		{"0123456789\n… +9 lines, 99 chars", Most{Lines: 1}, ""},
		{"0123456789\n0123456789\n… +7 lines, 77 chars\n0123456789\n", Most{Lines: 3}, ""},
	} {
		want := c.want
		if want == "" {
			want = c.text
		}
		if got := string(Of([]byte(c.text), c.most)); got != want {
			t.Errorf("%v of %.40q:\n got %q\nwant %q", c.most, c.text, got, want)
		}
	}
}

// FuzzLawsExcerpt: an excerpt is within the limits, apart from its mark, and no longer than
// the text. A second excerpt changes nothing. A larger limit never keeps less. The input
// stays. A code block closed in the text is closed in the excerpt.
func FuzzLawsExcerpt(f *testing.F) {
	for _, text := range []string{"", "a", strings.Repeat("0123456\n", 20), strings.Repeat("é", 90), "a\n```\nb\n```\n" + strings.Repeat("c\n", 60), "```go\n" + strings.Repeat("c\n", 60) + "```\n~~~\n" + strings.Repeat("d\n", 60) + "~~~", "… +1 chars", strings.Repeat("x", 9) + "… +1,000 chars",
		"one\n… +9 lines, 99 chars\n" + strings.Repeat("words of it ", 20) + "\n… +3 chars.", "… +1 lines, 2 chars\n" + strings.Repeat("words\n", 20) + "… +1 lines, 2 chars\n"} {
		f.Add(text, uint8(9), uint8(0))
		f.Add(text, uint8(0), uint8(3))
		f.Add(text, uint8(20), uint8(4))
	}
	f.Fuzz(func(t *testing.T, text string, chars, rows uint8) {
		most := Most{int(chars), int(rows)}
		if most == (Most{}) {
			return
		}
		in := []byte(strings.ToValidUTF8(text, "?"))
		before := string(in)
		out := Of(in, most)
		if string(in) != before {
			t.Fatal("the text was changed")
		}
		if isClosed(in) && !isClosed(out) {
			t.Errorf("%v of %q: a block of %q is open", most, in, out)
		}
		n := utf8.RuneCount(in)
		if !utf8.Valid(out) || len(out) > len(in) || most.Chars > 0 && utf8.RuneCount(out) > max(most.Chars, min(most.Chars+longest, n)) {
			t.Errorf("%v of %q: %q", most, in, out)
		}
		if again := Of(out, most); !bytes.Equal(again, out) {
			t.Errorf("%v of %q: %q, and again %q", most, in, out, again)
		}
		for _, larger := range []Most{{most.Chars + 1, most.Lines}, {most.Chars, most.Lines + 1}} {
			if more := Of(in, larger); larger.isMore(most) && kept(more, in) < kept(out, in) {
				t.Errorf("of %q %v leave %q, and %v %q", in, most, out, larger, more)
			}
		}
	})
}

// isMore reports whether m allows at least as much as less; 0 is no limit.
func (m Most) isMore(less Most) bool {
	return (m.Chars == less.Chars || less.Chars > 0) && (m.Lines == less.Lines || less.Lines > 0)
}

// kept returns the number of code points of a text in its excerpt.
func kept(out, in []byte) int {
	if bytes.Equal(out, in) {
		return utf8.RuneCount(in)
	}
	at := bytes.LastIndex(out, []byte(begins))
	end := lineEnd(out, at)
	return utf8.RuneCount(out) - utf8.RuneCount(out[at:end])
}

// isClosed reports whether each code block in a text is closed.
func isClosed(text []byte) bool {
	var f fence
	for line := range bytes.Lines(text) {
		f.line(line)
	}
	return !f.isOpen()
}
