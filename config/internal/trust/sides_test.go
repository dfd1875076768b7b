package trust

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/config/internal/grammar"
)

var update = flag.Bool("update", false, "write the list of sides into its page")

const trustPage = "../../../docs/trust.md"

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
		t.Error("the list is not that of sides.go; go test ./config/internal/trust -run TestTrustPage -update")
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

// Each key of the schema has one side, and each side a key.
func TestSidesAreComplete(t *testing.T) {
	var schema map[string]any
	if err := json.Unmarshal(grammar.Schema, &schema); err != nil {
		t.Fatal(err)
	}
	sided := map[string]int{}
	for _, row := range sides {
		if row.why == "" {
			t.Errorf("%s %s: no reason", row.in, row.keys)
		}
		for _, path := range row.paths() {
			sided[strings.Join(path, ".")]++
		}
	}
	keys := map[string]bool{}
	keysOf(schema, schema, "", keys)
	for key := range keys {
		if sided[key] != 1 {
			t.Errorf("%s has %d sides (sides.go)", key, sided[key])
		}
	}
	for key := range sided {
		if !keys[key] {
			t.Errorf("%s has a side, and is no key", key)
		}
	}
	if len(keys) < 100 {
		t.Errorf("%d keys", len(keys))
	}
}

// keysOf collects the paths of all keys that a schema knows.
func keysOf(root, schema map[string]any, at string, keys map[string]bool) {
	if ref, ok := schema["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/$defs/")
		keysOf(root, root["$defs"].(map[string]any)[name].(map[string]any), at, keys)
	}
	properties, _ := schema["properties"].(map[string]any)
	for key, below := range properties {
		path := strings.TrimPrefix(at+"."+key, ".")
		keys[path] = true
		keysOf(root, below.(map[string]any), path, keys)
	}
	for _, word := range []string{"additionalProperties", "items"} {
		if below, ok := schema[word].(map[string]any); ok {
			keysOf(root, below, at+".*", keys)
		}
	}
}
