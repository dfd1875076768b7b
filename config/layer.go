package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-viper/mapstructure/v2"
	"github.com/knadh/koanf/providers/confmap"
	"github.com/knadh/koanf/v2"

	"github.com/seed-7aa78ce4/shape/config/internal/document"
	"github.com/seed-7aa78ce4/shape/config/internal/grammar"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
)

const envPrefix = "SHAPE_GLOBAL__"

// layer are settings that stand in no file.
type layer struct {
	values   map[string]any
	speakers map[string]string // by pointer: the variable or the flag that said the value
	problems Diagnostics
}

// environment is the layer of the variables SHAPE_GLOBAL__<KEY>; they set the scalars of the
// section "global".
func environment(o Options) layer {
	if o.Getenv == nil && !slices.ContainsFunc(os.Environ(), isOurs) {
		return layer{}
	}
	global := map[string]any{}
	l := layer{values: map[string]any{"global": global}, speakers: map[string]string{}}
	booleans := grammar.Load().Booleans
	for _, key := range slices.Sorted(maps.Keys(booleans)) {
		variable := envPrefix + strings.ToUpper(key)
		value, ok := o.env(variable)
		if !ok {
			continue
		}
		l.speakers[words.Pointer("global", key)] = variable
		global[key] = value
		if b, err := strconv.ParseBool(value); err == nil && booleans[key] {
			global[key] = b
		}
	}
	l.validate()
	if o.Getenv == nil {
		l.problems = append(l.problems, strays(os.Environ(), slices.Collect(maps.Keys(booleans)))...)
	}
	return l
}

// isOurs reports whether an entry of the environment may be a setting; some
// systems tell no case.
func isOurs(entry string) bool {
	return len(entry) > len(envPrefix) && strings.EqualFold(entry[:len(envPrefix)], envPrefix)
}

// strays finds variables that look like settings and are none.
func strays(environ, keys []string) (problems Diagnostics) {
	slices.Sort(keys)
	for _, entry := range environ {
		variable, value, _ := strings.Cut(entry, "=")
		key, ok := strings.CutPrefix(variable, envPrefix)
		if !ok || value == "" || slices.Contains(keys, strings.ToLower(key)) && key == strings.ToUpper(key) {
			continue
		}
		hint := ""
		if near := words.Nearest(strings.ToLower(key), keys); near != "" {
			hint = words.DidYouMean(envPrefix + strings.ToUpper(near))
		}
		problem := Diagnostic{Pointer: variable, Message: "unknown setting", Hint: hint}
		if r := grammar.RemovedAt([]string{"global", strings.ToLower(key)}); r != nil {
			problem.Message, problem.Hint = "the setting was removed", "use "+envPrefix+strings.ToUpper(r.Use)
		}
		problems = append(problems, problem)
	}
	return problems
}

// flags is the layer of Options.Flags.
func flags(o Options) layer {
	l := layer{speakers: map[string]string{}}
	text, err := json.Marshal(o.Flags)
	if err == nil {
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		err = decoder.Decode(&l.values)
	}
	if err != nil {
		return layer{problems: Diagnostics{{Pointer: "flags", Message: fmt.Sprintf("not JSON: %T", err)}}}
	}
	for key := range l.values {
		l.speakers["/"+key] = "flag " + key
		if slices.ContainsFunc(strings.Split(key, "/"), grammar.IsFreeName) {
			l.problems = append(l.problems, Diagnostic{Pointer: "flag " + key, Message: "the name is one of a comment"})
			delete(l.values, key)
		}
	}
	l.values, _ = confmap.Provider(l.values, "/").Read()
	document.Simplify(l.values)
	l.validate()
	for section := range l.values {
		if section != "global" {
			l.problems = append(l.problems, Diagnostic{Pointer: "flag " + section, Message: "only settings of global can be set here"})
		}
	}
	return l
}

// validate checks the values like those of a file, and removes faulty ones.
func (l *layer) validate() {
	for _, f := range grammar.Validate(l.values, true) {
		l.problems = append(l.problems, Diagnostic{Pointer: l.speaker(words.Pointer(f.Path...)), Message: f.Message, Hint: f.Hint})
	}
}

// speaker returns the source of the value at a pointer or around it, or "" if the layer does
// not set it.
func (l *layer) speaker(ptr string) string {
	for ptr != "" {
		if speaker, ok := l.speakers[ptr]; ok {
			return speaker
		}
		ptr = ptr[:max(strings.LastIndexByte(ptr, '/'), 0)]
	}
	return ""
}

// settings are the joined settings of all layers.
type settings struct {
	Presets  string                          `json:"presets"`
	Record   any                             `json:"record"` // see recorded
	Global   global                          `json:"global"`
	Privacy  profiles.Privacy                `json:"privacy"`
	Profiles map[string]profiles.Profile     `json:"profiles"`
	Tools    map[string]profiles.Tool        `json:"tool_overrides"`
	Clients  map[string]profiles.ClientFacts `json:"clients"`
}

// global is the section "global": the rules for responses and the timing of the watch.
type global struct {
	profiles.Global
	Watch map[string]any `json:"watch"` // see timing
}

// merge lays layers over each other, the last to win: sections are merged,
// scalars and lists replaced. Keys are never split at the delimiter, since the
// layers are maps. The error may quote values.
func merge(layers ...map[string]any) (settings, error) {
	k := koanf.New("/") // a new one each time: koanf merges into its content
	var errs []error
	for _, layer := range layers {
		if len(layer) > 0 {
			errs = append(errs, k.Load(confmap.Provider(layer, ""), nil))
		}
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

// inOrder returns the entries of a section in the order of the file. setName gives each its
// name.
func inOrder[T any](d *document.Document, section string, entries map[string]T, setName func(entry *T, name string)) (all []T) {
	for _, name := range d.Entries(section) {
		if entry, ok := entries[name]; ok {
			setName(&entry, name)
			all = append(all, entry)
		}
	}
	return all
}
