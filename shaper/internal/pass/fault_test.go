package pass

import (
	"errors"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Only the first fault counts.
func TestFault(t *testing.T) {
	elsewhere := errors.New("elsewhere")
	text := func(at int) func(*fault) { return func(f *fault) { f.note(at, scan.KindValue) } }
	other := func(f *fault) { f.refuse(elsewhere) }
	for _, c := range []struct {
		name  string
		notes []func(*fault)
		want  string
	}{
		{"in the text", []func(*fault){text(5), text(1), other}, "1:6: invalid character at start of value (at /a, offset 5)"},
		{"elsewhere", []func(*fault){other, text(1)}, "elsewhere"},
	} {
		var f fault
		for _, note := range c.notes {
			note(&f)
		}
		got := ""
		if err := f.of([]byte(`{"a":x}`)); err != nil {
			got = err.Error()
		}
		if got != c.want || f.failed != (c.want != "") {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
