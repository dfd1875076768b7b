package testkit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// judgeAsserts returns the first assertion that does not hold.
func judgeAsserts(list, output []byte) string {
	var asserts []map[string]json.RawMessage
	if err := json.Unmarshal(list, &asserts); err != nil {
		return err.Error()
	}
	root := decode(output)
	for _, assert := range asserts {
		path, _ := decode(assert["path"]).(string)
		value, present := at(root, path)
		for verb, want := range assert {
			if verb == "path" {
				continue
			}
			if problem := hold(verb, decode(want), value, present, output); problem != "" {
				return fmt.Sprintf("%q %s: %s", path, verb, problem)
			}
		}
	}
	return ""
}

func hold(verb string, want, value any, present bool, output []byte) string {
	str, _ := value.(string)
	switch verb {
	case "equals":
		return when(!present || !Equal(want, value), "want %v, got %v", want, value)
	case "absent":
		return when(present == (want == true), "got %v", value)
	case "matches":
		ok, err := regexp.MatchString(fmt.Sprint(want), str)
		return when(err != nil || !ok, "%v does not match %v", value, want)
	case "is_json":
		return when(json.Valid([]byte(str)) != (want == true), "got %v", value)
	case "length_min":
		least, _ := strconv.Atoi(fmt.Sprint(want))
		list, _ := value.([]any)
		return when(len(list) < least, "has %d", len(list))
	case "raw_contains":
		return when(!bytes.Contains(output, []byte(fmt.Sprint(want))), "not in %s", output)
	case "key_order":
		return when(!Equal(want, keysOf(output)), "got %v", keysOf(output))
	}
	return "unknown assertion"
}

// at follows a path of names and indexes joined by dots.
func at(v any, path string) (any, bool) {
	if path == "" {
		return v, true
	}
	for step := range strings.SplitSeq(path, ".") {
		var ok bool
		switch container := v.(type) {
		case map[string]any:
			v, ok = container[step]
		case []any:
			i, err := strconv.Atoi(step)
			if ok = err == nil && i >= 0 && i < len(container); ok {
				v = container[i]
			}
		}
		if !ok {
			return nil, false
		}
	}
	return v, true
}

// keysOf lists the names of the root object in order.
func keysOf(output []byte) any {
	names := []any{}
	dec := json.NewDecoder(bytes.NewReader(output))
	dec.Token() // the brace
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			break
		}
		names = append(names, name)
		var skipped json.RawMessage
		if dec.Decode(&skipped) != nil {
			break
		}
	}
	return names
}
