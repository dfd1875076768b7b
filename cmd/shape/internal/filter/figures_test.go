package filter

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	topics "github.com/seed-7aa78ce4/shape/docs"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
)

// The topic names every member that an object may have.
func TestTopicTellsOfEveryMember(t *testing.T) {
	text, err := topics.Pages.ReadFile("errors.md")
	if err != nil {
		t.Fatal(err)
	}
	members := slices.Concat(membersOf(reflect.TypeFor[notice.Notice]()),
		membersOf(reflect.TypeFor[figures]()), membersOf(reflect.TypeFor[mediaFigures]()), membersOf(reflect.TypeFor[cutFigures]()))
	for _, member := range members {
		if !strings.Contains(string(text), "\n    "+member) && !strings.Contains(string(text), ", "+member) {
			t.Errorf("%s is not told of", member)
		}
	}
	if len(members) < 20 {
		t.Errorf("members are %q", members)
	}
}

// membersOf are the names that a struct has as JSON.
func membersOf(of reflect.Type) (names []string) {
	for f := range of.Fields() {
		switch name, _, _ := strings.Cut(f.Tag.Get("json"), ","); {
		case f.Anonymous:
			names = append(names, membersOf(f.Type)...)
		case name != "-":
			names = append(names, name)
		}
	}
	return names
}
