// Package terminal prints text for people: without control characters, and with excerpts that
// mark a fault in its line.
package terminal

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"text/tabwriter"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
)

// Is reports whether a stream is a terminal.
func Is(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// Columns returns the width of a terminal, or 80 if it is unknown.
func Columns(stream any) int {
	if file, ok := stream.(*os.File); ok {
		if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 80
}

// Say prints one line without control characters, since names come from documents and folders.
func Say(w io.Writer, format string, args ...any) error {
	_, err := fmt.Fprintln(w, Printable(fmt.Sprintf(format, args...)))
	return err
}

// Excerpt is the part of a line around a fault, with a caret below the fault.
type Excerpt string

// The bytes that an excerpt shows before and after the fault.
const (
	excerptBefore = 60
	excerptAfter  = 20
)

// ExcerptOf returns the part of a text around an offset, without control characters.
func ExcerptOf(text []byte, offset int) Excerpt {
	offset = min(offset, len(text))
	start := bytes.LastIndexByte(text[:offset], '\n') + 1
	end := len(text)
	if n := bytes.IndexByte(text[offset:], '\n'); n >= 0 {
		end = offset + n
	}
	start, end = max(start, offset-excerptBefore), min(end, offset+excerptAfter)
	for start < offset && !utf8.RuneStart(text[start]) {
		start++
	}
	before := Printable(string(text[start:offset]))
	caret := strings.Repeat(" ", utf8.RuneCountInString(before)) + "^"
	return Excerpt("    " + before + Printable(string(text[offset:end])) + "\n    " + caret + "\n")
}

// ExcerptAt returns an excerpt of a configuration, or "" if the file cannot be read. Stars stand
// for the rest of a URL that may hold a password.
func ExcerptAt(name string, line, column int) Excerpt {
	text, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	offset := 0
	for n := 1; offset < len(text) && n < line; offset++ {
		if text[offset] == '\n' {
			n++
		}
	}
	urls := regexp.MustCompile(`:\\?/\\?/((?:\\.|[^"\n])*)`) // JSON may escape the slashes
	for _, at := range urls.FindAllSubmatchIndex(text, -1) {
		if rest := text[at[2]:at[3]]; bytes.ContainsAny(rest, `@?\`) {
			copy(rest, bytes.Repeat([]byte("*"), len(rest)))
		}
	}
	return ExcerptOf(text, offset+column-1)
}

// Printable replaces control characters.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '·'
	}, text)
}

// Table returns a table that aligns its columns on Flush.
func Table(w io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0) }

// Counted returns "1 list" or "2 lists".
func Counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Quoted returns a word as a shell reads it.
func Quoted(word string) string {
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+:@,", r))
	}) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Colour is a control sequence of a terminal.
type Colour string

// The colours, and the sequence that ends each.
const (
	Red     Colour = "\x1b[1;31m"
	Green   Colour = "\x1b[32m"
	Magenta Colour = "\x1b[35m"
	Cyan    Colour = "\x1b[36m"
	Blue    Colour = "\x1b[1;34m"
	Reset   Colour = "\x1b[0m"
)

// Coloured reports whether to use colours. The flag decides (always or never). Else NO_COLOR
// disables them, CLICOLOR_FORCE other than 0 enables them, and TERM=dumb disables them. Else a
// terminal has colours.
func Coloured(flag string, getenv func(string) string, looksOn func() bool) bool {
	force := getenv("CLICOLOR_FORCE")
	switch {
	case flag == "always":
		return true
	case flag == "never", getenv("NO_COLOR") != "":
		return false
	case force != "" && force != "0":
		return true
	}
	return getenv("TERM") != "dumb" && looksOn()
}

// In returns the excerpt with a coloured caret if colours is true.
func (e Excerpt) In(colours bool) Excerpt {
	text, isCaret := strings.CutSuffix(string(e), "^\n")
	if !colours || !isCaret {
		return e
	}
	return Excerpt(text + string(Red) + "^" + string(Reset) + "\n")
}
