package learn

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
)

// Follow reads a session in its order. For each result it calls result, and gets the text
// that the model read. For each value that the model took up it calls take, with the numbers
// of the results that hold the value. After each event it calls turn, unless that is nil.
//
// A value is taken up if the model repeats a result before it, in the arguments of a call or
// in a text. It does not count if the user or the model wrote it before. Each value counts
// once.
func Follow(s *recordings.Session, result func(*recordings.Call) string, take func(value string, in []int), turn func(*recordings.Event)) {
	var own strings.Builder // texts of the user and the model
	var results []string
	taken, room := map[string]bool{}, int64(mostSearched)
	look := func(value string) {
		if taken[value] || room <= 0 || strings.Contains(own.String(), value) {
			return
		}
		var in []int
		for i, text := range results {
			if room -= int64(len(text)); strings.Contains(text, value) {
				in = append(in, i)
			}
		}
		if in != nil {
			taken[value] = true
			take(value, in)
		}
	}
	for i := range s.Events {
		event := &s.Events[i]
		switch event.Kind {
		case recordings.Model:
			salientWords(event.Text, look)
			own.WriteString(event.Text + "\n")
		case recordings.User:
			own.WriteString(event.Text + "\n")
		case recordings.Request:
			var arguments any
			if json.Unmarshal(event.Arguments, &arguments) == nil {
				argumentValues(arguments, look)
			}
			own.Write(event.Arguments)
		case recordings.Result:
			results = append(results, result(&event.Call))
		}
		if turn != nil {
			turn(event)
		}
	}
}

const mostSearched = 16 << 30 // bytes of results that a session is searched for values

var wordPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\pL\pN_][\pL\pN_./@:#+~-]{2,}[\pL\pN_]`) })

// isSalient reports whether a word can hardly be made up: it has four bytes or more, and a
// digit, a separator, or a capital inside.
func isSalient(word string) bool {
	if len(word) < shortest {
		return false
	}
	for i, r := range word {
		if r >= '0' && r <= '9' || strings.ContainsRune("_/@#", r) || i > 0 && r >= 'A' && r <= 'Z' {
			return true
		}
	}
	return false
}

func salientWords(text string, take func(string)) {
	for _, word := range wordPattern().FindAllString(text, -1) {
		if isSalient(word) {
			take(word)
		}
	}
}

const (
	shortest = 4  // bytes of a value
	longest  = 80 // bytes of a string that is a value as a whole
)

// argumentValues calls take with the values of arguments: short strings without spaces, the
// salient words of strings, and numbers of four digits or more.
func argumentValues(v any, take func(string)) {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			argumentValues(v[name], take)
		}
	case []any:
		for _, x := range v {
			argumentValues(x, take)
		}
	case string:
		if len(v) >= shortest && len(v) <= longest && !strings.ContainsAny(v, " \n") {
			take(v)
		}
		salientWords(v, take)
	case float64:
		if text, _ := json.Marshal(v); len(text) >= shortest {
			take(string(text))
		}
	}
}
