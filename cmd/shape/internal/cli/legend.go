package cli

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"sync"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
)

// fileLegend replaces file names in the origins of a table, so each is printed once. An origin
// in the first file becomes line:column: /pointer. Those in other files begin with [2], [3] and
// so on.
type fileLegend struct{ files []string }

// inFile matches the file, line and column of an origin, alone or in parentheses.
var inFile = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(^|\()([^()]+?):(\d+:\d+: /)`) })

// shorten returns text with the number of the file in place of its name.
func (l *fileLegend) shorten(text string) string {
	at := inFile().FindStringSubmatchIndex(text)
	if at == nil {
		return text
	}
	n := l.number(text[at[4]:at[5]])
	return text[:at[4]] + label(n) + text[at[6]:]
}

// number returns the position of a file, from 1.
func (l *fileLegend) number(file string) int {
	if i := slices.Index(l.files, file); i >= 0 {
		return i + 1
	}
	l.files = append(l.files, file)
	return len(l.files)
}

// label returns the prefix of an origin in file n.
func label(n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprintf("[%d] ", n)
}

// write prints a line for each file.
func (l *fileLegend) write(w io.Writer) {
	for i, file := range l.files {
		fmt.Fprintf(w, "%sconfiguration: %s\n", label(i+1), terminal.Printable(file))
	}
}
