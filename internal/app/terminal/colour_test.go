package terminal

import "testing"

// The first of flag, NO_COLOR, CLICOLOR_FORCE, TERM and the terminal that has a value decides.
func TestWhoDecidesAboutColours(t *testing.T) {
	for _, c := range []struct {
		flag, no, force, term string
		looksOn, want         bool
	}{
		{looksOn: true, want: true},
		{looksOn: false, want: false},
		{flag: "auto", looksOn: true, want: true},
		{flag: "auto", looksOn: false, want: false},
		{flag: "never", force: "1", looksOn: true, want: false},
		{flag: "always", no: "1", term: "dumb", looksOn: false, want: true},
		{no: "1", looksOn: true, want: false},
		{no: "0", looksOn: true, want: false}, // any value
		{no: "1", force: "1", looksOn: true, want: false},
		{flag: "auto", no: "1", force: "1", want: false},
		{force: "1", term: "dumb", looksOn: false, want: true},
		{force: "0", looksOn: false, want: false},
		{force: "0", looksOn: true, want: true},
		{term: "dumb", looksOn: true, want: false},
		{term: "xterm-256color", looksOn: true, want: true},
		{term: "xterm-256color", looksOn: false, want: false},
	} {
		env := map[string]string{"NO_COLOR": c.no, "CLICOLOR_FORCE": c.force, "TERM": c.term}
		got := Coloured(c.flag, func(name string) string { return env[name] }, func() bool { return c.looksOn })
		if got != c.want {
			t.Errorf("%+v: got %v", c, got)
		}
	}
}

func TestColourOfACaret(t *testing.T) {
	for excerpt, want := range map[Excerpt]Excerpt{
		"    a^\n    ^\n": "    a^\n    \x1b[1;31m^\x1b[0m\n",
		"":                "",
	} {
		if got := excerpt.In(true); got != want {
			t.Errorf("%q", got)
		}
		if got := excerpt.In(false); got != excerpt {
			t.Errorf("without colours: %q", got)
		}
	}
}
