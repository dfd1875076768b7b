package digest

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Contract is digest/v1 as an [envelope.Validator] and an [envelope.Schemer]. It is no
// dialect: a digest is a payload, which any envelope may hold.
type Contract struct{}

// Name is the name used in flags.
func (Contract) Name() string { return "digest" }

// Validate is the function [Validate], not strict. There is one edition, "".
func (c Contract) Validate(doc []byte, edition string) (envelope.Findings, error) {
	if edition != "" {
		return envelope.Findings{}, &envelope.EditionError{Dialect: c.Name(), Edition: edition}
	}
	return Validate(doc, false)
}

// Schema returns the JSON Schema of a digest as it is written, with all ten members.
func (c Contract) Schema(edition string) ([]byte, error) {
	if edition != "" {
		return nil, &envelope.EditionError{Dialect: c.Name(), Edition: edition}
	}
	return kit.SchemaText("digest-v1"), nil
}
