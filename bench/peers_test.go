package bench

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"github.com/seed-7aa78ce4/shape/shaper"
)

// topNames are the names that the peers drop from each record. They stand only at its top,
// since sjson needs a path for every place.
var topNames = []string{"node_id", "permissions", "keys_url", "forks_url", "teams_url"}

// peers drop topNames from every record of a document, each in its own way.
var peers = []struct {
	name string
	drop func(tb testing.TB, eng *shaper.Engine, doc []byte) []byte
}{
	{"shape", func(tb testing.TB, eng *shaper.Engine, doc []byte) []byte {
		out, _, err := eng.AppendShape(nil, shaper.Request{Dialect: "plain", Exclude: topNames, Body: doc})
		if err != nil {
			tb.Fatal(err)
		}
		return out
	}},
	{"encoding-json-map", func(tb testing.TB, _ *shaper.Engine, doc []byte) []byte {
		root := decode(tb, doc).(map[string]any)
		for _, item := range root["items"].([]any) {
			for _, name := range topNames {
				delete(item.(map[string]any), name)
			}
		}
		out, err := json.Marshal(root)
		if err != nil {
			tb.Fatal(err)
		}
		return out
	}},
	{"sjson-delete", func(tb testing.TB, _ *shaper.Engine, doc []byte) []byte {
		out := doc
		for i := range gjson.GetBytes(doc, "items.#").Int() {
			for _, name := range topNames {
				var err error
				if out, err = sjson.DeleteBytes(out, fmt.Sprintf("items.%d.%s", i, name)); err != nil {
					tb.Fatal(err)
				}
			}
		}
		return out
	}},
}

// The peers agree, so that their times compare.
func TestPeersAgree(t *testing.T) {
	eng, doc := engine(t), smallRecords(0, 13, urlFields)
	want := decode(t, peers[1].drop(t, eng, doc))
	for _, p := range peers {
		if !reflect.DeepEqual(decode(t, p.drop(t, eng, doc)), want) {
			t.Errorf("%s differs", p.name)
		}
	}
}

// BenchmarkPeers shows why the pass deletes members and sjson does not: sjson writes the
// document anew for each member.
func BenchmarkPeers(b *testing.B) {
	eng := engine(b)
	for _, p := range peers {
		for _, size := range Sizes()[2:4] {
			b.Run(p.name+"/"+size.Name, func(b *testing.B) {
				doc := size.Bodies()[0]
				b.SetBytes(int64(len(doc)))
				b.ReportAllocs()
				for b.Loop() {
					if len(p.drop(b, eng, doc)) == 0 {
						b.Fatal("nothing came out")
					}
				}
			})
		}
	}
}
