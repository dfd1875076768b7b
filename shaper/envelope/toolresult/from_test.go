package toolresult_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// The bytes of a builder are JSON under every type for bytes. Bytes without JSON give an error
// with advice and without their content.
func TestE7BytesAreJSON(t *testing.T) {
	doc := []byte(`{"n": 9007199254740993}`)
	want := `{"content":[{"type":"text","text":"{\"n\":9007199254740993}"}]}`
	if got, err := toolresult.Success(doc); err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
	if got, err := toolresult.Structured(doc); err != nil || !strings.Contains(string(got), `"structuredContent":{"n":9007199254740993}`) {
		t.Errorf("%s, %v", got, err)
	}
	for _, build := range []func(any) ([]byte, error){toolresult.Success, toolresult.Structured} {
		got, err := build([]byte("S3CRET"))
		if err == nil || !strings.Contains(err.Error(), "bytes must hold some") || strings.Contains(err.Error(), "S3CRET") {
			t.Errorf("%s, %v", got, err)
		}
	}
	if _, err := toolresult.Structured([]int{1}); err == nil || !strings.Contains(err.Error(), "put the array under a name") {
		t.Errorf("%v", err)
	}
}

// Whatever a handler returned is a result.
func TestE7From(t *testing.T) {
	for want, got := range map[string][]byte{
		`{"content":[{"type":"text","text":"[1,2]"}]}`:                                                                  toolresult.From([]int{1, 2}, nil),
		`{"content":[{"type":"text","text":"null"}]}`:                                                                   toolresult.From(nil, nil),
		`{"content":[{"type":"text","text":"Error executing tool: boom"}],"isError":true}`:                              toolresult.From([]int{1}, errors.New("boom")),
		`{"content":[{"type":"text","text":"Error executing tool: result: cannot be written as JSON"}],"isError":true}`: toolresult.From(func() {}, nil),
	} {
		if string(got) != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
