package cli

import (
	"fmt"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// checkOff returns an error that names a flag without effect under --profile off. Only hiding
// rules act there, and --exclude is one of them.
func checkOff(req *shaper.Request) error {
	if req.Profile != profiles.Off {
		return nil
	}
	s := &req.Settings
	for _, f := range []struct {
		name  string
		given bool
	}{
		{"--mode", req.Mode != ""},
		{"--include", len(req.Include) > 0},
		{"--fields", req.Fields != nil},
		{"--drop", isOn(s.ExcludeNullValues) || isOn(s.ExcludeEmptyArrays) || isOn(s.ExcludeEmptyObjects) || isOn(s.ExcludeDefaultValues)},
		{"--max-string", s.MaxString != nil},
		{"--max-items", s.MaxItems != nil},
		{"--shorten", s.Shorten != nil},
		{"--columns", isOn(s.Columns)},
		{"--budget", req.Budget.IsThere()},
	} {
		if f.given {
			return fmt.Errorf("%s has no effect under --profile off", f.name)
		}
	}
	return nil
}
