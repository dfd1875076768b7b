package bench

import (
	"runtime"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/shaper"
)

// floors holds the lowest accepted ratio of the speed of W2 to that of gjson.Valid, per
// architecture and corpus. It is about 75 % of the measured ratio, 0.45 and 1.87. This differs
// by a tenth from machine to machine.
var floors = map[string]map[string]float64{"amd64": {"a": 0.33, "c": 1.4}}

// BenchmarkFloor fails if W2 is too slow beside gjson.Valid. Corpus a shows the cost of
// a call, corpus c the cost of a byte. Both sides take turns on one thread, and the best
// processor time of each counts. A ratio below the floor is measured again, since
// another program can cause it.
func BenchmarkFloor(b *testing.B) {
	for _, c := range Corpora(1 << 20) {
		floor, held := floors[runtime.GOARCH][c.Name]
		if !held {
			continue
		}
		b.Run(c.Name, func(b *testing.B) {
			best := 0.0
			for attempt := 0; attempt < 5 && best < floor; attempt++ {
				best = max(best, besideValid(b, c))
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(best, "×gjson.Valid")
			if best < floor {
				b.Errorf("W2 is %.2f × as fast as gjson.Valid, less than %.2f", best, floor)
			}
		})
	}
}

// besideValid returns the ratio of the speed of W2 to that of gjson.Valid.
func besideValid(b *testing.B, c Corpus) float64 {
	return beside(b, c.Bodies(), shapes(engine(b), c.Works()[1].Request), gjson.ValidBytes)
}

// shapes returns a function that shapes a document and reports success.
func shapes(eng *shaper.Engine, request shaper.Request) func(doc []byte) bool {
	var dst []byte
	return func(doc []byte) bool {
		request.Body = doc
		out, _, err := eng.AppendShape(dst[:0], request)
		dst = out
		return err == nil && len(out) > 0
	}
}

// beside returns the ratio of the speed of the first side to that of the second.
func beside(b *testing.B, docs [][]byte, sides ...func(doc []byte) bool) float64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var samples [2]Samples
	InTurn(25, len(sides), func(side int) error {
		start, passes := ThreadTime(), 0
		for took := time.Duration(0); took < 20*time.Millisecond; took = ThreadTime() - start {
			for _, doc := range docs {
				if !sides[side](doc) {
					b.Fatal("a document is refused")
				}
			}
			passes++
		}
		samples[side] = append(samples[side], float64(ThreadTime()-start)/float64(passes))
		return nil
	})
	return samples[1].Best() / samples[0].Best()
}
