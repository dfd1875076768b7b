package jsonrpc

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// IsError of a result is the same by its indexed members and by a read of the whole result.
func TestIsError(t *testing.T) {
	for result, want := range map[string]bool{
		`{}`: false, `{"isError":true}`: true, `{"isError":false}`: false, `{"a":1,"isError":true}`: true, `{"a":1, "isError": true }`: true,
		`{"isError":true,"a":1}`: true, `{"isError":true,"a":{"isError":false}}`: true, `{"a":{"isError":true}}`: false,
		`{"a":[{"isError":true}],"isError":false}`: false, `{"isError":true,"isError":false}`: true, `{"isError":false,"isError":true}`: false,
		`{"is\u0045rror":true,"isError":false}`: true, `{"a":"isError","isError":true}`: true, `{"a":",\"isError":true}`: false,
		`{"a\"isError":true}`: false, `{"x,\"isError":true}`: false, `{"a":"\u0061","isError":true}`: true, `{"isError":"true"}`: false,
		`{"a":{"b":1,"isError":true},"c":2}`: false, `[{"isError":true}]`: false, `"isError"`: false, `null`: false, ``: false,
	} {
		d := &envelope.Doc{Raw: []byte(result)}
		d.Members = []envelope.Member{{Name: "result", End: len(result)}}
		looked := (Dialect{}).Facts(d).IsError
		d.Result = envelope.Index(d.Raw).Members
		if got := (Dialect{}).Facts(d).IsError; got != want || looked != want {
			t.Errorf("%s: %v, and %v by all of it", result, got, looked)
		}
	}
}
