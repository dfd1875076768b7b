package shaper

import (
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/budget"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// Reading holds the sizes of a document as a model reads it. A client shows parts of a tool
// result. Most clients show the texts of content, without the escapes of JSON. Some show
// structuredContent in their place, if it exists and the call did not fail. That holds for a
// result in a JSON-RPC response, a batch, a message of a model's API, or the input of a hook.
// Any other document is read as it stands.
type Reading struct {
	Text       Size // if the client shows texts
	Structured Size // if it shows structuredContent
	Both       Size // if it shows both, or if this is unknown
	// Media are images and other bytes that a model does not read as text, by kind: image,
	// audio, document, resource.
	Media []Media
	Parts bool // the client shows only parts of the document
}

// Shown returns the size for a client that shows a half. It is that of the texts if a client
// shows both, since this stands for an unknown client.
func (r Reading) Shown(reads profiles.Reads) Size {
	if reads == profiles.ReadsStructured {
		return r.Structured
	}
	return r.Text
}

// Size is the size of a text in bytes and tokens.
type Size struct{ Bytes, Tokens int }

// Media counts the media of one kind. Bytes is the size of their base64.
type Media struct {
	Kind         string
	Count, Bytes int
}

// Measure returns the sizes of a document as a model reads it, in tokens of counter. It
// decodes no media, and needs no more memory than the largest part. The error is an [*Error]
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
