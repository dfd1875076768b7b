package shaper

import (
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/budget"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// Reading is what a model reads of a document. Of a tool result a client shows it
// parts: most clients the texts of content, without the escapes of JSON, and some
// structuredContent in place of them, where it is there and the call did not fail.
// That holds wherever the result is: in a JSON-RPC response, a batch, a message of a
// model's API, the input of a hook. Any other document is read as it stands.
type Reading struct {
	Text       Size // where the client shows texts
	Structured Size // where it shows structuredContent
	Both       Size // where it shows both, or nobody knows which
	// Media are the images and other bytes, which no model reads as text, by their
	// kinds: image, audio, document, resource.
	Media []Media
	Parts bool // no more than parts of the document are shown
}

// Size is what a text takes.
type Size struct{ Bytes, Tokens int }

// Media are the media of one kind. Bytes are those of their base64.
type Media struct {
	Kind         string
	Count, Bytes int
}

// Measure tells what a model reads of a document, in tokens of a counter. It decodes no
// media, and needs no more memory than the largest part takes. The error is an [*Error]
// if body is no JSON text.
func Measure(body []byte, counter tokens.Counter) (Reading, error) {
	if err := scan.Check(body, scan.Limits{}, false); err != nil {
		return Reading{}, publicError(err)
	}
	r := budget.Read(body, counter)
	out := Reading{Text: Size(r.Text), Structured: Size(r.Structured), Both: Size(r.Both), Parts: r.Parts}
	for _, m := range r.Media {
		out.Media = append(out.Media, Media(m))
	}
	return out, nil
}
