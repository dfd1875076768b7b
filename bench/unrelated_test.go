package bench

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// BenchmarkUnrelated fails if learned rules for other tools or other fields change a result. It
// reports the time beside a configuration without these rules. About 1 means that they cost
// nothing.
func BenchmarkUnrelated(b *testing.B) {
	const tool = "search"
	learned := func(name string, fields int) profiles.Tool {
		omit, kinds := make([]string, fields), []string{"html", "log"}
		for i := range omit {
			omit[i] = fmt.Sprintf("unseen_%d", i)
		}
		return profiles.Tool{Name: name, Settings: profiles.Settings{OmitFields: &omit, TextAs: &kinds}}
	}
	var others []profiles.Tool
	for i := range 200 {
		others = append(others, learned(fmt.Sprintf("other_%d", i), 8))
	}
	one := learned(tool, 1)
	for _, c := range Corpora(64 << 10)[:3] {
		for _, rules := range []struct {
			name          string
			without, with []profiles.Tool
		}{
			{"tools/no-rule", nil, others},
			{"tools/a-rule", []profiles.Tool{one}, append(others, one)},
			{"fields", []profiles.Tool{one}, []profiles.Tool{learned(tool, 20)}},
		} {
			b.Run(rules.name+"/"+c.Name, func(b *testing.B) {
				var sides []func(doc []byte) bool
				var want [][]byte
				for _, tools := range [][]profiles.Tool{rules.without, rules.with} {
					set, err := profiles.New(profiles.Spec{Tools: tools})
					if err != nil {
						b.Fatal(err)
					}
					eng, err := shaper.New(set, shaper.FailClosed())
					if err != nil {
						b.Fatal(err)
					}
					request := shaper.Request{Tool: tool}
					for i, doc := range c.Bodies() {
						request.Body = doc
						out, _, err := eng.AppendShape(nil, request)
						if err != nil || i < len(want) && !bytes.Equal(out, want[i]) {
							b.Fatalf("document %d differs: %v", i, err)
						}
						want = append(want, out)
					}
					sides = append(sides, shapes(eng, request))
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(1/beside(b, c.Bodies(), sides[1], sides[0]), "×without")
			})
		}
	}
}
