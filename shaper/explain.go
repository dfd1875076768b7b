package shaper

import (
	"context"
	"iter"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/stats"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// Explanation tells why a response came out as it did. It takes no more memory than
// the response, however many values that has.
type Explanation struct {
	Report   Report
	Body     []byte              // the shaped response
	Fields   []Field             // those of most tokens first, at most [MaxFields]; none where the body passed unshaped
	Rest     Rest                // what all others come to
	Settings []profiles.Decision // every setting in force, and where it was said

	// Counter is what counted the tokens of the fields: that of the budget.
	Counter tokens.Counter

	tell func(to *pass.Teller, room []byte) // shapes once more, into room; nil where nothing was decided
}

// MaxFields is how many fields an explanation lists.
const MaxFields = 256

// Field is what became of the values at places of one pattern, as far as that is one
// thing for one reason.
type Field struct {
	// Pattern is a JSON Pointer in the input in which * stands for a position, or for
	// a name where objects hold more than 64 there. A long one is shortened in its
	// middle.
	Pattern string
	Kept    bool
	Rule    string // as that of a Decision
	Reason  string
	Amount
}

// Amount is how many values there are and what they take in the input, with their
// names. Of a container that goes as nothing is left in it, its own brackets count: what
// was in it is told of apart. Tokens are those of Explanation.Counter; media have none.
type Amount struct{ Count, Bytes, Tokens int }

// Rest is what the values come to that no [Field] tells of.
type Rest struct{ Kept, Dropped Amount }

// Decision is what became of one value of a response, and why.
type Decision struct {
	Pointer string // JSON Pointer (RFC 6901) in the input
	Kept    bool
	// Rule is where the rule behind it was written; empty where no rule was.
	Rule string
	// Reason is a word for what decided: included, excluded, not included,
	// elided, unmatched, emptied, redacted, hidden, cut, kept.
	Reason string
	Bytes  int // of the value in the input
}

// Explain shapes a response and tells what became of its fields, and by which rule.
// It is slower than Shape. Of a budget the report tells, and the body; the fields and the
// decisions are those of the rules alone.
func (e *Engine) Explain(ctx context.Context, req Request) (Explanation, error) {
	if err := ctx.Err(); err != nil {
		return Explanation{}, err
	}
	asked := e.asked(&req)
	asked.Journal = pass.NewRehearsal()
	shaped, err := e.pipe.Explain(&asked)
	x := Explanation{Report: reportOf(&shaped.Facts), Body: shaped.Body, Counter: shaped.Counter, Settings: asked.Journal.Settings, tell: shaped.Tell}
	if err != nil {
		return Explanation{Report: x.Report}, publicError(err)
	}
	if x.Report.Unshaped != nil {
		x.Body = req.Body
		return x, nil
	}
	x.addUp()
	return x, nil
}

// addUp fills in the fields.
func (x *Explanation) addUp() {
	sums := stats.New()
	x.tell(&pass.Teller{Sums: sums, Tokens: x.Counter.Count}, nil)
	all, rest := sums.List(MaxFields)
	for _, s := range all {
		x.Fields = append(x.Fields, Field{
			Pattern: sums.Pattern(s.At), Kept: s.Kept, Rule: s.Rule, Reason: s.Reason, Amount: Amount(s.Amount),
		})
	}
	x.Rest = Rest{Kept: Amount(rest.Kept), Dropped: Amount(rest.Dropped)}
}

// Decisions tells of each value in input order, containers that hold something
// excepted. Each time the response is passed over once more, and nothing is held: the
// body of the request must be what it was, and only one may ask at a time.
func (x *Explanation) Decisions() iter.Seq[Decision] {
	return func(yield func(Decision) bool) {
		if x.tell == nil {
			return
		}
		more := true
		x.tell(&pass.Teller{Each: func(d pass.Decision) {
			more = more && yield(Decision{Pointer: d.Pointer, Kept: d.Kept, Rule: d.Rule, Reason: d.Reason, Bytes: d.Bytes})
		}}, make([]byte, 0, len(x.Body)))
	}
}
