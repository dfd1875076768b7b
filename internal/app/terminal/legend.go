package terminal

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"sync"
)

// Legend replaces file names in the origins of a table, so each is printed once. An origin
// in the first file becomes line:column: /pointer. Those in other files begin with [2], [3] and
// so on.
type Legend struct{ files []string }

// inFile matches the file, line and column of an origin, alone or in parentheses.
var inFile = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(^|\()([^()]+?):(\d+:\d+: /)`) })

// Shorten returns text with the number of the file in place of its name.
func (l *Legend) Shorten(text string) string {
	at := inFile().FindStringSubmatchIndex(text)
	if at == nil {
		return text
	}
	return text[:at[4]] + l.Prefix(text[at[4]:at[5]]) + text[at[6]:]
}

// Prefix returns the number of a file as it leads an origin; "" for the first file.
func (l *Legend) Prefix(file string) string {
	i := slices.Index(l.files, file)
	if i < 0 {
		i = len(l.files)
		l.files = append(l.files, file)
	}
	if i == 0 {
		return ""
	}
	return fmt.Sprintf("[%d] ", i+1)
}

// Write prints a line for each file.
func (l *Legend) Write(w io.Writer) {
	for _, file := range l.files {
		fmt.Fprintf(w, "%sconfiguration: %s\n", l.Prefix(file), Printable(file))
	}
}
