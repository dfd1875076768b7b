package shaper_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper"
	counters "github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// lengths counts a token for each byte, and records the counted texts.
type lengths struct{ texts *[]string }

func (lengths) Name() string   { return "lengths" }
func (lengths) Exact() bool    { return true }
func (lengths) Most(n int) int { return n }
func (l lengths) Count(text []byte) int {
	*l.texts = append(*l.texts, string(text))
	return len(text)
}

// measured returns the shown parts of a document in the order of counting, the bytes of both
// halves, and the media.
func measured(t *testing.T, body string) (texts string, sizes string) {
	t.Helper()
	var read []string
	r, err := shaper.Measure([]byte(body), lengths{&read})
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	if r.Text.Bytes != r.Text.Tokens || r.Structured.Bytes != r.Structured.Tokens {
		t.Errorf("%s: %+v", body, r)
	}
	return strings.Join(read, " | "), fmt.Sprintf("%d %d %v", r.Text.Bytes, r.Structured.Bytes, r.Media)
}

// A model reads the parts of a document that a client shows. For a tool result in any place,
// these are the unescaped texts or structuredContent, with media apart. For other documents it
// is everything.
func TestMeasure(t *testing.T) {
	for _, c := range []struct{ body, texts, sizes string }{
		{`{"a": "x\ny"}`, `{"a": "x\ny"}`, "13 13 []"},
		{`{"data":{"content":[1]},"tier":"pro"}`, `{"data":{"content":[1]},"tier":"pro"}`, "37 37 []"},
		{`{"content":[{"type":"text","text":"x\ny"},{"text":"z","type":"te\u0078t"}],"_meta":{"a":1}}`, "x\ny | z", "4 4 []"},
		{`{"content":[{"type":"image","data":"aGk=","mimeType":"image/png"},{"type":"audio","data":"","mimeType":"a"},{"data":"aGk","type":"image"}]}`,
			"", "0 0 [{image 2 7} {audio 1 0}]"},
		{`{"content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a": 1, "b":2}}`, `{"a":1} | {"a":1,"b":2}`, "7 13 []"},
		{`{"structuredContent":{"a":1},"content":[],"isError":false}`, `{"a":1}`, "0 7 []"},
		{`{"structuredContent":{"a":1},"content":[{"type":"text","text":"no"}],"isError":true}`, `no`, "2 2 []"},
		{`{"structuredContent":null,"content":[{"type":"text","text":"no"}]}`, `no`, "2 2 []"},
		{`{"content":[{"type":"resource","resource":{"uri":"u","text":"t\t"}},{"type":"resource","resource":{"uri":"u","blob":"aGk="}}]}`, "t\t", "2 2 [{resource 1 4}]"},
		{`{"content":[{"type":"resource_link","uri":"u"},{"type":"chart","x":[1, 2]},{"type":"text","text":1},{"type":"image"},{"type":"resource"}]}`,
			`{"type":"resource_link","uri":"u"} | {"type":"chart","x":[1, 2]} | {"type":"text","text":1} | {"type":"image"} | {"type":"resource"}`, "120 120 []"},
		{`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"x"}],"structuredContent":[1]}}`, "x | [1]", "1 3 []"},
		{`{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}`, `{"code":-1,"message":"no"}`, "26 26 []"},
		{`{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`, `{"tools":[]}`, "12 12 []"},
		{`[{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"x"}],"structuredContent":[1]}},{"jsonrpc":"2.0","id":2,"result":7}]`, "x | [1] | 7", "2 4 []"},
		{`[{"type":"text","text":"x\""},{"type":"image","data":"aGk=","mimeType":"p"}]`, `x"`, "2 2 [{image 1 4}]"},
		{" [ {\"type\" : \"text\", \"text\":\"x\"} , {\"type\":\"text\", \"text\": \"y\"}]\n", "x | y", "2 2 []"},
		{`{"content":[{"type":"text","text":"x"},7,["a"],{}]}`, `x | 7 | ["a"] | {}`, "9 9 []"},
		{`{"contents":[{"uri":"u","text":"a\\b"},{"uri":"u","blob":"aGk="}]}`, `a\b`, "3 3 [{resource 1 4}]"},
		{`{"messages":[{"role":"user","content":{"type":"text","text":"x"}},{"role":"assistant","content":[{"type":"text","text":"y"}]}]}`, "x | y", "2 2 []"},
		{`{"resultType":"task","taskId":"t","status":"completed","result":{"content":[{"type":"text","text":"x"}]}}`, "x", "1 1 []"},
		{`{"resultType":"task","taskId":"t","status":"working"}`, `{"resultType":"task","taskId":"t","status":"working"}`, "53 53 []"},
		{`{"type":"tool_result","tool_use_id":"c","content":[{"type":"text","text":"x"},{"type":"image","source":{"type":"base64","media_type":"p","data":"aGk="}}]}`,
			"x", "1 1 [{image 1 4}]"},
		{`{"type":"tool_result","tool_use_id":"c","content":"x\t"}`, "x\t", "2 2 []"},
		{`{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":[{"type":"text","text":"x"}]},{"type":"tool_result","content":"y"},{"type":"thinking"}]}`,
			`x | y | {"type":"thinking"}`, "21 21 []"},
		{`{"role":"tool","tool_call_id":"c","content":"{\"a\":1}"}`, `{"a":1}`, "7 7 []"},
		{`{"role":"admin","content":"x"}`, `{"role":"admin","content":"x"}`, "30 30 []"},
		{`{"hook_event_name":"PostToolUse","tool_name":"t","tool_input":{"a":1},"tool_response":{"content":[{"type":"text","text":"x"}]}}`, "x", "1 1 []"},
		{`{"hook_event_name":"PostToolUse","tool_response":[{"type":"text","text":"x"}]}`, "x", "1 1 []"},
		{`{"hook_event_name":"PostToolUse","tool_response":"x\n"}`, "x\n", "2 2 []"},
		{`{"hook_event_name":"PostToolUse","tool_response":{"stdout":"x\n"}}`, `{"stdout":"x\n"}`, "16 16 []"},
		{`"x\n"`, `"x\n"`, "5 5 []"},
	} {
		if texts, sizes := measured(t, c.body); texts != c.texts || sizes != c.sizes {
			t.Errorf("%s\nread %q, %s\nwant %q, %s", c.body, texts, sizes, c.texts, c.sizes)
		}
	}
	if _, err := shaper.Measure([]byte(`{"a":`), counters.Estimate{}); !isBody(err) {
		t.Errorf("no JSON: %v", err)
	}
}

func isBody(err error) bool {
	bad, ok := errors.AsType[*shaper.Error](err)
	return ok && bad.Reason == "invalid_json"
}

// Documents in documents are followed as deep as those that are shaped, and no deeper.
func TestMeasureNested(t *testing.T) {
	body := `{"content":[{"type":"text","text":"x"}]}`
	for range 300 {
		body = `{"hook_event_name":"h","tool_response":` + body + `}`
	}
	if texts, _ := measured(t, body); !strings.HasPrefix(texts, `{"hook_event_name"`) {
		t.Errorf("read %.100s", texts)
	}
}

// Captured results are read as their servers wrote them.
func TestMeasureCaptures(t *testing.T) {
	files, _ := filepath.Glob("../../shared/captures/*/[0-9]*.response.json")
	for _, name := range files {
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var response struct {
			Result struct {
				Content []struct {
					Type, Text, Data string
					Resource         struct{ Text, Blob string }
				}
				StructuredContent json.RawMessage
			}
		}
		if err := json.Unmarshal(body, &response); err != nil {
			t.Fatal(err)
		}
		text, media, links := 0, 0, false
		for _, b := range response.Result.Content {
			text += len(b.Text) + len(b.Resource.Text)
			media += len(b.Data) + len(b.Resource.Blob)
			links = links || b.Type == "resource_link"
		}
		r, err := shaper.Measure(body, counters.Estimate{})
		if err != nil || !links && r.Text.Bytes != text {
			t.Errorf("%s: %+v, %v; its texts have %d bytes", name, r, err, text)
		}
		if data := response.Result.StructuredContent; data != nil && r.Structured.Bytes != len(data) {
			t.Errorf("%s: %+v; structuredContent has %d bytes", name, r, len(data))
		}
		for _, m := range r.Media {
			media -= m.Bytes
		}
		if media != 0 {
			t.Errorf("%s: %+v; %d bytes of media are not counted", name, r, media)
		}
	}
}

// Measuring takes no more memory than the largest text, and none for media.
func TestMeasureIsBounded(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector takes more")
	}
	block := func(kind, member, unit string) string {
		return fmt.Sprintf(`{"type":%q,%q:"%s"}`, kind, member, strings.Repeat(unit, 4<<20/len(unit)))
	}
	for name, c := range map[string]struct {
		body string
		most int
	}{
		"an image":    {`{"content":[` + block("image", "data", "iVBOR") + `]}`, 64 << 10},
		"texts":       {`{"content":[` + block("text", "text", `a b\n`) + "," + block("text", "text", `a b\n`) + `]}`, 12 << 20},
		"many blocks": {listing(`{"content":[`, `{"type":"text","text":"x"}`, 200_000, `]}`)(), 4 << 20},
		"a batch":     {listing(`[`, `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"x"}]}}`, 2_000, `]`)(), 4 << 20},
		"plain":       {rows(`{"a":1}`, 500_000)(), 64 << 10},
	} {
		body := []byte(c.body)
		took := testkit.Allocated(func() {
			if _, err := shaper.Measure(body, counters.Estimate{}); err != nil {
				t.Error(err)
			}
		})
		if took > c.most {
			t.Errorf("%s: %d bytes for %d, want at most %d", name, took, len(c.body), c.most)
		}
	}
}
