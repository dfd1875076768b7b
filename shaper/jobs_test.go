package shaper_test

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// manyRows are the elements of an array of some megabytes, of which each begins as those
// of a list in it do.
func manyRows(row string) string {
	var b strings.Builder
	for i := 0; b.Len() < 3<<20; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, row, i)
	}
	return b.String()
}

// A large array that is shaped in parts, wherever it is, comes out as from one pass, with
// the same report, and so does what is wrong with it.
func TestJobs(t *testing.T) {
	rows := manyRows(`{"id":%[1]d,"name":"row %[1]d","empty":null,"secret":"s%[1]d","note":"{\"secret\":%[1]d,\"id\":1}","labels":[{"id":1,"name":"x},{"},{"id":2,"secret":2}]}`)
	messages := manyRows(`{"role":"user","content":{"type":"text","text":"{\"id\":%[1]d,\"secret\":[1]}"}}`)
	rpc := manyRows(`{"jsonrpc":"2.0","id":%[1]d,"result":{"content":[{"type":"text","text":"{\"id\":1,\"secret\":2}"}],"isError":false}}`)
	late := strings.LastIndex(rows, `{"id":`)
	at := func(text string) string { return "[" + rows[:late] + text + rows[late:] + "]" }
	rules := []profiles.Spec{
		{}, toolSpec(profiles.Tool{ExcludeFields: []string{"secret"}, Settings: profiles.Settings{ExcludeNullValues: new(true)}}),
		toolSpec(profiles.Tool{IncludeOnly: []string{"id", "labels.id"}}),
		{Privacy: []profiles.Privacy{{Drop: []string{"secret"}, Mask: []profiles.PrivacyMask{{Pattern: "row [0-9]*7", With: new("#")}}}}},
	}
	bodies := []string{
		"[" + rows + "]", `{"items":[` + rows + `],"total":1}`, `{"success":true,"data":{"rows":[` + rows + `]}}`,
		`{"content":[{"type":"text","text":"x"}],"structuredContent":{"rows":[` + rows + `]}}`,
		`{"content":[{"type":"text","text":` + string(scan.AppendQuote(nil, []byte("["+rows+"]"))) + `}]}`,
		`{"messages":[` + messages + `]}`, "[" + rpc + "]", "[" + messages + "," + rows + "," + rpc + "]",
		at(`{"id":1,"id":2},`), at(`{"id":01},`), at(`{"id":"`), at(`{"note":"{\"secret\":"},`), at(`"secret: 5",[1,[2]],`), "[" + rows + "}", "[" + rows,
		strings.ReplaceAll(strings.ReplaceAll("["+rows+"]", `":`, `" : `), `,"`, ",\n   \""),
		at(`{"id":1,"labels":{"$columns":["secret"],"rows":[[1],[2]]}},`), at(`{"id":1,"labels":[{"id":1,"x":{"y":[{"z":{"$same":"3/id"}}]}}]},`),
	}
	if testkit.Race {
		bodies = bodies[2:6]
	}
	for i, body := range bodies {
		eng := newEngine(t, rules[i%len(rules)])
		want, err := eng.Shape(t.Context(), shaper.Request{Tool: "t", Body: []byte(body)})
		for range 2 { // the second time by what the first one has shown
			got, jobsErr := eng.Shape(t.Context(), shaper.Request{Tool: "t", Body: []byte(body), Jobs: 3})
			if !bytes.Equal(got.Body, want.Body) || fmt.Sprint(jobsErr) != fmt.Sprint(err) || !reflect.DeepEqual(got.Report, want.Report) {
				t.Fatalf("body %d: %d bytes, %v, %v\nand not %d bytes, %v, %v", i, len(got.Body), got.Report, jobsErr, len(want.Body), want.Report, err)
			}
		}
	}
}

func toolSpec(tool profiles.Tool) profiles.Spec {
	tool.Name = "t"
	return profiles.Spec{Tools: []profiles.Tool{tool}}
}
