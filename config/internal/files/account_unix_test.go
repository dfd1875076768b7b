//go:build unix

package files

import (
	"os"
	"os/user"
	"strconv"
	"testing"
)

func TestHomeOfAnAccountIsNoMatterOfTheEnvironment(t *testing.T) {
	id := strconv.Itoa(os.Getuid())
	u, err := user.LookupId(id)
	if err != nil {
		t.Skip(err)
	}
	t.Setenv("HOME", t.TempDir())
	t.Setenv("USER", "other")
	if got := Home(); got != u.HomeDir {
		t.Errorf("%q, want %q", got, u.HomeDir)
	}
	entry := getent(id)
	if entry == "" {
		t.Skip("no getent here")
	}
	if got := homeIn(entry, id); got != u.HomeDir {
		t.Errorf("getent: %q, want %q", got, u.HomeDir)
	}
}

func TestHomeInAnEntry(t *testing.T) {
	for entry, want := range map[string]string{
		"ann:x:1001:100:Ann,,,:/home/ann:/bin/sh\n": "/home/ann",
		"ann:x:1002:100:Ann,,,:/home/ann:/bin/sh\n": "", // another user
		"ann:x:1001:100:Ann,,,::/bin/sh\n":          "",
		"ann:x:1001\n":                              "",
		"":                                          "",
	} {
		if got := homeIn(entry, "1001"); got != want {
			t.Errorf("%q: %q, want %q", entry, got, want)
		}
	}
}
