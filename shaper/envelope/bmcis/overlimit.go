package bmcis

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// OverLimit is the error that stands in the place of a response over its limit, under
// the metadata of the response (RULES R93; see [TokenLimitExceeded]).
func (Dialect) OverLimit(doc *envelope.Doc, mode string, tokens, limit int) []byte {
	over := TokenLimit{Tokens: tokens, Limit: limit, Mode: mode, PageSize: len(raw.Elements(doc.Value("results")))}
	said := TokenLimitExceeded(Metadata{}, over)
	head := raw.Put(doc.Value("_metadata"), "status", raw.Quote(said.Metadata.Status))
	head = raw.Put(head, "message", raw.Quote(said.Metadata.Message))
	warnings, _ := raw.Encode(said.Warnings) // plain texts
	var out raw.Object
	out.Set("_metadata", head)
	out.Set("results", []byte("[]"))
	out.Set("warnings", warnings)
	return out.Done()
}
