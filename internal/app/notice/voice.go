package notice

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Voice is standard error. It is safe for concurrent use.
type Voice struct {
	w        io.Writer
	terminal bool

	mu       sync.Mutex
	json     bool
	coloured bool
	part     []byte // an incomplete line
	passing  bool   // the terminal shows a temporary line
	hushed   bool
}

// New returns a Voice that writes lines to w.
func New(w io.Writer, isTerminal bool) *Voice { return &Voice{w: w, terminal: isTerminal} }

// SpeakJSON switches between JSON objects and lines.
func (v *Voice) SpeakJSON(on bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.json = on
}

// SpeaksJSON reports whether messages are JSON objects.
func (v *Voice) SpeaksJSON() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.json
}

// Colour switches the colour of carets.
func (v *Voice) Colour(on bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.coloured = on
}

// IsTerminal reports whether messages are lines on a terminal.
func (v *Voice) IsTerminal() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.terminal && !v.json
}

// Pass shows a line on a terminal until the next message.
func (v *Voice) Pass(line string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.terminal && !v.json && !v.hushed {
		v.passing = true
		io.WriteString(v.w, "\r"+terminal.Printable(line)+"\x1b[K")
	}
}

// Clear removes the line of Pass.
func (v *Voice) Clear() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.clear()
}

// Hush removes the line of Pass and disables Pass.
func (v *Voice) Hush() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.hushed = true
	v.clear()
}

func (v *Voice) clear() {
	if v.passing {
		v.passing = false
		io.WriteString(v.w, "\r\x1b[K")
	}
}

// Tell writes a message.
func (v *Voice) Tell(n Notice) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.clear()
	if v.json {
		return v.object(n)
	}
	var text bytes.Buffer
	for line := range strings.SplitSeq(n.text(), "\n") {
		terminal.Say(&text, "%s", line)
	}
	text.WriteString(string(n.Excerpt.In(v.coloured)))
	_, err := v.w.Write(text.Bytes())
	return err
}

// Write writes finished lines. In JSON each becomes a note.
func (v *Voice) Write(p []byte) (int, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.clear()
	if !v.json {
		return v.w.Write(p)
	}
	v.part = append(v.part, p...)
	for {
		line, rest, whole := bytes.Cut(v.part, []byte("\n"))
		if !whole {
			return len(p), nil
		}
		v.part = rest
		if err := v.object(Notice{Level: Plain, Kind: "text", Message: string(line)}); err != nil {
			return 0, err
		}
	}
}

// object writes a notice as one line of JSON.
func (v *Voice) object(n Notice) error {
	n.Message = words.Shorten(n.Message, longest)
	n.Mask, n.Path = words.Shorten(n.Mask, longest), words.Shorten(n.Path, longest)
	n.Pointer = words.Shorten(n.Pointer, longest)
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(n); err != nil {
		return err
	}
	_, err := io.WriteString(v.w, harmless(text.String()))
	return err
}

// harmless escapes the control characters that JSON allows in strings, since a terminal would
// obey them.
func harmless(line string) string {
	isControl := func(r rune) bool { return r >= 0x7f && r <= 0x9f }
	var b strings.Builder
	for {
		i := strings.IndexFunc(line, isControl)
		if i < 0 {
			break
		}
		r, size := utf8.DecodeRuneInString(line[i:])
		fmt.Fprintf(&b, `%s\u%04x`, line[:i], r)
		line = line[i+size:]
	}
	b.WriteString(line)
	return b.String()
}
