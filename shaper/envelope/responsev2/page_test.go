package responsev2_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
)

func TestCursorsThereAndBack(t *testing.T) {
	cursor, err := responsev2.EncodeCursor(json.RawMessage(`{"last_id": "日?>", "n": 9007199254740993, "version": 7}`))
	if err != nil || strings.ContainsAny(cursor, "+/ ") {
		t.Fatalf("%q, %v", cursor, err)
	}
	position, err := responsev2.DecodeCursor(cursor)
	envtest.Same(t, "position", position, err, []byte(`{"last_id":"日?>","n":9007199254740993,"version":1}`))
	standard := strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(cursor, "="))
	position, err = responsev2.DecodeCursor(standard)
	envtest.Same(t, "standard alphabet", position, err, []byte(`{"last_id":"日?>","n":9007199254740993,"version":1}`))
	for broken, want := range map[string]string{"": "empty", "%%%": "decoded", "WzEsMl0=": "object"} {
		if _, err := responsev2.DecodeCursor(broken); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", broken, err)
		}
	}
	for _, position := range []any{nil, 5, []int{1}, func() {}} {
		if cursor, err := responsev2.EncodeCursor(position); err == nil {
			t.Errorf("%v: %s", position, cursor)
		}
	}
}

func TestClampPageSize(t *testing.T) {
	for size, want := range map[int]int{-5: 1, 0: 1, 1: 1, 1000: 1000, 1001: 1000} {
		if got := responsev2.ClampPageSize(size); got != want {
			t.Errorf("%d: %d", size, got)
		}
	}
}
