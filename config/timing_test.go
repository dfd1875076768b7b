package config

import (
	"strings"
	"testing"
	"time"
)

// TestP9Bounds: durations out of bounds are errors with their place, in both of
// their forms. A trusted file has a day.
func TestP9Bounds(t *testing.T) {
	for _, c := range []struct{ key, value, project, home string }{
		{"debounce", `"5s"`, "", ""},
		{"debounce", `5000`, "", ""},
		{"debounce", `"5001ms"`, "must be at most 5s", ""},
		{"debounce", `5001`, "must be at most 5s", ""},
		{"debounce", `"24h"`, "must be at most 5s", ""},
		{"debounce", `"24h1ms"`, "must be at most 5s", "must be at most 24h0m0s"},
		{"debounce", `"99999h99999h99999h"`, "must be at most 5s", "must be at most 24h0m0s"},
		{"debounce", `86400001`, "must be at most 86400000", "must be at most 86400000"},
		{"debounce", `"0.5ms"`, "must be at least 1ms", ""},
		{"max_wait", `"10s"`, "", ""},
		{"max_wait", `10001`, "must be at most 10s", ""},
		{"poll", `"60s"`, "", ""},
		{"poll", `100`, "", ""},
		{"poll", `"61s"`, "must be at most 1m0s", ""},
		{"poll", `"99ms"`, "must be at least 100ms", ""},
		{"poll", `0`, "must be at least 100ms", ""},
	} {
		text := `{"global": {"watch": {"` + c.key + `": ` + c.value + `}}}`
		for place, want := range map[string]string{nearPlace: c.project, homePlace: c.home} {
			tr := newTree(t)
			o := tr.options()
			o.Debounce = time.Millisecond // no save is in progress
			tr.write(place, text)
			_, err := Load(o)
			if want == "" && err == nil {
				continue
			}
			at := place + ":1:" + map[string]string{"debounce": "35", "max_wait": "35", "poll": "31"}[c.key] + ": /global/watch/" + c.key + ": " + want
			if want == "" || err == nil || !strings.HasPrefix(err.Error(), tr.path("")+"/"+at) {
				t.Errorf("%s in %s: got %v, want %s", text, place, err, at)
			}
		}
	}
}

// TestP9WhoGoverns: the program goes before all, the eager one of the trusted files
// before the other, and a project speaks for itself alone.
func TestP9WhoGoverns(t *testing.T) {
	const ms = time.Millisecond
	watch := func(debounce, wait, poll string) string {
		return `{"global": {"watch": {"debounce": ` + debounce + `, "max_wait": ` + wait + `, "poll": ` + poll + `}}}`
	}
	for name, c := range map[string]struct {
		project, home, etc string
		o                  Options
		all, own           timing
	}{
		"nobody":       {`{}`, `{}`, `{}`, Options{}, usual, usual},
		"a project":    {watch("5000", "10000", "60000"), `{}`, `{}`, Options{}, usual, timing{5000 * ms, 10000 * ms, 60000 * ms}},
		"home":         {`{}`, watch("7000", "20000", "0"), `{}`, Options{}, timing{7000 * ms, 20000 * ms, -1}, timing{7000 * ms, 20000 * ms, -1}},
		"both":         {watch("20", "30", "400"), watch("70", "80", "9000"), `{}`, Options{}, timing{70 * ms, 80 * ms, 9000 * ms}, timing{20 * ms, 30 * ms, 400 * ms}},
		"home and etc": {`{}`, watch("70", "80", "0"), watch("50", "90", "9000"), Options{}, timing{50 * ms, 80 * ms, 9000 * ms}, timing{50 * ms, 80 * ms, 9000 * ms}},
		"the program": {
			watch("20", "30", "400"), watch("70", "80", "9000"), `{}`,
			Options{Debounce: 1, MaxWait: 2, Poll: -1}, timing{1, 2, -1}, timing{1, 2, -1},
		},
		"flags": {
			watch("20", "30", "400"), `{}`, `{}`,
			Options{Flags: map[string]any{"global/watch/poll": "2s"}},
			timing{usual.Debounce, usual.MaxWait, 2 * time.Second}, timing{20 * ms, 30 * ms, 2 * time.Second},
		},
	} {
		tr := newTree(t)
		tr.write(nearPlace, c.project)
		tr.write(homePlace, c.home)
		tr.write(etcPlace, c.etc)
		o := tr.options()
		o.Debounce, o.MaxWait, o.Poll, o.Flags = c.o.Debounce, c.o.MaxWait, c.o.Poll, c.o.Flags
		if s := tr.load(o); s.timing != c.all || s.own != c.own {
			t.Errorf("%s: all %v, own %v; want %v and %v", name, s.timing, s.own, c.all, c.own)
		}
	}
}

// Effective lists the timing of the file in force with its place.
func TestP9PlacesOfTiming(t *testing.T) {
	tr := newTree(t)
	tr.write(nearPlace, `{"global": {"watch": {"debounce": 20}}}`)
	tr.write(homePlace, `{"global": {"watch": {"debounce": 70, "poll": 9000}}}`)
	s := tr.load(tr.options())
	for setting, want := range map[string][2]string{
		"watch.debounce": {"20ms", tr.path(nearPlace) + ":1:35: /global/watch/debounce"},
		"watch.max_wait": {"1s", "built-in /global/watch/max_wait"},
		"watch.poll":     {"9s", tr.path(homePlace) + ":1:47: /global/watch/poll"},
	} {
		if value, origin := decided(t, s, "t", setting); value != want[0] || origin != want[1] {
			t.Errorf("%s: %s from %s, want %v", setting, value, origin, want)
		}
	}
}
