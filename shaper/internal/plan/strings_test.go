package plan

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// hidingIn returns the hiding rules for strings from excludes and privacy rules.
func hidingIn(t *testing.T, excludes []string, private profiles.Privacy) *Hiding {
	t.Helper()
	return laid(t, Call{Key: profiles.Key{Tool: "t"}}, Answer{}, "plain", profiles.Spec{
		Tools:   []profiles.Tool{{Name: "t", ExcludeFields: excludes}},
		Privacy: []profiles.Privacy{private},
	}).Hiding
}

// The hiding rules determine the checks of strings: names, patterns, and whether places
// matter.
func TestWhatHidesInStrings(t *testing.T) {
	pattern := []profiles.PrivacyMask{{Pattern: "S.CRET"}}
	for _, c := range []struct {
		name     string
		excludes []string
		privacy  profiles.Privacy
		want     string
	}{
		{"nothing", nil, profiles.Privacy{}, ""},
		{"a name", []string{"a"}, profiles.Privacy{}, "names, anywhere"},
		{"a name at any depth", []string{"**.a"}, profiles.Privacy{}, "names, anywhere"},
		{"a path at any depth", []string{"**.a.b"}, profiles.Privacy{}, "names"},
		{"a name below the root", []string{".a"}, profiles.Privacy{}, "names"},
		{"a name and a path", []string{"a", "b.c"}, profiles.Privacy{}, "names"},
		{"a private name", nil, profiles.Privacy{Drop: []string{"a"}}, "names, private alone, anywhere"},
		{"a private path", nil, profiles.Privacy{Drop: []string{"a.b"}}, "names, private alone"},
		{"a private name and another", []string{"b"}, profiles.Privacy{Drop: []string{"a"}}, "names, private too, anywhere"},
		{"a redaction", nil, profiles.Privacy{Mask: []profiles.PrivacyMask{{Path: "a"}}}, "names, private alone, anywhere"},
		{"a redaction of a path", []string{"b"}, profiles.Privacy{Mask: []profiles.PrivacyMask{{Path: "a.b"}}}, "names, private too"},
		{"a pattern", nil, profiles.Privacy{Mask: pattern}, "patterns, anywhere"},
		{"a pattern and a name", []string{"a"}, profiles.Privacy{Mask: pattern}, "names, patterns, anywhere"},
	} {
		if got := tellsOf(hidingIn(t, c.excludes, c.privacy)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func tellsOf(h *Hiding) (told string) {
	if h == nil {
		return ""
	}
	for _, fact := range []struct {
		is   bool
		name string
	}{
		{h.Acts(), "names"}, {h.Censors(), "patterns"},
		{h.Private != nil && h.Private == h.All, "private alone"}, // one mask serves as both
		{h.Private != nil && h.Private != h.All, "private too"},
		{h.Uniform, "anywhere"},
	} {
		if fact.is && told != "" {
			told += ", "
		}
		if fact.is {
			told += fact.name
		}
	}
	return told
}

// The private mask has only privacy rules, and the other mask has all.
func TestPrivateRulesInStrings(t *testing.T) {
	h := hidingIn(t, []string{"other", "y.z"}, profiles.Privacy{Drop: []string{"secret", ".w.x"}})
	for path, by := range map[string]string{
		"secret": "both", "a.b.secret": "both", "w.x": "both", "w": "", "a.w.x": "",
		"other": "all", "a.other": "all", "y.z": "all", "a.y.z": "",
	} {
		got := ""
		switch private := stateAt(h.Private.Root(), path).Verdict() == fieldmask.Drop; {
		case stateAt(h.All.Root(), path).Verdict() != fieldmask.Drop:
		case private:
			got = "both"
		default:
			got = "all"
		}
		if got != by {
			t.Errorf("%s is hidden by %q, not %q", path, got, by)
		}
	}
}

// Of two redactions at one value the later one wins, also in a payload.
func TestRedactionInStrings(t *testing.T) {
	h := hidingIn(t, nil, profiles.Privacy{Mask: []profiles.PrivacyMask{
		{Path: "pin", With: new("#")}, {Path: ".data", With: new("*")}, {Path: ".data.pin", With: new("?")},
	}})
	for path, want := range map[string]string{
		"pin": `"#"`, "a.pin": `"#"`, "data": `"*"`, "data.pin": `"?"`, "data.a.pin": `"#"`,
		"": "", "a": "", "results": "", // a payload, not redacted by a rule
	} {
		got := ""
		if r := h.Redaction(stateAt(h.All.Root(), path)); r != nil {
			got = string(r.With)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// Rules anchored in a payload begin anew at each possible payload of a document in a string,
// and only there.
func TestPayloadsInStrings(t *testing.T) {
	h := hidingIn(t, []string{".a.b"}, profiles.Privacy{})
	for path, hidden := range map[string]bool{"": true, "data": true, "structuredContent.data": true, "x": false, "data.x": false} {
		inside := h.Inside(stateAt(h.All.Root(), path))
		if got := stateAt(inside, "a.b").Verdict() == fieldmask.Drop; got != hidden {
			t.Errorf("a.b of %q is hidden: %v", path, got)
		}
	}
	floating := hidingIn(t, []string{"a"}, profiles.Privacy{})
	if s := stateAt(floating.All.Root(), "data"); floating.Inside(s) != s {
		t.Error("a rule that floats begins anew")
	}
}

// MayFit excludes texts without a possible match.
func TestMayFit(t *testing.T) {
	patterned := hidingIn(t, nil, profiles.Privacy{Mask: []profiles.PrivacyMask{{Pattern: "S.CRET"}}})
	for text, may := range map[string]bool{"a SECRET": true, "nothing": false, "": false} {
		if patterned.MayFit([]byte(text)) != may {
			t.Errorf("%q may fit: %v", text, !may)
		}
	}
	if hidingIn(t, []string{"a"}, profiles.Privacy{}).MayFit([]byte("SECRET")) {
		t.Error("no pattern fits")
	}
}
