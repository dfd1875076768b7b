package suggest

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Usage counts tokens. Those of the prompts of all turns are Written and Again together.
type Usage struct {
	Written int // tokens of prompts, each once
	Again   int // tokens that later turns read again
	Out     int // tokens that the model wrote
}

// Add adds the tokens of other sessions.
func (u *Usage) Add(o Usage) {
	u.Written, u.Again, u.Out = u.Written+o.Written, u.Again+o.Again, u.Out+o.Out
}

// Turns counts the tokens of the turns of one session.
type Turns struct {
	Usage
	Next  int // tokens of the next prompt
	read  int // those of the last one
	turns int
}

// Put adds a text of n tokens to the next prompt.
func (t *Turns) Put(n int) { t.Next += n }

// Say is a turn: the model reads the prompt, and writes n tokens.
func (t *Turns) Say(n int) {
	t.Usage.Add(Usage{t.Next - t.read, t.read, n})
	t.read = t.Next
	t.turns++
	t.Next += n
}

// Price is the price of a million tokens. In is that of prompts without a cache, Out that
// of the model's texts. Write and Read are those of a prompt cache.
type Price struct{ In, Out, Write, Read float64 }

// Set reads four numbers, such as "3,15,3.75,0.3".
func (p *Price) Set(text string) error {
	var read [4]float64
	numbers := strings.Split(text, ",")
	isValid := len(numbers) == len(read)
	for i := 0; isValid && i < len(read); i++ {
		n, err := strconv.ParseFloat(strings.TrimSpace(numbers[i]), 64)
		isValid = err == nil && n >= 0 && n <= math.MaxFloat64
		read[i] = n
	}
	if !isValid {
		return fmt.Errorf("%q is not four prices of a million tokens, such as 3,15,3.75,0.3", text)
	}
	*p = Price{read[0], read[1], read[2], read[3]}
	return nil
}

// Type is the kind of the value.
func (p *Price) Type() string { return "prices" }

// String returns the four numbers, "" of no price.
func (p *Price) String() string {
	if *p == (Price{}) {
		return ""
	}
	return fmt.Sprintf("%v,%v,%v,%v", p.In, p.Out, p.Write, p.Read)
}

// Cost returns the price of tokens with a prompt cache, and without one.
func (p *Price) Cost(u Usage) (cached, uncached float64) {
	out := p.Out * float64(u.Out)
	return (p.Write*float64(u.Written) + p.Read*float64(u.Again) + out) / 1e6, (p.In*float64(u.Written+u.Again) + out) / 1e6
}
