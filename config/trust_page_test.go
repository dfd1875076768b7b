package config

import (
	"os"
	"strings"
	"testing"
)

const trustPage = "../docs/trust.md"

// The page on trust lists the side of every key. -update writes the list.
func TestTrustPageListsEachSide(t *testing.T) {
	text, err := os.ReadFile(trustPage)
	if err != nil {
		t.Fatal(err)
	}
	prose, _, found := strings.Cut(string(text), "`*` is any name.\n\n")
	if !found {
		t.Fatal("the list has no beginning")
	}
	want := prose + "`*` is any name.\n\n" + sideList()
	if *update {
		if err := os.WriteFile(trustPage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if string(text) != want {
		t.Error("the list is not that of trust_sides.go; go test ./config -run TestTrustPage -update")
	}
}

// sideList prints the table of sides, those that need trust first.
func sideList() string {
	var b strings.Builder
	for _, trust := range []bool{true, false} {
		title := "hold without trust"
		if trust {
			title = "need trust"
		}
		b.WriteString("These " + title + ".\n\n")
		for _, s := range sides {
			if s.trust == trust {
				b.WriteString(s.lines())
			}
		}
		b.WriteString("\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (s side) lines() string {
	keys := strings.Join(strings.Fields(s.keys), ", ")
	switch {
	case s.only != "":
		keys += ": " + s.only
	case s.but != "":
		keys += ", unless " + s.but
	}
	in := ""
	if s.in != "" {
		in = " in " + strings.Join(strings.Fields(s.in), ", ")
	}
	return wrapped(keys+in, 4) + wrapped(s.why, 21)
}

// wrapped sets words in lines of at most 88 characters behind a margin.
func wrapped(text string, margin int) string {
	space := strings.Repeat(" ", margin)
	var b strings.Builder
	line := space
	for word := range strings.FieldsSeq(text) {
		if len(line)+1+len(word) > 88 && line != space {
			b.WriteString(line + "\n")
			line = space
		}
		if line != space {
			line += " "
		}
		line += word
	}
	return b.String() + line + "\n"
}
