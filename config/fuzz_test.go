package config

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tailscale/hujson"

	"github.com/seed-7aa78ce4/shape/config/internal/document"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// FuzzLawsParse holds Parse to its laws, for any bytes.
//
//   - It does not panic, and neither do the methods of its result.
//   - It is deterministic.
//   - A refusal has an error among its problems, a result has none.
//   - Every problem has a place in the file.
//   - No message holds a piece of a value, except names and masks that it is about.
func FuzzLawsParse(f *testing.F) {
	seeds, err := filepath.Glob(filepath.Join(configData, "*.json"))
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range seeds {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add(Starter())
	program := programText(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		snapshot, err := Parse("f.json", data)
		if again, errAgain := Parse("f.json", data); !sameText(err, errAgain) || (again == nil) != (snapshot == nil) {
			t.Fatalf("two answers: %v and %v", err, errAgain)
		}
		problems, _ := err.(Diagnostics)
		switch {
		case err != nil && (snapshot != nil || !problems.failed()):
			t.Fatalf("refused with %v", err)
		case err == nil:
			if problems = snapshot.Warnings(); problems.failed() {
				t.Fatalf("accepted with %v", problems)
			}
			snapshot.origin(string(data))
			if _, err := snapshot.Effective(profiles.Key{Tool: "t"}); err != nil {
				t.Fatal(err)
			}
		}
		for _, d := range problems {
			if d.File != "f.json" || d.Line < 1 || d.Column < 1 || strings.Contains(d.Error(), "\n") {
				t.Fatalf("no place: %q", d.Error())
			}
		}
		if leak := repeated(problems, data, program); leak != "" {
			t.Fatalf("%q of a value is told:\n%s", leak, problems)
		}
	})
}

// repeated returns a piece of 8 bytes of a value that a problem contains. Pieces of keys and
// of the program's own messages do not count.
func repeated(problems Diagnostics, data []byte, program string) string {
	keys, values := contents(data)
	own := program + strings.Join(keys, "\n")
	for _, d := range problems {
		told := d.Message + "\n" + d.Hint
		for _, value := range values {
			for i := 0; i+8 <= len(value); i++ {
				if piece := value[i : i+8]; strings.Contains(told, piece) && !strings.Contains(own, piece) {
					return piece
				}
			}
		}
	}
	return ""
}

// looked are the keys of names and masks; problems quote those.
var looked = []string{
	"profile", "extends", "response_mode", "include", "common_exclusions", "include_only", "exclude_fields",
	"include_on_error", "exclude_when_tier", "always_keep", "items", "response_modes", "fields", "from",
	"drop", "path", "pattern", "tool_overrides",
}

// contents returns the keys of a file and its string values except names and masks. A text
// that does not parse is one value.
func contents(data []byte) (keys, values []string) {
	root, err := hujson.Parse(append(bytes.TrimPrefix(data, []byte(words.ByteOrderMark)), '\n'))
	if doc, _ := document.Parse("f.json", data); err != nil || doc == nil {
		return nil, []string{string(data)}
	}
	todo := []visit{{"", root.Value}}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch value := v.value.(type) {
		case *hujson.Object:
			for _, member := range value.Members {
				key := member.Name.Value.(hujson.Literal).String()
				keys = append(keys, key)
				todo = append(todo, v.member(key, member.Value.Value))
			}
		case *hujson.Array:
			for _, element := range value.Elements {
				todo = append(todo, visit{v.key, element.Value})
			}
		case hujson.Literal:
			if value.Kind() == '"' && !slices.Contains(looked, v.key) {
				values = append(values, value.String())
			}
		}
	}
	return keys, values
}

// visit is a value that contents looks at.
type visit struct {
	key   string // of the nearest member around the value
	value hujson.ValueTrimmed
}

// member is the visit of a member. Below some keys users name the members, and a
// short form stands for the object around a name.
func (v visit) member(key string, value hujson.ValueTrimmed) visit {
	_, scalar := value.(hujson.Literal)
	if scalar && v.key == "tool_overrides" || v.key == "exclude_when_tier" || v.key == "response_modes" {
		key = v.key
	}
	return visit{key, value}
}

// programText returns the program's source, since that contains its messages.
func programText(f *testing.F) string {
	f.Helper()
	var text strings.Builder
	for _, pattern := range []string{"*.go", "internal/*/*.go", "internal/*/*.json", "../profiles/*.go", "../profiles/internal/*/*.go", "../fieldmask/*.go"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			f.Fatalf("%s: %v", pattern, err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			text.Write(data)
		}
	}
	return text.String()
}
