package bmcis_test

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
)

func TestShortenKeysKeepsSpelling(t *testing.T) {
	const doc = "{ \"r\\u0061nk\" : 1.0 , \"x\" : [ \"rank\" , {\"\\u0078\":1e400} ] }"
	got, err := bmcis.ShortenKeys([]byte(doc))
	envtest.Same(t, "shortened", got, err, []byte("{ \"r\" : 1.0 , \"x\" : [ \"rank\" , {\"\\u0078\":1e400} ] }"))
	if _, err := bmcis.ShortenKeys([]byte(`{"rank":`)); err == nil {
		t.Error("a broken document is shortened")
	}
	if _, err := bmcis.RestoreKeys([]byte(`{]`)); err == nil {
		t.Error("a broken document is restored")
	}
}
