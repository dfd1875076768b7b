package app

import (
	"errors"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper"
)

// A fault of the engine has the status of one, whatever document it came with.
func TestExitStatusOfAFault(t *testing.T) {
	for reason, want := range map[string]int{"fault": ExitFault, "invalid_json": ExitJSON} {
		err := &BadDocument{File: "a.json", Err: &shaper.Error{Reason: reason, Err: errors.New("at a place")}}
		if got := ExitStatus(err); got != want {
			t.Errorf("%s: exit status %d", reason, got)
		}
	}
}
