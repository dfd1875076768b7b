package scan

import (
	"strings"
	"testing"
)

// A walk visits each item of a container once, also if visit returns the end of the value.
func TestWalk(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`{"a":1,"b":[{"c":2}],"\u0064":"x"}`, `a=1 b=[{"c":2}] d="x"`},
		{`{ "a" : 1 , "b" : { } }`, `a=1 b={ }`},
		{`[1, {"a":[2]} ,"x]"]`, `=1 ={"a":[2]} ="x]"`},
		{`{}`, ``}, {`[ ]`, ``}, {`"[1]"`, ``}, {`17`, ``},
	} {
		for _, told := range []bool{false, true} {
			var got []string
			var s Skipper
			src := []byte(tt.text + `,{"more":1}`)
			end := s.Walk(src, 0, func(name []byte, value int) int {
				end := s.End(src, value)
				got = append(got, string(name)+"="+string(src[value:end]))
				if !told {
					return 0
				}
				return end
			})
			if strings.Join(got, " ") != tt.want || end != len(tt.text) {
				t.Errorf("%s: %s up to %d, want %s", tt.text, got, end, tt.want)
			}
		}
	}
}

// Members and elements are visited in order, as far as they are asked for and the
// text holds.
func TestVisits(t *testing.T) {
	for _, tt := range []struct{ text, until, want string }{
		{`{"a":1,"b":[{"c":2}],"d":"x"}`, "", `a=1 b=[ d="`},
		{` { "a" : 1 , "b" : {} } `, "", `a=1 b={`},
		{`{"a":1,"b":2,"c":3}`, "b", `a=1 b=2`},
		{`{"\u0061\"":1}`, "", `a"=1`},
		{`{}`, "", ``},
		{`{"a":1,"b"`, "", `a=1`},
		{`{"a":[1,"b":2}`, "", `a=[`},
		{`{"a":1,}`, "", `a=1`},
		{`[1]`, "", ``},
		{``, "", ``},
	} {
		var got []string
		src := []byte(tt.text)
		new(Skipper).EachMember(src, Space(src, 0), func(name []byte, key, value int) bool {
			if src[key] != '"' {
				t.Errorf("%s: the name begins at %d", tt.text, key)
			}
			got = append(got, string(name)+"="+string(src[value]))
			return tt.until == "" || string(name) != tt.until
		})
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %s, want %s", tt.text, got, tt.want)
		}
	}
	for text, want := range map[string]string{
		`[1, {"a":[2]} ,"x"]`: `1 { "`, `[]`: ``, `[ ]`: ``, `[1,`: `1`, `[1 2]`: `1`, `{"a":1}`: ``, `[[1],[2]`: `[ [`, ``: ``,
	} {
		var got []string
		new(Skipper).EachElement([]byte(text), 0, func(value int) bool {
			if value < len(text) {
				got = append(got, text[value:value+1])
			}
			return true
		})
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
