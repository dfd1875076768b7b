package view

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/view/tree"
)

// printed is one line for a node.
func printed(n tree.Node) string {
	verdict := map[bool]string{true: "kept", false: "gone"}[n.IsKept]
	words := []string{fmt.Sprint(n.Pointer, " ", n.Kind), verdict, n.Reason}
	if n.Count > 0 {
		words = append(words, fmt.Sprint("count ", n.Count))
	}
	if n.Rule != nil {
		words = append(words, fmt.Sprintf("rule %d:%d %s", n.Rule.Line, n.Rule.Column, n.Rule.Text))
	}
	if n.Mark != "" {
		words = append(words, "mark "+n.Mark)
	}
	if n.Of != nil {
		words = append(words, fmt.Sprint("of ", n.Of))
	}
	if n.Text != nil {
		words = append(words, fmt.Sprintf("text %.60q", *n.Text))
	}
	if n.Was != nil {
		words = append(words, fmt.Sprintf("was %.60q", *n.Was))
	}
	return strings.Join(words, ", ") + "\n"
}

// The tree shows each value of the input at its place, with its decision.
func TestTree(t *testing.T) {
	eachCase(t, "tree", func(t *testing.T, a *txtar.Archive) {
		p := newPage(t, string(part(a, "config").Data))
		ask := asked{Text: string(part(a, "document").Data)}
		if err := json.Unmarshal(part(a, "request").Data, &ask.Request); err != nil {
			t.Fatal(err)
		}
		r := p.try(ask)
		if r.Result == nil {
			t.Fatalf("%+v %+v", r, r.Input)
		}
		var b strings.Builder
		for _, n := range p.nodes(r.ID, "") {
			b.WriteString(printed(n))
		}
		if *update {
			part(a, "tree").Data = []byte(b.String())
		}
		if want := string(part(a, "tree").Data); b.String() != want {
			t.Errorf("got\n%s\nwant\n%s", b.String(), want)
		}
	})
}

// wide is a document of many values, and a configuration with rules about it.
func wide(n int) (document, rules string) {
	var b strings.Builder
	b.WriteString(`{"content":[{"type":"text","text":"none"}],"structuredContent":{"rows":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":%d,"email":"u%d@mail.example","empty":{"email":"x"},"list":[1,2,%d]}`, i, i, i)
	}
	b.WriteString("]}}")
	return b.String(), `{"privacy": {"drop": ["email"]}, "global": {"emptied": "drop"}, "tool_overrides": {"t": {"omit_fields": ["rows[3]"], "shorten": {"rows.list": {"items": 2}}}}}`
}

// A page of a tree does not depend on whether the decisions are kept or replayed.
func TestTreeReplays(t *testing.T) {
	document, rules := wide(1500)
	p := newPage(t, rules)
	r := p.try(asked{Text: document, Request: request{Tool: "t"}})
	ask := func(pointer string) any {
		return get[any](p, "try/"+r.ID+"/tree", asksTree{pointer, 1000, 100})
	}
	pointers := []string{"/structuredContent/rows", "/structuredContent/rows/1200", "/structuredContent/rows/1200/list", "/structuredContent/rows/3"}
	var kept []any
	for _, pointer := range pointers {
		kept = append(kept, ask(pointer))
	}
	p.server.tries[0].Forget()
	for i, pointer := range pointers {
		if got := ask(pointer); !reflect.DeepEqual(got, kept[i]) {
			t.Errorf("%s:\n%.600v\nwant\n%.600v", pointer, got, kept[i])
		}
	}
}

func TestTreeRefuses(t *testing.T) {
	p := newPage(t, `{"privacy": {"drop": ["b"]}}`)
	r := p.try(asked{Text: `{"a":[1,2],"b":{"secret_name":1}}`})
	for pointer, want := range map[string]int{"/a/2": 404, "/x": 404, "/a/0/1": 404, "/a": 200, "/a/0": 200, "/b": 200, "/b/secret_name": 404} {
		status, text := p.ask("try/"+r.ID+"/tree", asksTree{pointer, 0, 10})
		if status != want || strings.Contains(string(text), "secret_name") {
			t.Errorf("%s: %d %s", pointer, status, text)
		}
	}
	for _, ask := range []asksTree{{"", -1, 10}, {"", 0, 0}, {"", 0, tree.MostNodes + 1}} {
		if status, _ := p.ask("try/"+r.ID+"/tree", ask); status != http.StatusBadRequest {
			t.Errorf("%+v: %d", ask, status)
		}
	}
	for range mostTries {
		p.try(asked{Text: `1`})
	}
	if status, _ := p.ask("try/"+r.ID+"/result", nil); status != http.StatusGone {
		t.Errorf("a try is kept beyond the bound: %d", status)
	}
}
