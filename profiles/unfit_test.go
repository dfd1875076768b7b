package profiles_test

import (
	"reflect"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// Of the entries of a configuration those are told that apply to no tool of the server,
// with the near name. One of another server is left out, unless a name is near.
func TestUnfit(t *testing.T) {
	set, err := profiles.New(profiles.Spec{Tools: []profiles.Tool{
		{Name: "forecast"}, {Name: "fore*"}, {Name: "weather.alerts"}, {Name: "mcp__weather__radar"}, // these apply
		{Name: "forcast"}, {Name: "wether.alerts"}, {Name: "unknown_tool"}, {Name: "weather.gone"}, {Name: "x*"}, // these do not
		{Name: "memory.read_graph"}, {Name: "mcp__github__list_issues"}, // of other servers
	}})
	if err != nil {
		t.Fatal(err)
	}
	got := set.Unfit("weather", []string{"forecast", "alerts", "radar"})
	want := []profiles.Unfit{
		{Entry: "forcast", Nearest: "forecast"}, {Entry: "unknown_tool"}, {Entry: "weather.gone"},
		{Entry: "wether.alerts", Nearest: "weather.alerts"}, {Entry: "x*"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := set.Unfit("", []string{"forecast"}); len(got) == 0 || got[0].Entry != "forcast" {
		t.Errorf("without a server: %v", got)
	}
}

// If no entry applies to a tool of the server, entries of other servers are told as well.
func TestUnfitOfOtherServers(t *testing.T) {
	set, err := profiles.New(profiles.Spec{Tools: []profiles.Tool{{Name: "memory.read_graph"}, {Name: "unknown_tool"}}})
	if err != nil {
		t.Fatal(err)
	}
	want := []profiles.Unfit{{Entry: "memory.read_graph", Other: true}, {Entry: "unknown_tool"}}
	for _, server := range []string{"s", ""} {
		if got := set.Unfit(server, []string{"t"}); !reflect.DeepEqual(got, want) {
			t.Errorf("of %q: %v, want %v", server, got, want)
		}
	}
	if got := set.Unfit("memory", []string{"read_graph"}); !reflect.DeepEqual(got, want[1:]) {
		t.Errorf("%v", got)
	}
}
