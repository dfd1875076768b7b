// Package logs shortens logs and the output of tests and builds. Importing it for its side
// effect registers the transform of [texts.Log]. Codes of terminals go. Lines that differ in
// numbers alone are folded. Lines that tell of a failure stay, with five lines around each.
package logs

import (
	"fmt"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/texts"
)

func init() { texts.Register(texts.Log, Transform) }

// Bounds of a folded log, in lines.
const (
	alike  = 2  // of one form that stay
	around = 5  // on either side of a failure
	first  = 5  // of a log beyond its room
	last   = 10 // the summary
)

// Transform folds the lines of a log. A note stands for each fold:
//
//	… 37 lines alike
//
// If the result exceeds the room, only its start, its failures and its end stay.
func Transform(r texts.Request) (string, error) {
	lines := split(r.Text)
	keep := folds(lines)
	out := join(lines, keep, "… %d lines alike")
	if r.Room > 0 && len(out) > r.Room {
		lines = strings.Split(out, "\n")
		keep = failures(lines)
		for i := range lines {
			keep[i] = keep[i] || i < first || i >= len(lines)-last || isNote(lines[i])
		}
		out = join(lines, keep, "… %d lines left out")
	}
	return out, nil
}

// split returns the lines of a text as a terminal prints them, without codes. A carriage
// return starts a line, since a program writes its progress that way.
func split(text string) []string {
	lines := strings.Split(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(plain(line), " \t")
	}
	return lines
}

// failures marks the lines that tell of a failure. The first line of each form has its
// surroundings marked, too.
func failures(lines []string) []bool {
	marked := make([]bool, len(lines))
	met := map[string]bool{}
	for i, line := range lines {
		if !texts.IsFailure(line) {
			continue
		}
		marked[i] = true
		if f := form(line); !met[f] {
			met[f] = true
			for j := max(0, i-around); j <= min(i+around, len(lines)-1); j++ {
				marked[j] = true
			}
		}
	}
	return marked
}

// folds returns the lines that stay. A failure goes only if an equal line stays.
func folds(lines []string) []bool {
	keep := failures(lines)
	counts, met := map[string]int{}, map[string]bool{}
	for i, line := range lines {
		f := form(line)
		counts[f]++
		switch {
		case isNote(line) || i >= len(lines)-last:
			keep[i] = true
		case texts.IsFailure(line):
			keep[i] = !met[line]
			met[line] = true
		default:
			keep[i] = keep[i] || counts[f] <= alike
		}
	}
	return keep
}

// isNote reports whether a line stands for folded lines.
func isNote(line string) bool { return strings.HasPrefix(line, "… ") }

// join returns the lines that stay, with a note for each run of others. A single
// line stays, and so do lines that are no longer than their note. Of adjacent blank lines the first one stays.
func join(lines []string, keep []bool, note string) string {
	var out []string
	for i := 0; i < len(lines); {
		end, count, size := i, 0, 0
		for ; lines[i] != "" && end < len(lines) && (lines[end] == "" || !keep[end]); end++ {
			if lines[end] != "" {
				count++
				size += len(lines[end]) + 1
			}
		}
		text := fmt.Sprintf(note, count)
		if count > 1 && size > len(text)+1 {
			out, i = append(out, text), end
			continue
		}
		for end = max(end, i+1); i < end; i++ {
			if lines[i] != "" || i == len(lines)-1 || len(out) > 0 && out[len(out)-1] != "" {
				out = append(out, lines[i])
			}
		}
	}
	return strings.Join(out, "\n")
}

// form returns a line with 0 for each number and for each long word of hexadecimal digits.
// References, URLs and rows of tables stay. A number that may be a status of HTTP is its class.
func form(line string) string {
	if strings.HasPrefix(line, "|") {
		return line
	}
	var b strings.Builder
	for i := 0; i < len(line); {
		rest := line[i:]
		end := 1
		switch {
		case strings.HasPrefix(rest, "://"), strings.HasPrefix(rest, "[ref="), strings.HasPrefix(rest, "]("):
			end = lengthOf(rest, func(c byte) bool { return c > ' ' })
			b.WriteString(rest[:end])
		case i > 0 && line[i-1] == ' ' && lengthOf(rest, isWord) == 3 && lengthOf(rest, isDigit) == 3 && rest[0]-'1' < 5:
			end = len("500")
			b.WriteByte(line[i])
		case !isWord(line[i]):
			b.WriteByte(line[i])
		default:
			end = lengthOf(rest, isWord)
			writeWord(&b, rest[:end])
		}
		i += end
	}
	return b.String()
}

// writeWord writes a word of letters and digits with 0 for its numbers.
func writeWord(b *strings.Builder, word string) {
	if hex := lengthOf(word, isHex); len(word) >= 8 && hex == len(word) && strings.ContainsAny(word, "0123456789") {
		b.WriteByte('0')
		return
	}
	for i := 0; i < len(word); {
		if n := lengthOf(word[i:], isDigit); n > 0 {
			b.WriteByte('0')
			i += n
			continue
		}
		b.WriteByte(word[i])
		i++
	}
}

// lengthOf returns the length of the longest start of a text that holds such bytes alone.
func lengthOf(text string, is func(byte) bool) (n int) {
	for n < len(text) && is(text[n]) {
		n++
	}
	return n
}

func isDigit(c byte) bool { return c-'0' < 10 }
func isHex(c byte) bool   { return isDigit(c) || (c|0x20)-'a' < 6 }
func isWord(c byte) bool  { return isDigit(c) || (c|0x20)-'a' < 26 }
