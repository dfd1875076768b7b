// Package roff writes a page of a manual, in the macros of man(7).
package roff

import (
	"fmt"
	"strings"
)

// Page is a page as it grows.
type Page struct {
	b      strings.Builder
	opened bool // a heading stands last: what follows needs no gap
}

// New begins a page of section 1. The date is of the form 2006-01-02.
func New(name, date, version string) *Page {
	p := &Page{}
	fmt.Fprintf(&p.b, ".TH %s 1 %s %q \"User Commands\"\n", strings.ToUpper(name), date, version)
	return p
}

// String is the page so far.
func (p *Page) String() string { return p.b.String() }

// Section begins a section.
func (p *Page) Section(title string) { p.head("SH", strings.ToUpper(title)) }

// Part begins a part of a section.
func (p *Page) Part(title string) { p.head("SS", title) }

// Paragraph writes a paragraph. What stands between backquotes is bold.
func (p *Page) Paragraph(text string) {
	p.gap()
	p.text(text)
}

// Item writes what a tag means.
func (p *Page) Item(tag, text string) {
	p.b.WriteString(".TP\n")
	p.text("`" + tag + "`")
	p.text(text)
	p.opened = false
}

// Literal writes lines as they are.
func (p *Page) Literal(lines string) { p.verbatim("nf", "fi", lines) }

// Example writes lines to type.
func (p *Page) Example(lines string) { p.verbatim("EX", "EE", lines) }

func (p *Page) verbatim(begin, end, lines string) {
	p.gap()
	p.b.WriteString(".RS 4\n." + begin + "\n")
	for line := range strings.Lines(lines) {
		p.b.WriteString(guarded(Escape(strings.TrimRight(line, " \n"))) + "\n")
	}
	p.b.WriteString("." + end + "\n.RE\n")
	p.opened = false
}

// gap parts what follows from what stands before.
func (p *Page) gap() {
	if !p.opened {
		p.b.WriteString(".PP\n")
	}
	p.opened = false
}

// text writes running text, with code in bold, in lines that are not too long.
func (p *Page) text(text string) {
	var marked strings.Builder
	for i, part := range strings.Split(text, "`") {
		if part = Escape(part); i%2 == 1 {
			part = `\fB` + part + `\fR`
		}
		marked.WriteString(part)
	}
	line := ""
	for _, word := range strings.Fields(marked.String()) {
		if line != "" && len(line)+len(word) >= longest {
			p.b.WriteString(guarded(line) + "\n")
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	p.b.WriteString(guarded(line) + "\n")
}

const longest = 76 // bytes of a line of running text, as long as its words let it

func (p *Page) head(macro, title string) {
	fmt.Fprintf(&p.b, ".%s \"%s\"\n", macro, strings.ReplaceAll(Escape(title), `"`, `\(dq`))
	p.opened = true
}

// guarded keeps a line from being taken for a macro.
func guarded(line string) string {
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		return `\&` + line
	}
	return line
}

// spelt are the characters that would come out as others, or do something.
var spelt = map[rune]string{'\\': `\e`, '-': `\-`, '\'': `\(aq`, '`': `\(ga`, '^': `\(ha`, '~': `\(ti`}

// Escape spells a text so that it comes out as it is.
func Escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		if s, ok := spelt[r]; ok {
			b.WriteString(s)
		} else if r < 0x80 {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\[u%04X]`, r)
		}
	}
	return b.String()
}
