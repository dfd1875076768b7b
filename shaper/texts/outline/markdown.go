package outline

import (
	"fmt"
	"sort"
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/seed-7aa78ce4/shape/shaper/texts"
)

// blocks parses headings, fences and the blocks that can hide them. Lists and quotes hold no
// headings of a page, and the parser takes quadratic time if they are nested.
var blocks = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(parser.WithBlockParsers(
		util.Prioritized(parser.NewSetextHeadingParser(), 100),
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(parser.NewHTMLBlockParser(), 900),
		util.Prioritized(parser.NewParagraphParser(), 1000),
	))
})

// Markdown returns the outline of a text beyond its room. A fence larger than half of the room
// is cut inside and closed again. A text without headings has only its fences cut.
func Markdown(r texts.Request) (string, error) {
	if stays(r) {
		return r.Text, nil
	}
	lines := split(r.Text)
	ends, at := make([]int, len(lines)), 0
	for i, line := range lines {
		at += len(line)
		ends[i] = at
	}
	lineOf := func(offset int) int { return min(sort.SearchInts(ends, offset+1), len(lines)-1) }
	var starts []int
	source := []byte(r.Text)
	for n := blocks().Parse(text.NewReader(source)).FirstChild(); n != nil; n = n.NextSibling() {
		if n.Lines().Len() == 0 {
			continue
		}
		first, last := n.Lines().At(0), n.Lines().At(n.Lines().Len()-1)
		switch n.Kind() {
		case ast.KindHeading:
			if line := lineOf(first.Start); !strings.ContainsAny(lines[line][:1], "-*+>") { // an item above a rule
				starts = append(starts, line)
			}
		case ast.KindFencedCodeBlock:
			cutFence(lines[lineOf(first.Start):lineOf(last.Start)+1], r.Room/2)
		}
	}
	sections := divide(lines, starts, append([]int(nil), starts...))
	if len(starts) == 0 {
		return sections[0].text, nil
	}
	return shorten(r, lines, sections), nil
}

// cutFence empties lines of a fence beyond its room, and writes a note in their place.
func cutFence(lines []string, room int) {
	size := len(strings.Join(lines, ""))
	if size <= room {
		return
	}
	kept := 0
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
