package codec_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/codec"
)

// There is more exactly where the next page is named (RULES D40).
func TestAgreed(t *testing.T) {
	yes, no := true, false
	for _, tt := range []struct {
		cursor string
		more   *bool
		want   string
	}{
		{"c", &yes, "c true"},
		{"c", nil, "c true"},
		{"c", &no, " false lost pagination.cursor"},
		{"", &yes, " nil lost pagination.has_more"},
		{"", &no, " false"},
		{"", nil, " nil"},
	} {
		p, lost := codec.Agreed(envelope.Pagination{Cursor: tt.cursor, HasMore: tt.more})
		more := "nil"
		if p.HasMore != nil {
			more = fmt.Sprint(*p.HasMore)
		}
		got := p.Cursor + " " + more
		if lost != nil {
			got += " lost " + strings.Join(lost, " ")
		}
		if got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
