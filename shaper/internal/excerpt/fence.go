package excerpt

import "bytes"

// fence is the fence of the block of code that is open, as lines are read.
type fence struct {
	of   byte // a backtick or a tilde
	size int  // how many of them it has; 0 is that no block is open
}

func (f *fence) isOpen() bool { return f.size > 0 }

// line reads the next line (CommonMark 0.31.2, 4.5).
func (f *fence) line(line []byte) {
	text := bytes.TrimLeft(line, " ")
	if len(line)-len(text) > 3 || len(text) < 3 || text[0] != '`' && text[0] != '~' {
		return
	}
	of := text[0]
	info := bytes.TrimLeft(text, string(of))
	switch size := len(text) - len(info); {
	case f.isOpen() && of == f.of && size >= f.size && len(bytes.TrimSpace(info)) == 0:
		f.size = 0
	case !f.isOpen() && size >= 3 && (of == '~' || bytes.IndexByte(info, of) < 0):
		f.of, f.size = of, size
	}
}
