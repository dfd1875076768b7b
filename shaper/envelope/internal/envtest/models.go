package envtest

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

func SameModel(t *testing.T, got, want *envelope.Model) {
	t.Helper()
	if !sameJSON(got.Payload, want.Payload) || got.OK != want.OK || got.RequestID != want.RequestID {
		t.Fatalf("\n got %s %v %q\nwant %s %v %q", got.Payload, got.OK, got.RequestID, want.Payload, want.OK, want.RequestID)
	}
	if want.Error != nil && want.Error.Message != "" && got.Error.Message != want.Error.Message {
		t.Fatalf("message %q, want %q", got.Error.Message, want.Error.Message)
	}
	if texts(got) != texts(want) {
		t.Fatalf("warnings %q, want %q", texts(got), texts(want))
	}
	if got.Pagination != nil && (got.Pagination.Cursor != want.Pagination.Cursor || !reflect.DeepEqual(got.Pagination.HasMore, want.Pagination.HasMore) || !reflect.DeepEqual(got.Pagination.Total, want.Pagination.Total)) {
		t.Fatalf("pagination %+v, want %+v", got.Pagination, want.Pagination)
	}
}

func sameJSON(a, b []byte) bool {
	var x, y bytes.Buffer
	return len(a) == 0 && len(b) == 0 || json.Compact(&x, a) == nil && json.Compact(&y, b) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}

func texts(m *envelope.Model) string {
	var all []string
	for _, w := range m.Warnings {
		all = append(all, w.Message)
	}
	slices.Sort(all) // a loss that both name counts once
	return strings.Join(slices.Compact(all), "\n")
}
