package filter

import (
	"testing"
)

// A bare name has a sign behind it and begins a word. Members of JSON have quotes.
func TestStandsBare(t *testing.T) {
	for _, c := range []struct {
		document string
		want     bool
	}{
		{`{"a":"id: 1"}`, true},
		{`{"a":"x\nid: 1"}`, true},
		{`{"a":"x\tid = 1"}`, true},
		{`{"a":"/v1?id=1"}`, true},
		{`{"a":"/v1?b=2&id=1"}`, true},
		{`{"a":"f(id=1)"}`, true},
		{`{"id":1}`, false},
		{`{"id" : 1}`, false},
		{`{"a":"{\"id\":1}"}`, false},
		{`{"a":"paid: 1"}`, false},
		{`{"a":"nid: 1"}`, false},
		{`{"a":"the id"}`, false},
		{`{"a":"id x: 1"}`, false},
		{`{"a":"paid, id: 1"}`, true},
		{`id`, false},
		{``, false},
	} {
		if got := hasBareName([]byte(c.document), []byte("id")); got != c.want {
			t.Errorf("%s: %t", c.document, got)
		}
	}
}
