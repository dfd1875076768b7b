package output

import (
	"io"

	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// palette holds the colours of tokens.
var palette = [...]terminal.Colour{
	scan.TokenName:   terminal.Blue,
	scan.TokenString: terminal.Green,
	scan.TokenNumber: terminal.Cyan,
	scan.TokenWord:   terminal.Magenta,
}

// piece is the number of coloured bytes that are written at once.
const piece = 32 << 10

// paint writes JSON in colours, token by token. It holds at most one piece twice.
func paint(w io.Writer, text []byte) error {
	p := painter{w: w}
	for i := 0; i < len(text); {
		kind, end := scan.NextToken(text, i)
		p.put([]byte(palette[kind]))
		p.put(text[i:end])
		if palette[kind] != "" {
			p.put([]byte(terminal.Reset))
		}
		i = end
	}
	p.flush()
	return p.err
}

// painter buffers small writes.
type painter struct {
	w   io.Writer
	buf []byte
	err error
}

func (p *painter) put(text []byte) {
	if len(p.buf)+len(text) > piece {
		p.flush()
	}
	if len(text) > piece {
		p.write(text)
		return
	}
	p.buf = append(p.buf, text...)
}

func (p *painter) flush() {
	p.write(p.buf)
	p.buf = p.buf[:0]
}

func (p *painter) write(text []byte) {
	if p.err == nil {
		_, p.err = p.w.Write(text)
	}
}
