package responsev2_test

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
)

// A payload that is no object is refused with advice.
func TestE7RefusedPayloadsHint(t *testing.T) {
	for _, tt := range []struct {
		data any
		want string
	}{
		{[]int{1}, `data: must be an object: put the array under a name, such as map[string]any{"items": list}`},
		{"x", "data: must be an object: put the string under a name"},
		{[]byte("S3CRET"), "data: cannot be written as JSON: bytes must hold some; string(b) is a text"},
	} {
		doc, err := responsev2.Success(tt.data)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s, %v", doc, err)
		}
	}
	if doc, err := responsev2.Success([]byte(`{"n":1.0}`)); err != nil || !strings.Contains(string(doc), `"data":{"n":1.0}`) {
		t.Errorf("%s, %v", doc, err)
	}
}

// A cut for another reason than tokens names its reason.
func TestTrimTellsItsReason(t *testing.T) {
	doc, err := responsev2.Success(map[string]any{"rows": []int{1, 2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	for reason, want := range map[string][]string{
		"":           {`"2 rows omitted due to token limits"`, `"reason":"token_limit_exceeded"`},
		"row_policy": {`"2 rows omitted: row_policy"`, `"reason":"row_policy"`},
	} {
		out, err := responsev2.Trim(doc, responsev2.ListLimit{List: "data.rows", Keep: 1, Reason: reason})
		for _, part := range want {
			if err != nil || !strings.Contains(string(out.Envelope), part) {
				t.Errorf("%s: %s, %v", reason, out.Envelope, err)
			}
		}
	}
}
