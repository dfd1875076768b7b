package config

import (
	"errors"
	"reflect"
	"slices"

	"github.com/go-viper/mapstructure/v2"
	"github.com/knadh/koanf/providers/confmap"
	"github.com/knadh/koanf/v2"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// settings are what all layers say together.
type settings struct {
	Global   global                          `json:"global"`
	Privacy  profiles.Privacy                `json:"privacy"`
	Profiles map[string]profiles.Profile     `json:"profiles"`
	Tools    map[string]profiles.Tool        `json:"tool_overrides"`
	Clients  map[string]profiles.ClientFacts `json:"clients"`
}

// global is the section "global": what shapes responses, and how the file is
// followed.
type global struct {
	profiles.Global
	Watch map[string]any `json:"watch"` // see timing
}

// merge lays layers over each other, the last to win: sections are merged,
// scalars and lists replaced. Keys are never split at the delimiter, since the
// layers are maps. The error may quote values.
func merge(layers ...map[string]any) (settings, error) {
	if !slices.ContainsFunc(layers, func(layer map[string]any) bool { return len(layer) > 0 }) {
		return settings{}, nil // as most start
	}
	k := koanf.New("/") // a new one each time: koanf merges into what is there
	var errs []error
	for _, layer := range layers {
		errs = append(errs, k.Load(confmap.Provider(layer, ""), nil))
	}
	var s settings
	err := k.UnmarshalWithConf("", &s, koanf.UnmarshalConf{Tag: "json", DecoderConfig: &mapstructure.DecoderConfig{
		DecodeHook:  mapstructure.DecodeHookFuncType(adapt),
		ErrorUnused: true,
		Squash:      true,
		MatchName:   func(key, field string) bool { return key == field },
	}})
	return s, errors.Join(append(errs, err)...)
}

// adapt spells the short forms out.
func adapt(_, to reflect.Type, data any) (any, error) {
	text, isText := data.(string)
	_, isList := data.([]any)
	object, isObject := data.(map[string]any)
	switch {
	case to == reflect.TypeFor[[]string]() && isText:
		return []string{text}, nil
	case to == reflect.TypeFor[profiles.Tool]() && isText:
		return map[string]any{"profile": text}, nil
	case to == reflect.TypeFor[string]() && isObject: // an entry of privacy.drop
		return object["name"], nil
	case to == reflect.TypeFor[profiles.Mode]() && (isText || isList):
		return map[string]any{"fields": data}, nil
	}
	return data, nil
}

// spellings returns the spellings that the entries of drop hold, by their index.
func spellings(privacy any) []profiles.Spelling {
	section, _ := privacy.(map[string]any)
	entries, _ := section["drop"].([]any)
	how := make([]profiles.Spelling, len(entries))
	for i, entry := range entries {
		if object, ok := entry.(map[string]any); ok {
			how[i].Suffix, _ = object["suffix"].(bool)
			how[i].Exact, _ = object["exact"].(bool)
		}
	}
	return how
}

// toolsIn returns the tool entries in the order of a document.
func (s settings) toolsIn(d *document) (tools []profiles.Tool) {
	for _, name := range d.entries("tool_overrides") {
		if tool, ok := s.Tools[name]; ok {
			tool.Name = name
			tools = append(tools, tool)
		}
	}
	return tools
}

// clientsIn returns what is said of clients in the order of a document.
func (s settings) clientsIn(d *document) (clients []profiles.ClientFacts) {
	for _, name := range d.entries("clients") {
		if client, ok := s.Clients[name]; ok {
			client.Name = name
			clients = append(clients, client)
		}
	}
	return clients
}
