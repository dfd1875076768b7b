package dialects_test

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
)

// Each way of an upgrade gives a failure of the first edition its code and type (RULES D39).
// Existing ones stay.
func TestE4UpgradeFillsFailures(t *testing.T) {
	for data, want := range map[string]string{
		`{}`:                                    `{"error_code":"INTERNAL_ERROR","error_type":"internal"}`,
		`{"error_code":"NOT_FOUND"}`:            `{"error_code":"NOT_FOUND","error_type":"not_found"}`,
		`{"error_code":"X","error_type":"y"}`:   `{"error_code":"X","error_type":"y"}`,
		`{"_meta":{"trace":"t"}}`:               `{"error_code":"INTERNAL_ERROR","error_type":"internal"}`,
		`{"error_code":"TOKEN_LIMIT_EXCEEDED"}`: `{"error_code":"TOKEN_LIMIT_EXCEEDED","error_type":"validation"}`,
	} {
		doc := []byte(`{"success":false,"data":` + data + `,"error":"m","meta":{"version":"response-v2"}}`)
		upgraded, err := responsev2.Upgrade(doc)
		if err != nil {
			t.Fatal(err)
		}
		made, err := dialects.Convert(doc, "response-v2", "response-v2")
		if err != nil {
			t.Fatal(err)
		}
		for way, out := range map[string][]byte{"upgraded": upgraded, "converted": made.Envelope} {
			if got := string(envtest.Open(t, out).Value("data")); got != want {
				t.Errorf("%s %s: %s, want %s", way, data, got, want)
			}
		}
	}
}
