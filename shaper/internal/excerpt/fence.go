package excerpt

import "bytes"

// fence is the open code fence during a line-by-line read.
type fence struct {
	of   byte // a backtick or a tilde
	size int  // its length; 0 means that no block is open
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

// block is a fenced code block, by offsets in its text. An unclosed block ends with the text.
type block struct {
	start   int // of the opening line
	body    int // after the opening line
	closing int // of the closing line
	end     int // after the closing line
}

// blocksOf returns the blocks of a text in order.
func blocksOf(text []byte) (all []block) {
	var f fence
	for at := 0; at < len(text); {
		next, wasOpen := lineEnd(text, at), f.isOpen()
		f.line(text[at:next])
		switch {
		case f.isOpen() && !wasOpen:
			all = append(all, block{at, next, len(text), len(text)})
		case !f.isOpen() && wasOpen:
			last := &all[len(all)-1]
			last.closing, last.end = at, next
		}
		at = next
	}
	return all
}

// blockAt returns the block around an offset, or nil.
func blockAt(blocks []block, at int) *block {
	for i := range blocks {
		if b := &blocks[i]; b.start < at && at < b.end {
			return b
		}
	}
	return nil
}
