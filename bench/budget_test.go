package bench

import (
	"strconv"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// BenchmarkBudget measures the cost that a budget adds to a tool result of records, in
// turn with none.
func BenchmarkBudget(b *testing.B) {
	eng := engineOf(profiles.Spec{})
	for _, size := range []int{10 << 10, 100 << 10, 1 << 20} {
		body := ToolResult(Records(size))
		read, err := shaper.Measure(body, tokens.Estimate{})
		if err != nil {
			b.Fatal(err)
		}
		most, counted := len(body), read.Both.Tokens
		for _, c := range []struct {
			name   string
			budget profiles.Budget
		}{
			{"bytes-within", profiles.Budget{MaxBytes: 2 * most}},
			{"tokens-within", profiles.Budget{MaxTokens: counted * 3 / 2}},
			{"bytes-over-2", profiles.Budget{MaxBytes: most / 2}},
			{"bytes-over-10", profiles.Budget{MaxBytes: most / 10}},
			{"tokens-over-2", profiles.Budget{MaxTokens: counted / 2}},
			{"tokens-over-10", profiles.Budget{MaxTokens: counted / 10}},
		} {
			b.Run(c.name+"/"+strconv.Itoa(size), func(b *testing.B) {
				compareBudgets(b, eng, body, [2]profiles.Budget{{}, c.budget})
			})
		}
	}
}

func compareBudgets(b *testing.B, eng *shaper.Engine, body []byte, budgets [2]profiles.Budget) {
	var times [2]Samples
	err := InTurn(b.N, 2, func(i int) error {
		start := ProcessTime()
		_, err := eng.Shape(b.Context(), shaper.Request{Body: body, Budget: budgets[i]})
		times[i] = append(times[i], (ProcessTime() - start).Seconds())
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(0, "ns/op") // only ratios are reported
	b.ReportMetric(times[1].Median()/times[0].Median(), "budget/none")
}
