package budget

import (
	"bytes"
	"slices"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/scratch"
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

// Read measures a valid document. It decodes no media, and needs no more memory than its
// largest part.
func Read(body []byte, counter tokens.Counter) Reading {
	m := newMeter(counter, profiles.ReadsBoth)
	defer m.release()
	m.read(dialects.SkimValid(body), 0)
	return m.reading
}

// Tokens counts the tokens that a client shows of a valid JSON text.
func Tokens(body []byte, counter tokens.Counter, reads profiles.Reads) int {
	return tokensRead(body, counter, reads, -1)
}

// tokensRead counts the tokens that a client shows of a valid JSON text. Parts that the client
// does not show do not count. It returns 0 without counting if the shown parts surely have no
// more than enough tokens.
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
	counter tokens.Counter // nil measures bytes as written
	reads   profiles.Reads // the halves to measure
	reading Reading

	part    []byte    // last counted part, as shown
	size    Size      // of part
	scratch [2][]byte // memory for parts, in turn
}

// meters is a pool of meters.
var meters = sync.Pool{New: func() any { return new(meter) }}

func newMeter(counter tokens.Counter, reads profiles.Reads) *meter {
	m := meters.Get().(*meter)
	m.counter, m.reads = counter, reads
	return m
}

// shown returns the size of the halves in m.reads.
func (m *meter) shown() Size {
	switch m.reads {
	case profiles.ReadsText:
		return m.reading.Text
	case profiles.ReadsStructured:
		return m.reading.Structured
	}
	return m.reading.Both
}

// release returns the meter to the pool, without memory that is too large to keep.
func (m *meter) release() {
	kept := m.scratch
	for i, s := range kept {
		if cap(s) > scratch.Most {
			kept[i] = nil
		}
	}
	*m = meter{scratch: kept}
	meters.Put(m)
}

// read adds the shown parts of a valid document. around is the number of documents around it.
// If a client shows data in place of texts, it skips the texts.
func (m *meter) read(doc *envelope.Doc, around int) {
	_, data := halves(doc)
	if data == nil || m.reads != profiles.ReadsStructured || !m.add(doc, around, true) {
		m.add(doc, around, false)
	}
}

// add adds the shown parts of a document; with dataAlone only its data. It reports whether the
// client shows data.
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

// halves returns the halves of a tool result, also of one inside a JSON-RPC response. A
// missing half is nil.
func halves(doc *envelope.Doc) (content, data []byte) {
	value := doc.Value
	if doc.Result != nil {
		value = doc.ResultValue
	}
	return value("content"), value("structuredContent")
}

// largerHalf returns the length of a result's larger half.
func largerHalf(doc *envelope.Doc) int {
	content, data := halves(doc)
	return max(len(content), len(data))
}

// sizeOf returns the size of a part as a client shows it. Most results repeat their data in
// both halves: equal parts are counted once.
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
