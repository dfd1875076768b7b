package archive

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// FuzzLawsPointer: a path finds the same value as a reader that decodes the document and the
// documents in its strings. It finds nothing if that reader finds nothing.
func FuzzLawsPointer(f *testing.F) {
	for _, document := range []string{
		`{"a":[1,{"b":null}],"":{"":0},"a/b":{"~":true}}`,
		`{"t":"{\"u\":\"[1,{\\\"v\\\":2}]\"}","t":"{\"w\":\"\\\"\\\\\\\"x\\\\\\\"\\\"\"}"}`,
		`["\"[1]\"", "[1", "{}", " [ 7 ] ", "null", ""]`,
		`"{\"a\":\"\\ud83d\\ude00\"}"`, `{"\u0061":1,"a":{"0":2}}`, ` [ [ ] , 1e400 , -0.0 ] `, `3`,
	} {
		for _, path := range []string{"", "/a", "/a/0", "/0/0", "/t/w", "//", "/-", "/00"} {
			f.Add([]byte(document), path)
		}
	}
	f.Fuzz(func(t *testing.T, document []byte, path string) {
		if scan.Check(document, scan.Limits{}, false) != nil || len(document) > 1<<12 {
			return
		}
		root := decode(t, document)
		same(t, document, root, path)
		budget := 200
		eachPath(t, root, "", &budget, func(path string) { same(t, document, root, path) })
	})
}

// same fails unless find and the model agree on a path.
func same(t *testing.T, document []byte, root any, path string) {
	t.Helper()
	got, found := find(document, path)
	want, wanted := model(t, root, path)
	if found != wanted || found && !reflect.DeepEqual(decode(t, got), want) {
		t.Fatalf("%q in %s: %s %t, want %v %t", path, document, got, found, want, wanted)
	}
}

func decode(t *testing.T, text []byte) (value any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

// model follows a path in a decoded document.
func model(t *testing.T, value any, path string) (found any, ok bool) {
	if path != "" && path[0] != '/' || strings.Count(path, "/") > maxNames {
		return nil, false
	}
	for _, token := range words.Path(path) {
		switch container := opened(t, value).(type) {
		case map[string]any:
			value, ok = container[token]
		case []any:
			i, err := strconv.ParseUint(token, 10, 31)
			if ok = err == nil && strconv.FormatUint(i, 10) == token && int(i) < len(container); ok {
				value = container[i]
			}
		default:
			ok = false
		}
		if !ok {
			return nil, false
		}
	}
	return value, true
}

// opened is the document that a string holds.
func opened(t *testing.T, value any) any {
	for {
		text, isText := value.(string)
		if !isText || scan.Check([]byte(text), scan.Limits{}, false) != nil {
			return value
		}
		value = decode(t, []byte(text))
	}
}

// eachPath visits the paths of a document, at most as many as the budget allows.
func eachPath(t *testing.T, value any, path string, budget *int, visit func(path string)) {
	if *budget--; *budget < 0 {
		return
	}
	visit(path)
	switch container := opened(t, value).(type) {
	case map[string]any:
		for name, below := range container {
			eachPath(t, below, path+words.Pointer(name), budget, visit)
		}
	case []any:
		for i, below := range container {
			eachPath(t, below, path+words.Pointer(strconv.Itoa(i)), budget, visit)
		}
	}
}
