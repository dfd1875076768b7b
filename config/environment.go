package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/knadh/koanf/providers/confmap"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

const envPrefix = "SHAPE_GLOBAL__"

// layer are settings that stand in no file.
type layer struct {
	values   map[string]any
	speakers map[string]string // by pointer: the variable or the flag that said the value
	problems Diagnostics
}

// environment is the layer of the variables SHAPE_GLOBAL__<KEY>, which set the
// scalars of the section "global".
func environment(o Options) layer {
	if o.Getenv == nil && !slices.ContainsFunc(os.Environ(), isOurs) {
		return layer{}
	}
	global := map[string]any{}
	l := layer{values: map[string]any{"global": global}, speakers: map[string]string{}}
	booleans := loadGrammar().booleans
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
		if r := removedAt([]string{"global", strings.ToLower(key)}); r != nil {
			problem.Message, problem.Hint = "the setting was removed", "use "+envPrefix+strings.ToUpper(r.use)
		}
		problems = append(problems, problem)
	}
	return problems
}

// flags is the layer of Options.Flags.
func flags(o Options) layer {
	if len(o.Flags) == 0 {
		return layer{}
	}
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
		if slices.ContainsFunc(strings.Split(key, "/"), isFreeName) {
			l.problems = append(l.problems, Diagnostic{Pointer: "flag " + key, Message: "the name is one of a comment"})
			delete(l.values, key)
		}
	}
	l.values, _ = confmap.Provider(l.values, "/").Read()
	simplify(l.values)
	l.validate()
	for section := range l.values {
		if section != "global" {
			l.problems = append(l.problems, Diagnostic{Pointer: "flag " + section, Message: "only settings of global can be set here"})
		}
	}
	return l
}

// validate checks the values as those of a file are, and removes what is wrong.
func (l *layer) validate() {
	for _, f := range check(l.values) {
		w := f.word(true)
		l.problems = append(l.problems, Diagnostic{Pointer: l.speaker(words.Pointer(f.Path...)), Message: w.message, Hint: w.hint})
		prune(l.values, f.Path)
	}
}

// speaker names what said the value at a pointer or around it; "" if the layer
// says nothing about it.
func (l *layer) speaker(ptr string) string {
	for ptr != "" {
		if speaker, ok := l.speakers[ptr]; ok {
			return speaker
		}
		ptr = ptr[:max(strings.LastIndexByte(ptr, '/'), 0)]
	}
	return ""
}
