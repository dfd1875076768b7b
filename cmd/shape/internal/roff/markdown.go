package roff

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// Markdown writes a page of Markdown that reads well as it stands: headings,
// paragraphs, tables, and blocks that are set off by four blanks. Its title is the
// section.
func (p *Page) Markdown(page string) {
	for block := range strings.SplitSeq(strings.TrimSpace(page), "\n\n") {
		switch {
		case strings.HasPrefix(block, "# "):
			p.Section(block[len("# "):])
		case strings.HasPrefix(block, "## "):
			p.Part(block[len("## "):])
		case strings.HasPrefix(block, "    "):
			p.block(strings.ReplaceAll(block[4:], "\n    ", "\n"))
		case strings.HasPrefix(block, "|"):
			p.Literal(Table(block))
		default:
			p.Paragraph(block)
		}
	}
}

// Table is a table of Markdown in columns, each as wide as it needs.
func Table(block string) string {
	var text strings.Builder
	columns := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for line := range strings.SplitSeq(block, "\n") {
		if row := strings.Trim(line, "| "); !strings.HasPrefix(row, "---") { // below the titles
			fmt.Fprintln(columns, strings.ReplaceAll(row, " | ", "\t"))
		}
	}
	columns.Flush()
	return strings.TrimSuffix(text.String(), "\n")
}

// block writes lines of tags and what they mean, as such where they are.
func (p *Page) block(text string) {
	lines := strings.Split(text, "\n")
	at := column(lines)
	if at == 0 {
		p.Literal(text)
		return
	}
	var tag, meaning string
	for i := range lines {
		head, rest, _ := cut(lines, i, at)
		if head != "" && strings.TrimSpace(meaning) != "" {
			p.Item(tag, meaning)
			tag, meaning = "", ""
		}
		tag += head
		meaning += rest + " "
	}
	p.Item(tag, meaning)
}

// column is where the meanings begin: the first column where each line has a word,
// parted by more than one blank in one of them at least; 0 where there is none.
func column(lines []string) int {
	const last = 60
	for at := 3; at < last; at++ {
		if begins(lines, at) {
			return at
		}
	}
	return 0
}

func begins(lines []string, at int) bool {
	parted := false
	for i, line := range lines {
		tag, meaning, ok := cut(lines, i, at)
		if !ok {
			return false
		}
		parted = parted || meaning != "" && len(tag)+1 < len(line)-len(meaning)
	}
	return parted
}

// cut parts a line before the column of the meanings. A tag may stand alone above
// its meaning; ok is false where the line is neither.
func cut(lines []string, i, at int) (tag, meaning string, ok bool) {
	line, blanks := lines[i], strings.Repeat(" ", at)
	below := i+1 < len(lines) && strings.HasPrefix(lines[i+1], blanks) && !strings.HasPrefix(line, " ")
	runes := []rune(line)
	if len(runes) <= at || runes[at] == ' ' || runes[at-1] != ' ' || below && runes[at-2] != ' ' {
		return line, "", below
	}
	return strings.TrimSpace(string(runes[:at])), string(runes[at:]), true
}
