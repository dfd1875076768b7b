package roff

import "strings"

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
			p.Literal(block)
		default:
			p.Paragraph(block)
		}
	}
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
	for _, line := range lines {
		head, rest, _ := cut(line, at)
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
// parted by more than one blank in one of them at least; 0 where there is none. A
// tag may stand alone above its meaning.
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
		_, _, ok := cut(line, at)
		alone := i+1 < len(lines) && !strings.HasPrefix(line, " ") && strings.HasPrefix(lines[i+1], strings.Repeat(" ", at))
		if !ok && !alone {
			return false
		}
		parted = parted || ok && strings.HasSuffix(string([]rune(line)[:at]), "  ")
	}
	return parted
}

// cut parts a line before a column; ok is false where no word begins there, and all
// of it is the tag.
func cut(line string, at int) (tag, meaning string, ok bool) {
	runes := []rune(line)
	if len(runes) <= at || runes[at] == ' ' || runes[at-1] != ' ' {
		return line, "", false
	}
	return strings.TrimSpace(string(runes[:at])), string(runes[at:]), true
}
