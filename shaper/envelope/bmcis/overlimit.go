package bmcis

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// OverLimit is the error that stands in the place of a response over its limit, under
// the metadata of the response (RULES R93; see [TokenLimitExceeded]).
func (Dialect) OverLimit(doc *envelope.Doc, mode string, tokens, limit int) []byte {
	over := TokenLimit{Tokens: tokens, Limit: limit, Mode: mode, PageSize: len(kit.Elements(doc.Value("results")))}
	said := TokenLimitExceeded(Metadata{}, over)
	head := kit.Put(doc.Value("_metadata"), "status", kit.Quote(said.Metadata.Status))
	head = kit.Put(head, "message", kit.Quote(said.Metadata.Message))
	warnings, _ := kit.Encode(said.Warnings) // plain texts
	var out kit.Object
	out.Set("_metadata", head)
	out.Set("results", []byte("[]"))
	out.Set("warnings", warnings)
	return out.Done()
}
