// Package mcptest holds helpers of the tests of this folder: engines over rules, and rules
// that change.
package mcptest

import (
	"sync/atomic"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// Engine is one over rules.
func Engine(t testing.TB, spec profiles.Spec) *shaper.Engine {
	t.Helper()
	eng, err := shaper.New(Rules(t, spec))
	if err != nil {
		t.Fatal(err)
	}
	return eng
}

// Rules compiles rules.
func Rules(t testing.TB, spec profiles.Spec) *profiles.Set {
	t.Helper()
	set, err := profiles.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// Changing is a configuration that changes.
type Changing struct{ atomic.Pointer[profiles.Set] }

// NewChanging is an engine over rules that change.
func NewChanging(t testing.TB, spec profiles.Spec, opts ...shaper.Option) (*Changing, *shaper.Engine) {
	t.Helper()
	c := new(Changing)
	c.To(t, spec)
	eng, err := shaper.New(c, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return c, eng
}

// Profiles is the configuration that is in force.
func (c *Changing) Profiles() *profiles.Set { return c.Load() }

// To lets other rules hold.
func (c *Changing) To(t testing.TB, spec profiles.Spec) {
	t.Helper()
	c.Store(Rules(t, spec))
}

var (
	// Plainly changes nothing: no payload is an envelope that could be trimmed.
	Plainly = profiles.Spec{Global: profiles.Global{Settings: profiles.Settings{Dialect: new("plain")}}}
	// Secretive hides the members named secret.
	Secretive = profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"secret"}}}}
	// Weather takes station_id out of forecasts, lets their caller choose fields, and hides
	// every api_key and every key in a text.
	Weather = profiles.Spec{
		Tools: []profiles.Tool{{
			Name: "weather.forecast", ExcludeFields: []string{"station_id"}, Delivery: profiles.Delivery{Caller: &[]string{"fields"}},
		}},
		Privacy: []profiles.Privacy{{Drop: []string{"api_key"}, Mask: []profiles.PrivacyMask{{Pattern: "k-[0-9]+", With: new("***")}}}},
	}
)
