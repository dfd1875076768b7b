package main

import (
	"encoding/json"
	"slices"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// rule is a configuration with one rule.
type rule struct {
	name  string
	spec  profiles.Spec
	fails bool // the tool does
}

// mostPlaces is how many places of a result are tried, unless all are.
const mostPlaces = 12

// rulesFor returns the single rules to shape a result under. They are each switch, each
// place excluded, included alone and replaced, and each list cut. One has no rule, with
// the debug profile and with a failing tool.
func rulesFor(result json.RawMessage, all bool) (rules []rule) {
	var r struct{ StructuredContent any }
	json.Unmarshal(result, &r)
	places := placesOf(r.StructuredContent, "")
	slices.Sort(places)
	places = slices.Compact(places)
	if !all && len(places) > mostPlaces {
		places = places[:mostPlaces]
	}
	add := func(name string, spec profiles.Spec) { rules = append(rules, rule{name, spec, false}) }
	yes := new(true)
	add("nulls", global(profiles.Settings{ExcludeNullValues: yes}))
	add("empty lists", global(profiles.Settings{ExcludeEmptyArrays: yes}))
	add("empty objects", global(profiles.Settings{ExcludeEmptyObjects: yes}))
	add("defaults", global(profiles.Settings{ExcludeDefaultValues: yes}))
	add("debug", profiles.Spec{Global: profiles.Global{Profile: new("debug")}})
	add("a pattern", profiles.Spec{Privacy: []profiles.Privacy{{Mask: []profiles.PrivacyMask{{Pattern: "[a-z]+"}}}}})
	rules = append(rules, rule{"failure", profiles.Spec{}, true})
	for _, at := range places {
		add("without "+at, tool(profiles.Tool{ExcludeFields: []string{at}}))
		add("only "+at, tool(profiles.Tool{IncludeOnly: []string{at}}))
		add("redacted "+at, profiles.Spec{Privacy: []profiles.Privacy{{Mask: []profiles.PrivacyMask{{Path: at}}}}})
		add("one of "+at, tool(profiles.Tool{
			Settings:      profiles.Settings{ResponseMode: new("few")},
			ResponseModes: map[string]profiles.Mode{"few": {Fields: []string{"*"}, Limits: map[string]int{at: 1}}},
		}))
	}
	return rules
}

func global(s profiles.Settings) profiles.Spec {
	return profiles.Spec{Global: profiles.Global{Settings: s}}
}

func tool(t profiles.Tool) profiles.Spec {
	t.Name = "*"
	return profiles.Spec{Tools: []profiles.Tool{t}}
}

// placesOf are the places of a value as masks, lists being transparent.
func placesOf(value any, at string) (all []string) {
	switch value := value.(type) {
	case map[string]any:
		for name, inner := range value {
			quoted, _ := json.Marshal(name)
			place := "." + string(quoted)
			if at != "" {
				place = at + place
			}
			all = append(append(all, place), placesOf(inner, place)...)
		}
	case []any:
		for _, inner := range value {
			all = append(all, placesOf(inner, at)...)
		}
	}
	return all
}
