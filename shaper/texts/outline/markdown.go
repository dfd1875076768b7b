package outline

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/shaper/texts"
)

// Markdown returns the outline of a text beyond its room. A fence larger than half of the room
// is cut inside and closed again. A text without headings has only its fences cut.
func Markdown(r texts.Request) (string, error) {
	if stays(r) {
		return r.Text, nil
	}
	lines := split(r.Text)
	b := blocks{paragraph: -1}
	for i, line := range lines {
		b.add(i, line)
	}
	for _, fence := range b.fences {
		cutFence(lines[fence.start:fence.end], r.Room/2)
	}
	sections := divide(lines, b.headings, append([]int(nil), b.headings...))
	if len(b.headings) == 0 {
		return sections[0].text, nil
	}
	return shorten(r, lines, sections), nil
}

// blocks finds the headings and fences of a page, line by line. Lists and quotes hold no heading
// of a page, so their lines count as a paragraph.
type blocks struct {
	headings  []int     // lines
	fences    []section // lines between the marks
	paragraph int       // first line of the open paragraph, or -1
	isItem    bool      // the paragraph is a list or a quote

	mark string         // of the open fence, such as "```"
	end  *regexp.Regexp // of the open block of HTML
}

// add reads a line outside of fences and HTML, or ends one.
func (b *blocks) add(i int, line string) {
	text := strings.Trim(line, " \t\r\n")
	isIndented := indent(line) >= 4
	switch {
	case b.mark != "":
		if !isIndented && strings.HasPrefix(text, b.mark) && strings.Trim(text, b.mark[:1]) == "" {
			b.mark = ""
		} else {
			b.fences[len(b.fences)-1].end = i + 1
		}
	case b.end != nil:
		if b.end.MatchString(text) {
			b.end = nil
		}
	case text == "":
		b.paragraph = -1
	case !isIndented: // else it is code, or a line of the paragraph
		b.open(i, text)
	}
}

// open reads a line that can start a block.
func (b *blocks) open(i int, text string) {
	rest := strings.TrimLeft(text, text[:1])
	mark := text[:len(text)-len(rest)]
	paragraph := b.paragraph
	b.paragraph = -1
	switch {
	case paragraph >= 0 && rest == "" && strings.Contains("=-", text[:1]):
		if !b.isItem {
			b.headings = append(b.headings, paragraph)
		}
	case text[0] == '#' && len(mark) <= 6 && (rest == "" || strings.Contains(" \t", rest[:1])):
		if strings.Trim(rest, " \t#") != "" {
			b.headings = append(b.headings, i)
		}
	case len(mark) >= 3 && (text[0] == '~' || text[0] == '`' && !strings.Contains(rest, "`")):
		b.mark, b.fences = mark, append(b.fences, section{start: i + 1, end: i + 1})
	case strings.Contains("*-_", text[:1]) && strings.Count(text, text[:1]) >= 3 && strings.Trim(text, text[:1]+" \t") == "": // a rule
	case text[0] == '<' && b.openHTML(text, paragraph >= 0):
	case paragraph >= 0:
		b.paragraph = paragraph
	default:
		b.paragraph, b.isItem = i, item().MatchString(text)
	}
}

// openHTML reports whether a line starts a block of HTML. A tag that is no block starts one if
// it stands alone, and not inside a paragraph.
func (b *blocks) openHTML(text string, inParagraph bool) bool {
	for i, kind := range html() {
		if isTag := i == len(html())-1; kind[0].MatchString(text) && !(isTag && inParagraph) {
			if !kind[1].MatchString(text) {
				b.end = kind[1]
			}
			return true
		}
	}
	return false
}

var item = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(>|([-*+]|\d{1,9}[.)])(\s|$))`) })

// html returns expressions for the start and the end of each kind of block.
var html = sync.OnceValue(func() (kinds [][2]*regexp.Regexp) {
	for _, kind := range [][2]string{
		{`(?i)^<((script|pre|style|textarea)([\s/>]|$)|/(script|pre|style|textarea)>)`, `(?i)</(script|pre|style|textarea)>`},
		{`^<!--`, `-->`},
		{`^<\?`, `\?>`},
		{`^<![A-Za-z]`, `>`},
		{`^<!\[CDATA\[`, `\]\]>`},
		{`(?i)^</?(address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|` +
			`fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|meta|nav|noframes|` +
			`ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)([\s>]|/>|$)`, `^$`},
		{`^<([A-Za-z][\w-]*(\s+[\w:][\w:.-]*(\s*=\s*([^\s"'=<>` + "`" + `]+|'[^']*'|"[^"]*"))?)*\s*/?|/[A-Za-z][\w-]*\s*)>$`, `^$`},
	} {
		kinds = append(kinds, [2]*regexp.Regexp{regexp.MustCompile(kind[0]), regexp.MustCompile(kind[1])})
	}
	return kinds
})

// cutFence empties lines of a fence beyond its room, and writes a note in their place.
func cutFence(lines []string, room int) {
	kept := 0
	if len(strings.Join(lines, "")) <= room {
		return
	}
	for kept < len(lines) && len(lines[kept]) <= room-noteSize {
		room -= len(lines[kept])
		kept++
	}
	cut := len(lines) - kept
	if cut < 2 {
		return
	}
	for i := kept; i < len(lines); i++ {
		lines[i] = ""
	}
	lines[kept] = fmt.Sprintf("… %d lines left out\n", cut)
}
