package config

import (
	"testing"
)

func TestSubscribeTellsEachKindOfChange(t *testing.T) {
	s := newSite(t, ModeNotify)
	s.startAt(1)
	changes, cancel := s.w.Subscribe()
	defer cancel()

	s.save(2)
	c := <-changes
	if c.Generation != 2 || c.Path != s.path || c.Err != nil || !c.AdvertisedChanged || s.w.Current().Generation() < 2 {
		t.Errorf("a save: %+v", c)
	}
	s.replace(s.path, []byte(`{`))
	if c = <-changes; c.Generation != 2 || c.Refused == "" || c.Err == nil || c.AdvertisedChanged {
		t.Errorf("a refused edit: %+v", c)
	}
	s.replace(s.path, content(2))
	if c = <-changes; c.Generation != 2 || c.Refused != "" || c.Err != nil || c.AdvertisedChanged {
		t.Errorf("a fault that is over: %+v", c)
	}
	s.replace(s.path, append(content(2), "// a comment\n"...))
	if c = <-changes; c.Generation != 3 || c.AdvertisedChanged {
		t.Errorf("a comment: %+v", c)
	}
}

// TestSlowSubscriberGetsTheLatest publishes without a reader. The last change remains, and
// still tells that an earlier one was advertised.
func TestSlowSubscriberGetsTheLatest(t *testing.T) {
	w := &Watcher{}
	slow, cancel := w.Subscribe()
	other, cancelOther := w.Subscribe()
	for n := range uint64(5) {
		w.subscribers.publish(Change{Status: Status{Generation: n}, AdvertisedChanged: n == 2})
	}
	if c := <-slow; c.Generation != 4 || !c.AdvertisedChanged {
		t.Errorf("%+v", c)
	}
	cancel()
	cancel()
	if !isClosed(slow) {
		t.Error("open after cancel")
	}
	<-other
	w.subscribers.publish(Change{Status: Status{Generation: 5}})
	if c := <-other; c.Generation != 5 || c.AdvertisedChanged {
		t.Errorf("%+v", c)
	}
	w.subscribers.close()
	if !isClosed(other) {
		t.Error("open after close")
	}
	cancelOther()
}

func TestSameSelection(t *testing.T) {
	base := `{"global": {"profile": "p"}, "profiles": {"p": {"include_only": ["a"]}}}`
	for text, same := range map[string]bool{
		"// moved down\n\n" + base: true,
		`{"global": {"profile": "p"}, "profiles": {"p": {"include_only": ["a"], "description": "why"}}}`:                                          true,
		`{"global": {"profile": "p", "watch": {"poll": "9s"}}, "profiles": {"p": {"include_only": ["a"]}}}`:                                       true,
		`{"global": {"profile": "p"}, "profiles": {"p": {"include_only": ["b"]}}}`:                                                                false,
		`{"global": {"profile": "debug"}, "profiles": {"p": {"include_only": ["a"]}}}`:                                                            false,
		`{"global": {"profile": "p"}, "profiles": {"p": {"include_only": ["a"]}}, "privacy": {"drop": ["x"]}}`:                                    false,
		`{"global": {"profile": "p"}, "profiles": {"p": {"include_only": ["a"]}}, "tool_overrides": {"t": {"exclude_fields": ["x"]}}}`:            false,
		`{"global": {"profile": "p", "exclude_null_values": true}, "profiles": {"p": {"include_only": ["a"]}}}`:                                   false,
		`{"global": {"profile": "p"}, "profiles": {"p": {"include_only": ["a"]}}, "privacy": {"mask": [{"pattern": "x"}]}, "_comment": "hiding"}`: false,
	} {
		a, err := Parse("a", []byte(base))
		if err != nil {
			t.Fatal(err)
		}
		b, err := Parse("b", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := sameSelection(a, b); got != same {
			t.Errorf("%s: same is %v, want %v", text, got, same)
		}
	}
}
