package mcptest

import "github.com/seed-7aa78ce4/shape/profiles"

// Lists denies pictures and lists forecast by one line. It hides keys.
var Lists = profiles.Spec{
	Global: profiles.Global{ToolList: &profiles.ToolList{
		Deny: []string{"weather.pictures"}, Defer: &[]string{"forecast"}, Drop: &[]string{"titles"},
	}},
	Tools:   []profiles.Tool{{Name: "*", Settings: profiles.Settings{MaxString: new(20)}}},
	Privacy: Weather.Privacy,
}
