package excerpt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestOfString(t *testing.T) {
	x := strings.Repeat("x", 60)
	for _, c := range []struct {
		in    string
		chars int
		items int
		want  string // "" means unchanged
	}{
		{"[1,2,3]", 9, 1, ""},
		{" [ 1, 2 ,3, 4, 55555555555555555555 ]", 9, 2, ` [ 1, 2 ,"… +3 elements"]`},
		{" [ 1, 2 ,3, 4, 55555555555555555555 ]", 9, 0, ""},
		{"[1,2,3,4,5,6,7,8,9]", 9, 2, ""}, // the mark is not shorter
		{`[[1,2,3,4,5,6,7,8,9,10,11,12,13,14],"` + x + `"]`, 9, 2, `[[1,2,"… +12 elements"],"xxxxxxxxx… +51 chars"]`},
		{`[1,2,"… +3,000 elements"]`, 9, 2, ""},
		{`{"` + x + `":"` + x + `"}`, 9, 2, `{"` + x + `":"xxxxxxxxx… +51 chars"}`},
		{`{"content_type" : "digest\/v1","a":"` + x + `"}`, 9, 2, ""},
		{`[{"content_type":"digest/v1","a":"` + x + `"},"` + x + `"]`, 9, 0, `[{"content_type":"digest/v1","a":"` + x + `"},"xxxxxxxxx… +51 chars"]`},
		{`{"content_type":"digest/v2","a":"` + x + `"}`, 9, 2, `{"content_type":"digest/v2","a":"xxxxxxxxx… +51 chars"}`},
		{`{"a":"` + x, 9, 2, `{"a":"xxx… +57 chars`},
	} {
		want := c.want
		if want == "" {
			want = c.in
		}
		if got := string(OfString([]byte(c.in), Most{Chars: c.chars}, c.items)); got != want {
			t.Errorf("%s:\n got %s\nwant %s", c.in, got, want)
		}
	}
}

// FuzzLawsDocument: the excerpt of a JSON object or array is valid JSON of the same shape and
// no larger. A second excerpt changes nothing. Only strings and lists become smaller.
func FuzzLawsDocument(f *testing.F) {
	f.Add(`{"a":["`+strings.Repeat("x", 60)+`",1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]}`, uint8(9), uint8(2))
	f.Add(`[{"content_type":"digest/v1","a":"`+strings.Repeat("é", 60)+`"},"{\"b\":\"`+strings.Repeat("y", 60)+`\"}"]`, uint8(5), uint8(0))
	f.Add(`["`+strings.Repeat(`\n… +1 chars`, 9)+`",[[[1,2,"… +3 elements","… +3 elements"]]]]`, uint8(3), uint8(1))
	f.Fuzz(func(t *testing.T, text string, chars, items uint8) {
		text = strings.ToValidUTF8(text, "?")
		if chars == 0 || !json.Valid([]byte(text)) || !strings.ContainsAny(strings.TrimSpace(text)[:1], "{[") {
			return
		}
		most := Most{Chars: int(chars)}
		out := OfString([]byte(text), most, int(items))
		if !json.Valid(out) || !utf8.Valid(out) || len(out) > len(text) {
			t.Fatalf("%d of %s: %s", chars, text, out)
		}
		if again := OfString(out, most, int(items)); !bytes.Equal(again, out) {
			t.Errorf("%d, %d of %s:\nonce  %s\ntwice %s", chars, items, text, out, again)
		}
		if fault := smaller(decoded(t, text), decoded(t, string(out))); fault != "" {
			t.Errorf("%d, %d of %s: %s\n%s", chars, items, text, out, fault)
		}
	})
}

func decoded(t *testing.T, text string) (v any) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// smaller reports the first part of is that exceeds was or has another type.
func smaller(was, is any) string {
	switch was := was.(type) {
	case map[string]any:
		is, _ := is.(map[string]any)
		if len(is) != len(was) {
			return "members are gone"
		}
		for name := range was {
			if fault := smaller(was[name], is[name]); fault != "" {
				return name + ": " + fault
			}
		}
	case []any:
		is, ok := is.([]any)
		if !ok || len(is) > len(was)+1 {
			return "a list grew"
		}
		for i := range is {
			if mark, ok := is[i].(string); ok && i == len(is)-1 && mark == "… +"+grouped(len(was)-i)+" elements" {
				return ""
			}
			if i == len(was) {
				return "a list grew"
			}
			if fault := smaller(was[i], is[i]); fault != "" {
				return fmt.Sprint(i, ": ", fault)
			}
		}
		if len(is) < len(was) {
			return "elements are gone in silence"
		}
	case string:
		if is, ok := is.(string); !ok || len(is) > len(was) {
			return "a string grew"
		}
	default:
		if was != is {
			return "a scalar changed"
		}
	}
	return ""
}

func grouped(n int) string { return string(appendCount(nil, n, "")) }
