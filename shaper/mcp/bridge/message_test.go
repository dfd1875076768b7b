package bridge

import (
	"encoding/json"
	"reflect"
	"testing"
)

// A message is read as encoding/json reads it. Its result is not copied.
func TestReadHeads(t *testing.T) {
	for _, text := range []string{
		`{"jsonrpc":"2.0","id":1,"result":{"a":[1,2]}}`,
		` {"id" : "a\u0062" , "error" : {"code":1}} `,
		`{"id":null,"method":"tools\/call","params":{"name":"t","uri":"u","arguments":{"a":1},"requestId":7,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
		`{"id":1,"method":7,"params":[1]}`,
		`{"id":1,"params":{"name":7,"uri":"u"}}`,
		`{"id":1,"method":null,"params":null,"result":null,"error":null}`,
		`{"id":1,"id":2,"method":"a","method":"b"}`,
		`{"ID":1,"Method":"a","reſult":2}`,
		`{"id":1,"ID":2}`,
		`{"id":1,"x":"\ud800"}`,
		"{\"id\":1,\"x\":\"\xff\"}",
		`{}`, `7`, `null`, `"a"`,
	} {
		var want head
		json.Unmarshal([]byte(text), &want)
		if got := readHeads([]byte(text)); len(got) != 1 || !reflect.DeepEqual(got[0], want) {
			t.Errorf("%s: got %+v, want %+v", text, got, want)
		}
	}
	for _, text := range []string{``, `{`, `{"id":1}}`, `{"id":1,}`, `{"id":01}`} {
		if got := readHeads([]byte(text)); got != nil {
			t.Errorf("%s: got %+v", text, got)
		}
	}
	text := []byte(`{"id":1,"result":{"a":1}}`)
	if result := readHeads(text)[0].Result; &result[0] != &text[len(`{"id":1,"result":`)] {
		t.Error("the result is a copy")
	}
}
