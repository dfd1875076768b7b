package contract

import (
	"encoding/json"
	"fmt"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// NotJSON reports the first raw value that is not one JSON text; nil counts as
// absent.
func NotJSON(field string, values ...json.RawMessage) error {
	for _, v := range values {
		if v == nil {
			continue
		}
		if err := envelope.Check(v); err != nil {
			return fmt.Errorf("%s: %w", field, err)
		}
	}
	return nil
}

// Valid returns what a builder made if the dialect's own validator finds no
// fault in it.
func Valid(v envelope.Validator, doc []byte) ([]byte, error) {
	findings, err := v.Validate(doc, "")
	if err != nil {
		return nil, err
	}
	if err := findings.Err(); err != nil {
		return nil, fmt.Errorf("not a valid envelope: %w", err)
	}
	return doc, nil
}
