package envelope

import (
	"encoding/json"
	"fmt"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// notJSON reports the first raw value that is not one JSON text; nil counts as
// absent.
func notJSON(field string, values ...json.RawMessage) error {
	for _, v := range values {
		if v == nil {
			continue
		}
		if err := scan.Check(v, scan.Limits{}, false); err != nil {
			return fmt.Errorf("%s: %w", field, err)
		}
	}
	return nil
}

// valid returns what a builder made if the dialect's own validator finds no
// fault in it.
func valid(v Validator, doc []byte) ([]byte, error) {
	findings, err := v.Validate(doc, "")
	if err != nil {
		return nil, err
	}
	if err := findings.fault(); err != nil {
		return nil, fmt.Errorf("not a valid envelope: %w", err)
	}
	return doc, nil
}
