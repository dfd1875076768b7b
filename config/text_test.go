package config

import (
	"strings"
	"testing"
)

// A text takes the place of the content of the file in force, and of nothing else.
func TestLoadText(t *testing.T) {
	const privacy = `{"privacy": {"drop": "of_etc"}}`
	tests := map[string]struct {
		change func(tr *tree, o *Options)
		in     string // the file whose place the text takes
	}{
		"project":           {func(tr *tree, _ *Options) { tr.write(nearPlace, `{`) }, nearPlace},
		"home":              {func(tr *tree, _ *Options) { tr.write(homePlace, `{}`) }, homePlace},
		"no file":           {func(*tree, *Options) {}, homePlace},
		"--config":          {func(tr *tree, o *Options) { o.Path = tr.write("own.json", `{}`) }, "own.json"},
		"--config, missing": {func(tr *tree, o *Options) { o.Path = tr.path("own.json") }, "own.json"},
		"the variable": {func(tr *tree, _ *Options) {
			tr.env["CODE_SCALPEL_RESPONSE_CONFIG"] = tr.path("own.json")
		}, "own.json"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			tr := newTree(t)
			tr.write(etcPlace, privacy)
			o := tr.options()
			test.change(tr, &o)
			if name == "no file" {
				tr.remove(etcPlace)
			}
			s, err := LoadText(o, []byte(`{"global": {"max_items": 7}}`))
			if err != nil {
				t.Fatal(err)
			}
			if items, origin := decided(t, s, "t", "max_items"); items != "7" || origin != tr.path(test.in)+":1:26: /global/max_items" {
				t.Errorf("max_items = %q from %s", items, origin)
			}
			if dropped, _ := decided(t, s, "t", "drop"); dropped != "of_etc" && name != "no file" {
				t.Errorf("drop = %q", dropped)
			}
			if _, err := LoadText(o, []byte(`{"global": 1}`)); err == nil || !strings.Contains(err.Error(), test.in+":1:12: /global") {
				t.Errorf("a fault of the text: %v", err)
			}
		})
	}
}

// The trust in the file as it is holds for the text, and so do its faults.
func TestLoadTextTrust(t *testing.T) {
	tr := newTree(t)
	o := tr.options()
	path := tr.write(projectPlace, `{"global": {"profile": "debug"}}`)
	const text = `{"global": {"profile": "off"}}`
	expect := func(want Trust) {
		t.Helper()
		if s, err := LoadText(o, []byte(text)); err != nil || s.Trust() != want {
			t.Errorf("%v, want %v; error %v", s.Trust(), want, err)
		}
	}
	tr.write(homePlace, `{"privacy": {"drop": "x"}}`)
	expect(TrustNone)
	if _, err := GiveTrust(o, path, true); err != nil {
		t.Fatal(err)
	}
	expect(TrustPinned)
	tr.write(projectPlace, text)
	expect(TrustNone)
	tr.remove(projectPlace)
	tr.write(projectPlace+"/folder", "")
	if _, err := LoadText(o, []byte(`{}`)); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("an unreadable file: %v", err)
	}
	o.NoConfig = true
	if _, err := LoadText(o, []byte(`{}`)); err == nil {
		t.Error("a text without a place")
	}
}
