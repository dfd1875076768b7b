package budget

import (
	"bytes"
	"slices"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// Reading is the part of a document that a model reads.
type Reading struct {
	Text, Structured, Both Size
	Media                  []Media
	Parts                  bool // only parts of the document are shown
}

// Media are the media of one kind.
type Media struct {
	Kind         string
	Count, Bytes int
}

// Read measures a valid document. It decodes no media, and needs no more memory than the
// largest part takes.
func Read(body []byte, counter tokens.Counter) Reading {
	m := newMeter(counter, profiles.ReadsBoth)
	defer m.release()
	m.read(dialects.SkimValid(body), 0)
	return m.reading
}

// tokensRead are those of a valid JSON text that a client reads which shows some of it. What
// it does not show is not counted; nor is what it shows, where enough are surely as many:
// then they are 0.
func tokensRead(body []byte, counter tokens.Counter, reads profiles.Reads, enough int) int {
	m := newMeter(nil, reads)
	defer m.release()
	doc := dialects.SkimValid(body)
	if n := largerHalf(doc); reads != profiles.ReadsBoth && n > 0 && counter.Most(n) <= enough {
		if m.read(doc, 0); counter.Most(m.shown().Bytes) <= enough {
			return 0
		}
		m.reading = Reading{}
	}
	m.counter = counter
	m.read(doc, 0)
	return m.shown().Tokens
}

// meter measures documents.
type meter struct {
	counter tokens.Counter // nil is that bytes are measured, as they are written
	reads   profiles.Reads // the halves that are asked for
	reading Reading

	part    []byte    // that was counted last, as it is shown
	size    Size      // of it
	scratch [2][]byte // for parts, in turn
}

// meters are memory to reuse.
var meters = sync.Pool{New: func() any { return new(meter) }}

func newMeter(counter tokens.Counter, reads profiles.Reads) *meter {
	m := meters.Get().(*meter)
	m.counter, m.reads = counter, reads
	return m
}

// shown is what is read of the halves that are asked for.
func (m *meter) shown() Size {
	switch m.reads {
	case profiles.ReadsText:
		return m.reading.Text
	case profiles.ReadsStructured:
		return m.reading.Structured
	}
	return m.reading.Both
}

// release gives the memory back, but for what is too large to keep.
func (m *meter) release() {
	scratch := m.scratch
	for i, s := range scratch {
		if cap(s) > pass.Scratch {
			scratch[i] = nil
		}
	}
	*m = meter{scratch: scratch}
	meters.Put(m)
}

// read adds what is read of a valid document that others are around. What stands beside data
// that are shown in its place is not looked at.
func (m *meter) read(doc *envelope.Doc, around int) {
	_, data := halves(doc)
	if data == nil || m.reads != profiles.ReadsStructured || !m.add(doc, around, true) {
		m.add(doc, around, false)
	}
}

// add adds what is read of a document, or no more of it than its data, and reports whether
// there are data that are shown.
func (m *meter) add(doc *envelope.Doc, around int, dataAlone bool) (hasData bool) {
	var text, data Size
	inParts := dialects.Read(doc, func(p envelope.Part) {
		switch {
		case dataAlone && !p.Data:
		case p.Media != "":
			m.media(p)
		case p.Document && around < plan.MaxNesting:
			m.read(dialects.SkimValid(p.Raw), around+1)
		case p.Data && m.reads == profiles.ReadsText:
		case p.Data:
			data, hasData = m.sizeOf(p), true
		default:
			text = text.plus(m.sizeOf(p))
		}
	})
	both := text.plus(data)
	if !hasData {
		data = text
	}
	m.reading.Both = m.reading.Both.plus(both)
	m.reading.Parts = m.reading.Parts || inParts
	m.reading.Text, m.reading.Structured = m.reading.Text.plus(text), m.reading.Structured.plus(data)
	return hasData
}

// halves are those of a tool result, which may be the result of a response; nil are those
// that it does not have.
func halves(doc *envelope.Doc) (content, data []byte) {
	value := doc.Value
	if doc.Result != nil {
		value = doc.ResultValue
	}
	return value("content"), value("structuredContent")
}

// largerHalf is how long the larger half of a result is.
func largerHalf(doc *envelope.Doc) int {
	content, data := halves(doc)
	return max(len(content), len(data))
}

// sizeOf is what a part takes as it is shown. Most results say the same in both halves:
// that is counted once.
func (m *meter) sizeOf(p envelope.Part) Size {
	if m.counter == nil {
		return Size{Bytes: len(p.Raw)}
	}
	read := p.Raw
	if p.Text || p.Data {
		read = slices.Grow(m.scratch[1][:0], len(p.Raw))
		if p.Text {
			read = scan.AppendUnquote(read, p.Raw[1:len(p.Raw)-1])
		} else {
			read = scan.AppendCompact(read, p.Raw)
		}
		m.scratch[1] = read
	}
	if m.part == nil || !bytes.Equal(read, m.part) {
		m.part, m.size = read, Size{Bytes: len(read), Tokens: m.counter.Count(read)}
		m.scratch[0], m.scratch[1] = m.scratch[1], m.scratch[0]
	}
	return m.size
}

func (m *meter) media(p envelope.Part) {
	all := &m.reading.Media
	i := slices.IndexFunc(*all, func(known Media) bool { return known.Kind == p.Media })
	if i < 0 {
		i = len(*all)
		*all = append(*all, Media{Kind: p.Media})
	}
	(*all)[i].Count++
	(*all)[i].Bytes += len(p.Raw) - len(`""`)
}
