package bmcis

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// apiVersion is the version of the API that seed 004 describes.
const apiVersion = "1.0.0"

// Build writes the envelope. What the caller left zero gets its usual value:
// version "1.0.0", status success (error where there is one), the time now, a
// request id of its own, in both places, an estimate of the tokens; no results
// and no warnings are []. It fails where the envelope would not be valid, and
// names the member.
func (e Envelope[T]) Build() ([]byte, error) {
	results, err := kit.Encode(e.Results)
	if err != nil {
		return nil, &envelope.FieldError{Field: "results", Problem: kit.Unencodable(e.Results)}
	}
	if kit.IsNull(results) {
		results = []byte("[]")
	}
	if e.Error != nil {
		e.Metadata.Status = cmp.Or(e.Metadata.Status, StatusError)
	}
	e.Metadata = e.Metadata.complete()
	e.ExecutionContext.TokensEstimated = cmp.Or(e.ExecutionContext.TokensEstimated, estimateTokens(results, e.ExecutionContext.TokensUsed))
	e.ExecutionContext.RequestID = cmp.Or(e.ExecutionContext.RequestID, e.Metadata.RequestID)
	if e.Warnings == nil {
		e.Warnings = []Warning{}
	}
	doc, err := kit.Encode(Envelope[json.RawMessage]{
		e.Metadata, e.Error, results, e.Pagination, e.ExecutionContext, e.Warnings,
	})
	if err != nil {
		return nil, fmt.Errorf("not a valid envelope: %w", err)
	}
	return kit.Valid(Dialect{}, doc)
}

func (m Metadata) complete() Metadata {
	m.Version = cmp.Or(m.Version, apiVersion)
	m.Status = cmp.Or(m.Status, StatusSuccess)
	m.RequestID = cmp.Or(m.RequestID, newRequestID())
	if m.Timestamp.IsZero() {
		m.Timestamp = time.Now().UTC()
	}
	return m
}

func newRequestID() string {
	id := make([]byte, 8)
	_, _ = rand.Read(id) // never fails
	return "req_" + hex.EncodeToString(id)
}

// NoResults is the type of results that an error response has none of.
type NoResults = []json.RawMessage

// TokenLimit is a response that would be too large.
type TokenLimit struct {
	Tokens, Limit int
	Mode          string // that was asked for; "" where nobody knows
	PageSize      int    // that was asked for; 0 is the default, 10
}

// TokenLimitExceeded is the answer instead of a response that would be too
// large (RULES R93). It suggests a cheaper mode, metadata where the mode is
// unknown, and the page size that would fit.
func TokenLimitExceeded(meta Metadata, over TokenLimit) Envelope[NoResults] {
	meta.Status, meta.Message = StatusError, "Response size exceeds token limit"
	warning := NewWarning(WarnTokenLimitExceeded,
		fmt.Sprintf("Response would use %d tokens, limit is %d", over.Tokens, over.Limit))
	warning.Suggestion = over.suggestion()
	return Envelope[NoResults]{
		Metadata:         meta,
		ExecutionContext: ExecutionContext{TokensEstimated: int64(max(over.Tokens, 0))},
		Warnings:         []Warning{warning},
	}
}

func (l TokenLimit) suggestion() string {
	var ways []string
	switch l.Mode {
	case ModeFull, ModePreview, "":
		ways = append(ways, "Use 'metadata' mode")
	case ModeMetadata:
		ways = append(ways, "Use 'ids_only' mode")
	}
	if size := l.fitting(); size > 0 {
		ways = append(ways, fmt.Sprintf("reduce page_size to %d", size))
	}
	return cmp.Or(strings.Join(ways, " or "), "Narrow the query")
}

// fitting returns the page size whose results would fit, 0 for none smaller.
func (l TokenLimit) fitting() int {
	size := cmp.Or(l.PageSize, HitsPerPage)
	overhead := DefaultTokenBudget().Envelope
	if l.Limit <= overhead || l.Tokens <= l.Limit {
		return 0
	}
	return int(int64(size) * int64(l.Limit-overhead) / int64(l.Tokens-overhead))
}
