package main

import (
	"encoding/json"
	"slices"
	"testing"
)

// The flaws are flaws for every strict reader.
func TestFlaws(t *testing.T) {
	for _, flaw := range flaws {
		for _, text := range flaw.texts {
			if flaw.kind != "UTF-8" && json.Valid([]byte(text)) {
				t.Errorf("%q is valid", text)
			}
		}
	}
}

// Validation of a peer is measured, not assumed. shape finds all flaws, and so do
// libraries asked to validate. A search library does not.
func TestStrictness(t *testing.T) {
	for _, work := range []string{"W1", "W2", "W3", "W4", "W5", "W6"} {
		s := strictnessOf(work)
		if len(s[ours]) > 0 {
			t.Errorf("%s: shape lets pass: %q", work, s[ours])
		}
		if !s.validates("encoding/json map") || !slices.Contains(s["encoding/json map"], "UTF-8") {
			t.Errorf("%s: encoding/json lets pass: %q", work, s["encoding/json map"])
		}
	}
	if s := strictnessOf("W2"); s.validates("sonic nodes") || s.validates("gjson + sjson") {
		t.Errorf("who searches validates: %v", s)
	}
	if s := strictnessOf("W5"); !s.validates("sonic nodes") || !s.validates("gjson + sjson") {
		t.Errorf("who was asked to validate does not: %v", s)
	}
}
