package scan

import (
	"strings"
	"testing"
)

// A text falls into its tokens, however it is laid out, and one that is not valid
// into something.
func TestNextToken(t *testing.T) {
	letters := map[Token]byte{TokenMark: '.', TokenName: 'n', TokenString: 's', TokenNumber: 'd', TokenWord: 'w'}
	for text, want := range map[string]string{
		`{"a":"b"}`:             ".nnn.sss.",
		"{\"a\\\"\" \n: [-1e5,": ".nnnnn.....dddd.",
		`[true,null,"x" , 12]`:  ".wwww.wwww.sss...dd.",
		`"a:"`:                  "ssss",
		`"a`:                    "ss",
		`"a\`:                   "sss",
		"\x1e\xff":              "..",
		`12 34`:                 "dd.dd",
		`0,9,/,:`:               "d.d....",
		"a,z,`,{":               "w.w....",
	} {
		var got strings.Builder
		for i := 0; i < len(text); {
			kind, end := NextToken([]byte(text), i)
			got.WriteString(strings.Repeat(string(letters[kind]), end-i))
			i = end
		}
		if got.String() != want {
			t.Errorf("%s:\n%s, want\n%s", text, got.String(), want)
		}
	}
}
