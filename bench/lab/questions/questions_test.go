package questions

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// There are sixty drawn questions, at least five for each server. Twenty have their answer
// in a tail or a long string. They hold nothing of the results.
func TestQuestions(t *testing.T) {
	all, err := Load("testdata/questions.json")
	if err != nil {
		t.Fatal(err)
	}
	servers, hard := map[string]int{}, 0
	for _, q := range all {
		servers[q.Server()]++
		if q.Place != "" {
			hard++
		}
		if err := q.fault(); err != nil {
			t.Errorf("%s%s: %v", q.Capture, q.Pointer, err)
		}
	}
	if len(all) != 60 || len(servers) != 8 || hard < 20 {
		t.Errorf("%d questions of %d servers, %d of them hard", len(all), len(servers), hard)
	}
	for server, n := range servers {
		if n < 5 {
			t.Errorf("%s: %d questions", server, n)
		}
	}
}

// fault returns the fault of a drawn question.
func (q *Question) fault() error {
	raw, err := hex.DecodeString(q.Answer)
	if err != nil || len(raw) != 32 {
		return fmt.Errorf("%q is no hash", q.Answer)
	}
	if (q.Place == "long") != (q.Range != nil) {
		return fmt.Errorf("a place %q with the range %v", q.Place, q.Range)
	}
	if q.Range != nil && q.Range[1] != q.Range[0]+window {
		return fmt.Errorf("range %v", *q.Range)
	}
	last := -1
	for step := range strings.SplitSeq(q.Pointer, "/") {
		if n, err := strconv.Atoi(step); err == nil {
			last = max(last, n)
		}
	}
	if q.Place == "tail" && last < 4 {
		return fmt.Errorf("in no tail")
	}
	return nil
}

// captures are of two servers: rows with a long text, and a short answer.
func captures() []Capture {
	rows := []byte(`{"content":[{"type":"text","text":` + strconv.Quote(`[`+strings.Repeat(`{"id":1},`, 30)+`"`+strings.Repeat("long ", 100)+`"]`) + `}]}`)
	return []Capture{
		{"a/01-rows.response.json", rows},
		{"b/01-sum.response.json", []byte(`{"result":{"content":[],"structuredContent":{"a":1,"b":2,"c":3,"d":4,"e":5}},"jsonrpc":"2.0"}`)},
	}
}

// The same captures give the same questions, each another one, and each is answered by
// its capture.
func TestDraw(t *testing.T) {
	from := captures()
	all := Draw(from)
	if len(all) != 2*perServer+hard || !reflect.DeepEqual(all, Draw(captures())) {
		t.Errorf("%d questions, or others the second time", len(all))
	}
	seen := map[string]bool{}
	for i, q := range all {
		body := from[0].Body
		if q.Server() == "b" {
			body = from[1].Body
		}
		text, ok := q.Text(body)
		if !ok || !q.IsAnswer(text) || !q.Stands(body, text) || seen[q.Capture+q.Pointer] {
			t.Errorf("%d: %+v", i, q)
		}
		if i >= 2*perServer && q.Place == "" {
			t.Errorf("%d: %+v is not hard", i, q)
		}
		seen[q.Capture+q.Pointer] = true
	}
}

// An answer is in the rest of its text, or whole at its place.
func TestStands(t *testing.T) {
	for _, c := range []struct {
		body string
		q    Question
		want bool
	}{
		{`{"a":"12"}`, Question{}, false},
		{`{"a":12}`, Question{}, false},
		{`{"a":"1"}`, Question{}, true},
		{`{"a":"0…1"}`, Question{Range: &[2]int{5, 6}}, true},
		{`{"b":"1"}`, Question{Range: &[2]int{5, 6}}, false},
	} {
		c.q.Pointer = "/a"
		if got := c.q.Stands([]byte(c.body), "1"); got != c.want {
			t.Errorf("%s %v: %v", c.body, c.q.Range, got)
		}
	}
	if text, ok := (&Question{Pointer: "/a", Range: &[2]int{1, 3}}).Text([]byte(`{"a":"ab"}`)); ok {
		t.Errorf("%q is answered of a text that ends before", text)
	}
}

// A capture is read by the name of its folder and its own.
func TestCaptures(t *testing.T) {
	all, err := Captures("testdata/captures")
	if err != nil || len(all) != 1 || all[0].Name != "sums/01-sum.response.json" || bytes.HasSuffix(all[0].Body, []byte("\n")) || !json.Valid(all[0].Body) {
		t.Errorf("%q, %v", all, err)
	}
}

// Larger values are drawn more often. Hard questions come from tails and long strings
// alone.
func TestDrawByBytes(t *testing.T) {
	large := strings.Repeat("x", 150)
	var members []string
	for i := range 40 {
		members = append(members, fmt.Sprintf(`"small%02d":%d,"large%02d":%q`, i, i%10, i, large))
	}
	body := []byte("{" + strings.Join(members, ",") + "}")
	larges := 0
	for _, q := range Draw([]Capture{{"s/01-t.response.json", body}}) {
		if strings.HasPrefix(q.Pointer, "/large") {
			larges++
		}
		if q.Place != "" || q.Range != nil {
			t.Errorf("%+v is hard", q)
		}
	}
	if larges < perServer-1 {
		t.Errorf("%d of %d are of the large ones", larges, perServer)
	}
}
