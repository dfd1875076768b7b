package notice

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Voice is standard error. It is safe for concurrent use.
type Voice struct {
	w        io.Writer
	terminal bool

	mu       sync.Mutex
	json     bool
	coloured bool
	part     []byte // of a line that is not whole yet
	passing  bool   // a line stands there that is to go
	hushed   bool
}

// New returns a voice that speaks in lines to w, which may be a terminal.
func New(w io.Writer, isTerminal bool) *Voice { return &Voice{w: w, terminal: isTerminal} }

// SpeakJSON makes all that is said from now on JSON objects, or lines again.
func (v *Voice) SpeakJSON(on bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.json = on
}

// SpeaksJSON reports whether what is said is for programs.
func (v *Voice) SpeaksJSON() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.json
}

// Colour makes carets coloured from now on.
func (v *Voice) Colour(on bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.coloured = on
}

// IsTerminal reports whether people look on: programs do not, wherever they are.
func (v *Voice) IsTerminal() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.terminal && !v.json
}

// Pass shows a line until something else is said, to people alone.
func (v *Voice) Pass(line string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.terminal && !v.json && !v.hushed {
		v.passing = true
		io.WriteString(v.w, "\r"+terminal.Printable(line)+"\x1b[K")
	}
}

// Clear takes away what is shown in passing.
func (v *Voice) Clear() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.clear()
}

// Hush takes it away for good.
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

// Tell says one thing.
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

// Write says lines that somebody put into words already. A program gets each of
// them as a note.
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

// harmless escapes the control characters that JSON allows in strings: they do
// something to a terminal.
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
