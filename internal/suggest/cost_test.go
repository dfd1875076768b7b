package suggest

import (
	"fmt"
	"testing"
)

// Prompts of 0, 10 and 15 tokens: 15 are written, and 10 are read again.
func TestTurns(t *testing.T) {
	var turns Turns
	turns.Say(2)
	turns.Put(8)
	turns.Say(3)
	turns.Put(2)
	turns.Say(1)
	if want := (Usage{15, 10, 6}); turns.Usage != want || turns.Next != 16 {
		t.Errorf("%+v, want %+v", turns, want)
	}
}

func TestPrice(t *testing.T) {
	for text, want := range map[string]string{
		"3,15,3.75,0.3": "3,15,3.75,0.3 97.8 93", " 1, 0,0 ,0": "1,0,0,0 0 11",
		"": "", "1,2,3": "", "1,2,3,4,5": "", "1,2,3,-4": "", "1,2,3,x": "", "NaN,1,1,1": "", "1,+Inf,1,1": "",
	} {
		var p Price
		err := p.Set(text)
		if want == "" {
			if err == nil || p != (Price{}) || p.String() != "" {
				t.Errorf("%q is read as %v, %v", text, &p, err)
			}
			continue
		}
		cached, uncached := p.Cost(Usage{Written: 10e6, Again: 1e6, Out: 4e6})
		if got := fmt.Sprintf("%s %v %v", &p, cached, uncached); err != nil || got != want {
			t.Errorf("%q: %s, want %s, %v", text, got, want, err)
		}
	}
}
