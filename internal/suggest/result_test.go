package suggest

import "testing"

// A text may go only if it is the only text of a success and equals structuredContent.
func TestTwins(t *testing.T) {
	for body, want := range map[string]bool{
		`{"content":[{"type":"text","text":"{\"a\": 1}"}],"structuredContent":{"a":1}}`:                                   true,
		`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"a\": 1}"}],"structuredContent":{"a":1}}}`: true,
		`{"content":[{"type":"text","text":"{\"a\":2}"}],"structuredContent":{"a":1}}`:                                    false,
		`{"content":[{"type":"text","text":"one a"}],"structuredContent":{"a":1}}`:                                        false,
		`{"content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":1},"isError":true}`:                     false,
		`{"content":[{"type":"text","text":"{\"a\":1}"},{"type":"text","text":"x"}],"structuredContent":{"a":1}}`:         false,
		`{"content":[{"type":"text","text":"{\"a\":1}"}]}`:                                                                false,
		`{"content":[],"structuredContent":{"a":1}}`:                                                                      false,
		`{"content":"text","structuredContent":{"a":1}}`:                                                                  false,
		`{"result":[1]}`: false,
		`[1]`:            false,
	} {
		if got := resultOf([]byte(body)).isTwin(); got != want {
			t.Errorf("%s: %v", body, got)
		}
	}
}

// Numbers are written as people read them.
func TestNumbers(t *testing.T) {
	for n, want := range map[int]string{0: "0 tokens", 1: "1 token", 999: "999 tokens", 1000: "1,000 tokens", 1234567: "1,234,567 tokens"} {
		if got := counted(n, "token"); got != want {
			t.Errorf("%d is %s", n, got)
		}
	}
	for want, parts := range map[string][2]int{"0.0 %": {0, 0}, "33.3 %": {1, 3}, "100.0 %": {3, 3}} {
		if got := Percent(parts[0], parts[1]); got != want {
			t.Errorf("%v are %s", parts, got)
		}
	}
}
