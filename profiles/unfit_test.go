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
		{Name: "forecast"}, {Name: "fore*"}, {Name: "weather.alerts"}, {Name: "mcp__weather__radar"}, // which apply
		{Name: "forcast"}, {Name: "wether.alerts"}, {Name: "unknown_tool"}, {Name: "weather.gone"}, {Name: "x*"}, // which do not
		{Name: "memory.read_graph"}, {Name: "mcp__github__list_issues"}, // of other servers
	}})
	if err != nil {
		t.Fatal(err)
	}
	got := set.Unfit("weather", []string{"forecast", "alerts", "radar"})
	want := []profiles.Unfit{
		{"forcast", "forecast"}, {"unknown_tool", ""}, {"weather.gone", ""}, {"wether.alerts", "weather.alerts"}, {"x*", ""},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := set.Unfit("", []string{"forecast"}); len(got) == 0 || got[0].Entry != "forcast" {
		t.Errorf("without a server: %v", got)
	}
}
