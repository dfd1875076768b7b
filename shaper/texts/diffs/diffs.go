// Package diffs shortens unified diffs. Importing it for its side effect registers the
// transform of [texts.Diff]. Each file stays as one line, with its counts of lines and the
// places of its hunks:
//
//	shaper/engine.go +12 -3 @40 func (e *Engine) Shape, @212
//
// The lines of a file stay if the words of the call name the file, or if the room allows. Text
// between the files stays; libraries that parse patches drop it.
package diffs

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/texts"
)

func init() { texts.Register(texts.Diff, Transform) }

// end is the end of a shortened diff. noteSize is the room of its last line.
const (
	end      = " files left out\n"
	noteSize = 48
)

// Transform returns the files of a diff. Text between diffs, such as the message of a commit,
// stays. A diff within its room stays as it is.
func Transform(r texts.Request) (string, error) {
	if r.Room > 0 && len(r.Text) <= r.Room || strings.HasSuffix(r.Text, end) {
		return r.Text, nil
	}
	parts := split(r.Text)
	room, left, files := r.Room-noteSize, 0, 0
	for i := range parts {
		p := &parts[i]
		p.isWhole = p.name == "" || texts.Names(p.name, r.Words)
		room -= p.size()
	}
	for i := range parts {
		p := &parts[i]
		if more := len(p.text) - len(p.line()); !p.isWhole && more <= room {
			p.isWhole = true
			room -= more
		}
		if !p.isWhole {
			left += p.lines
			files++
		}
	}
	var b strings.Builder
	for i := range parts {
		if parts[i].isWhole {
			b.WriteString(parts[i].text)
		} else {
			b.WriteString(parts[i].line())
		}
	}
	if files == 0 {
		return r.Text, nil
	}
	return fmt.Sprintf("%s\n… %d lines of %d"+end, strings.TrimSuffix(b.String(), "\n"), left, files), nil
}

// part is the diff of one file, or text that is none.
type part struct {
	text           string
	name           string // empty for text that is no diff
	notes          string // such as " new" or " renamed from a.go"
	places         []string
	added, removed int
	lines          int
	isWhole        bool
}

func (p *part) size() int {
	if p.isWhole {
		return len(p.text)
	}
	return len(p.line())
}

// line returns the file, its counts and its hunks.
func (p *part) line() string {
	out := p.name + p.notes
	if p.added+p.removed > 0 {
		out += fmt.Sprintf(" +%d -%d", p.added, p.removed)
	}
	if len(p.places) > 0 {
		out += " " + strings.Join(p.places, ", ")
	}
	return out + "\n"
}

// reader splits a text into parts.
type reader struct {
	parts    []part
	start    int    // of the open part
	old, new int    // lines that the open hunk has left
	section  string // of the last hunk of the open part
}

// split returns the parts of a text in its order.
func split(text string) []part {
	var r reader
	at := 0
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range lines {
		next := ""
		if i+1 < len(lines) {
			next = strings.TrimRight(lines[i+1], "\r\n")
		}
		r.add(text, at, strings.TrimRight(line, "\r\n"), next)
		at += len(line)
	}
	r.close(text, len(text))
	return r.parts
}

// open starts a part at an offset.
func (r *reader) open(text string, at int, name string) {
	r.close(text, at)
	r.parts = append(r.parts, part{name: name})
	r.start, r.section = at, ""
}

// close ends the open part.
func (r *reader) close(text string, at int) {
	if len(r.parts) > 0 {
		r.parts[len(r.parts)-1].text = text[r.start:at]
	}
}

// add reads the line at an offset. next is the line after it.
func (r *reader) add(text string, at int, line, next string) {
	if len(r.parts) == 0 {
		r.open(text, at, "")
	}
	p := &r.parts[len(r.parts)-1]
	if r.old > 0 || r.new > 0 {
		if r.body(p, line) {
			return
		}
		r.old, r.new = 0, 0
	}
	rest, isGit := strings.CutPrefix(line, "diff --git ")
	switch {
	case isGit:
		r.open(text, at, gitName(rest))
	case strings.HasPrefix(line, "--- ") && strings.HasPrefix(next, "+++ ") && !p.isNamed(line[4:], next[4:]):
		r.open(text, at, fileName(line[4:]))
		r.parts[len(r.parts)-1].lines++
		return
	case p.name == "":
		return
	case strings.HasPrefix(line, "@@ "):
		place, isHunk := r.hunk(line)
		if isHunk {
			p.places = append(p.places, place)
		}
	case strings.HasPrefix(line, "+++ ") && fileName(line[4:]) != "/dev/null":
		p.name = fileName(line[4:])
	default:
		if !p.header(line) {
			r.open(text, at, "")
			return
		}
	}
	r.parts[len(r.parts)-1].lines++
}

// isNamed reports whether the lines with --- and +++ belong to a part that git has named.
func (p *part) isNamed(old, new string) bool {
	return p.name != "" && len(p.places) == 0 && (p.name == fileName(old) || p.name == fileName(new))
}

// body reads a line of the open hunk, and reports whether it is one.
func (r *reader) body(p *part, line string) bool {
	kind := byte(' ')
	if line != "" {
		kind = line[0]
	}
	switch kind {
	case '+':
		r.new--
		p.added++
	case '-':
		r.old--
		p.removed++
	case ' ':
		r.old--
		r.new--
	case '\\':
	default:
		return false
	}
	p.lines++
	return true
}

// hunk reads the head of a hunk and returns its place in the new file. The place of
// "@@ -1,5 +40,6 @@ func f" is "@40 func f". A section stands once.
func (r *reader) hunk(line string) (place string, ok bool) {
	fields := strings.SplitN(line, " ", 5)
	if len(fields) < 4 || fields[3] != "@@" {
		return "", false
	}
	_, r.old, ok = numbers(fields[1], '-')
	start, n, isNew := numbers(fields[2], '+')
	r.new = n
	place = "@" + strconv.Itoa(start)
	section := strings.Join(fields[4:], "")
	if section != r.section {
		place += strings.TrimRight(" "+section, " {")
	}
	r.section = section
	return place, ok && isNew
}

// numbers reads the range of a hunk, such as -1,5. Without a number of lines it has one.
func numbers(text string, sign byte) (start, lines int, ok bool) {
	if text == "" || text[0] != sign {
		return 0, 0, false
	}
	first, second, hasTwo := strings.Cut(text[1:], ",")
	start, err := strconv.Atoi(first)
	if !hasTwo {
		return start, 1, err == nil
	}
	lines, wrong := strconv.Atoi(second)
	return start, lines, err == nil && wrong == nil && lines >= 0
}

// header reads a line between the name of a file and its hunks, and reports whether it is one.
func (p *part) header(line string) bool {
	for _, h := range []struct{ prefix, note string }{
		{"index ", ""}, {"--- ", ""}, {"+++ ", ""}, {"similarity index ", ""}, {"dissimilarity index ", ""}, {"old mode ", ""}, {"\\ No newline", ""},
		{"new mode ", " mode "}, {"new file mode ", " new"}, {"deleted file mode ", " deleted"},
		{"rename from ", " renamed from "}, {"copy from ", " copied from "}, {"rename to ", ""}, {"copy to ", ""}, {"Binary files ", " binary"}, {"GIT binary patch", " binary"},
	} {
		if rest, ok := strings.CutPrefix(line, h.prefix); ok {
			if strings.HasSuffix(h.note, " ") {
				h.note += rest
			}
			p.notes += h.note
			return true
		}
	}
	return false
}

// gitName returns the name of the new file in "a/old b/new".
func gitName(names string) string {
	if half := len(names) / 2; len(names)%2 == 1 && fileName(names[:half]) == fileName(names[half+1:]) {
		return fileName(names[:half])
	}
	if i := strings.LastIndex(names, " b/"); i >= 0 {
		return names[i+3:]
	}
	return names
}

// fileName returns the file of a line with --- or +++, without a prefix and a time.
func fileName(name string) string {
	name, _, _ = strings.Cut(name, "\t")
	if strings.HasPrefix(name, "a/") || strings.HasPrefix(name, "b/") {
		return name[2:]
	}
	return name
}
