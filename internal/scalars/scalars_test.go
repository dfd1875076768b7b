package scalars

import (
	"strings"
	"testing"
)

// A model reads structuredContent if it exists, otherwise texts and the documents in them.
func TestAll(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"no JSON", `{"a":`, ``},
		{"a document", `{"b":1.0,"a":[true,null,"x"]}`, `/a/0=true /a/1=null /a/2=x /b=1.0`},
		{"names with signs", `{"a/b":{"~":1}}`, `/a~1b/~0=1`},
		{"texts", `{"content":[{"type":"text","text":"[{\"a\":1}]"},{"type":"image","data":"x"},{"type":"text","text":"so"}]}`,
			`/content/0/text/0/a=1 /content/2/text=so`},
		{"both halves", `{"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"{}"}],"structuredContent":{"n":2}}}`,
			`/result/structuredContent/n=2`},
		{"a document in a string of the data", `{"content":[],"structuredContent":{"content":" {\"a\":\"[no\"}"}}`,
			`/structuredContent/content/a=[no`},
		{"tails", `[0,0,0,0,[0,0],0,0,0,0]`,
			`/0=0 /1=0 /2=0 /3=0 /4/0=0! /4/1=0! /5=0! /6=0! /7=0! /8=0!`},
		{"no tail of a short list", `[0,0,0,0,0,0,0,0]`, `/0=0 /1=0 /2=0 /3=0 /4=0 /5=0 /6=0 /7=0`},
	} {
		var got []string
		for leaf := range All([]byte(c.body)) {
			is := leaf.Pointer + "=" + leaf.Text
			if leaf.Tail {
				is += "!"
			}
			got = append(got, is)
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// Every leaf is found again at its place; nothing else is there.
func TestAt(t *testing.T) {
	body := []byte(`{"content":[{"type":"text","text":"{\"a\":[{\"b\":\"{}\"},12.50]}"}]}`)
	for leaf := range All(body) {
		if got, ok := At(body, leaf.Pointer); !ok || got.Text != leaf.Text || got.String != leaf.String {
			t.Errorf("%s: %v, want %v", leaf.Pointer, got, leaf)
		}
	}
	for _, pointer := range []string{"", "/content/1", "/content/-1/text", "/content/x", "/content/0/text/a", "/content/0/text/c", "/content/0/type/x"} {
		if leaf, ok := At(body, pointer); ok {
			t.Errorf("%q is %q", pointer, leaf.Text)
		}
	}
	if !IsObject(body, "/content/0/text") || IsObject(body, "/content/0/text/a") || IsObject(body, "/none") {
		t.Error("an object is taken for none, or something else for one")
	}
}
