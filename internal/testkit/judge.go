package testkit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// judge lists the differences from the expectation.
func judge(expected map[string]json.RawMessage, got Result) (problems []string) {
	if len(expected) == 0 {
		return []string{"the case expects nothing"}
	}
	if _, fails := expected["fails"]; !fails && got.Err != nil {
		return []string{"failed: " + got.Err.Error()}
	}
	for _, key := range slices.Sorted(maps.Keys(expected)) {
		if problem := judgeKey(key, expected[key], got); problem != "" {
			problems = append(problems, key+": "+problem)
		}
	}
	return problems
}

func judgeKey(key string, want json.RawMessage, got Result) string {
	switch key {
	case "output":
		return differ(want, got.Output)
	case "no_output":
		return when(got.Output != nil, "there is output: %s", got.Output)
	case "fails":
		return when(got.Err == nil, "did not fail, gave %s", got.Output)
	case "mentions":
		return judgeMentions(decode(want), got.Err)
	case "contains":
		return when(!contains(decode(want), decode(got.Output)), "%s does not hold %s", got.Output, want)
	case "valid":
		return differ(want, member(got.Output, "valid"))
	case "errors_at":
		return judgePaths(decode(want), member(got.Output, "errors"))
	case "warnings_at":
		return judgePaths(decode(want), member(got.Output, "warnings"))
	case "assert":
		return judgeAsserts(want, got.Output)
	}
	fact, known := got.Facts[key]
	if !known {
		return "the adapter tells nothing of it"
	}
	encoded, _ := json.Marshal(fact)
	return differ(want, encoded)
}

func when(wrong bool, format string, args ...any) string {
	if !wrong {
		return ""
	}
	return fmt.Sprintf(format, args...)
}

func differ(want, got []byte) string {
	return when(!EqualJSON(want, got), "\n want %s\n  got %s", want, got)
}

func judgeMentions(want any, err error) string {
	words, _ := want.([]any)
	for _, w := range words {
		word := strings.ToLower(fmt.Sprint(w))
		if err == nil || !strings.Contains(strings.ToLower(err.Error()), word) {
			return fmt.Sprintf("%q is not in the error: %v", word, err)
		}
	}
	return ""
}

// judgePaths compares by whole segments: a finding counts for its own path and
// for those above it. An empty list expects no finding.
func judgePaths(want any, findings []byte) string {
	var found []struct{ Path string }
	if err := json.Unmarshal(findings, &found); err != nil {
		return "no findings: " + err.Error()
	}
	paths, _ := want.([]any)
	if len(paths) == 0 {
		return when(len(found) > 0, "unexpected %s", findings)
	}
	for _, p := range paths {
		at := fmt.Sprint(p)
		if !slices.ContainsFunc(found, func(f struct{ Path string }) bool {
			return f.Path == at || strings.HasPrefix(f.Path, at+".")
		}) {
			return fmt.Sprintf("nothing at %q in %s", at, findings)
		}
	}
	return ""
}

// decode reads JSON with its number literals. It returns nil for an empty text and for
// text that is not JSON.
func decode(raw []byte) (v any) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if dec.Decode(&v) != nil {
		return nil
	}
	return v
}

func member(raw []byte, name string) []byte {
	var object map[string]json.RawMessage
	_ = json.Unmarshal(raw, &object) // no object has no members
	return object[name]
}
