package envelope_test

import (
	"encoding/json"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/casetest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

func TestDigestCases(t *testing.T) {
	type instance struct {
		Instance json.RawMessage
		Strict   bool
	}
	parse := func(t *testing.T, c casetest.Case) *envelope.Digest {
		d, err := envelope.ParseDigest(casetest.Input[instance](t, c).Instance, false)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	casetest.Run(t, ownCases, sharedCases, map[string]casetest.Adapter{
		"digest.validate": func(t *testing.T, c casetest.Case) casetest.Result {
			in := casetest.Input[instance](t, c)
			findings, err := envelope.ValidateDigest(in.Instance, in.Strict)
			d, invalid := envelope.ParseDigest(in.Instance, in.Strict)
			if findings.Valid != (invalid == nil) {
				t.Errorf("validated %v, parsed %v", findings, invalid)
			}
			return casetest.Result{
				Output: casetest.JSON(t, findings), Err: err,
				Facts: map[string]any{"is_valid_digest": invalid == nil && d.Valid()},
			}
		},
		"digest.detect": func(t *testing.T, c casetest.Case) casetest.Result {
			source := casetest.Input[struct {
				Source struct {
					ContentType string `json:"content_type"`
				}
			}](t, c).Source
			return result(casetest.JSON(t, envelope.IsDigest(source.ContentType)), nil)
		},
		"digest.verify_locator": func(t *testing.T, c casetest.Case) casetest.Result {
			in := casetest.Input[struct {
				CanonicalText string `json:"canonical_text"`
				Locator, Text string
			}](t, c)
			return result(casetest.JSON(t, envelope.VerifyLocator(in.CanonicalText, in.Locator, in.Text)), nil)
		},
		"digest.estimate_tokens": func(t *testing.T, c casetest.Case) casetest.Result {
			return result(casetest.JSON(t, parse(t, c).EstimateTokens()), nil)
		},
		"digest.canonicalize": func(t *testing.T, c casetest.Case) casetest.Result {
			return result(casetest.JSON(t, envelope.CanonicalText(casetest.Input[struct{ Text string }](t, c).Text)), nil)
		},
		"digest.query_hash": func(t *testing.T, c casetest.Case) casetest.Result {
			return result(casetest.JSON(t, envelope.DigestQueryHash(casetest.Input[struct{ Query string }](t, c).Query)), nil)
		},
		"digest.serialize": func(t *testing.T, c casetest.Case) casetest.Result {
			return result(parse(t, c).Serialize())
		},
		"digest.deserialize": func(t *testing.T, c casetest.Case) casetest.Result {
			d, err := envelope.ParseDigest([]byte(casetest.Input[struct{ Text string }](t, c).Text), false)
			if err != nil {
				return result(nil, err)
			}
			return result(d.Serialize())
		},
	})
}
