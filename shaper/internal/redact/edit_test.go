package redact_test

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// A string of hidden values alone has edits of a few bytes each, also for values in nested
// strings.
func TestEditsAreSmall(t *testing.T) {
	const rules, n = "!password ~email", 1000
	for _, part := range []string{
		"password: x\n", `{"email":1}` + "\n", `{"email":1,"password":2,"a":3}` + "\n", `{"a":"{\"password\":1,\"email\":\"é\"}"}` + "\n",
	} {
		var h redact.Hider
		raw := quote(strings.Repeat(part, n))
		edits, _ := look(&h, hiding(t, rules), raw, nil)
		found := 0
		for range edits.All() {
			found++
		}
		if found < n || len(edits) > 3*found+32 {
			t.Errorf("%q: %d edits in %d bytes", part, found, len(edits))
		}
		if size := len(redact.Append(nil, raw, edits)); edits.Size(len(raw)) != size {
			t.Errorf("%q: %d bytes, and not %d", part, size, edits.Size(len(raw)))
		}
	}
}
