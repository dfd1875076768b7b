package shaper

import (
	"context"
	"iter"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/journal"
	"github.com/seed-7aa78ce4/shape/shaper/internal/stats"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// Explanation lists the decisions about a response. Its memory is bounded by that of the
// response, for any number of values.
type Explanation struct {
	Report   Report
	Body     []byte              // the shaped response
	Fields   []Field             // most tokens first, at most [MaxFields]; none if the body passed unshaped
	Rest     Rest                // sum of all other values
	Settings []profiles.Decision // every setting in force and its origin

	// Counter counted the tokens of the fields. It is the counter of the budget.
	Counter tokens.Counter

	replay func(to *journal.Receiver, room []byte) // shapes once more, into room; nil if there are no decisions
}

// MaxFields is the largest number of fields in an explanation.
const MaxFields = 256

// Field is one decision, for one reason, about the values at the places of one pattern.
type Field struct {
	// Pattern is a JSON Pointer in the input. A * stands for a position, or for a name if
	// objects hold more than 64 names there. A long pattern is shortened in its middle.
	Pattern string
	Kept    bool
	Rule    string // as [Decision.Rule]
	Reason  string
	Amount
}

// Amount counts values and their size in the input, names included. A container that is
// dropped because it became empty counts its own brackets only; its values count apart.
// Explanation.Counter counts the tokens. Media have none.
type Amount struct{ Count, Bytes, Tokens int }

// Rest sums the values that no [Field] covers.
type Rest struct{ Kept, Dropped Amount }

// Decision is the decision about one value of a response, with its reason.
type Decision struct {
	Pointer string // JSON Pointer (RFC 6901) in the input
	Kept    bool
	// Rule is the place of the rule behind the decision; empty if there is none.
	Rule string
	// Reason is one of included, excluded, omitted, not included, elided, unmatched, emptied, redacted,
	// hidden, shortened, cut, kept.
	Reason string
	Bytes  int // of the value in the input
}

// Explain shapes a response and lists the decision about each field, with its rule. It is
// slower than Shape. The report and the body show the effect of a budget. The fields and the
// decisions show the rules alone.
func (e *Engine) Explain(ctx context.Context, req Request) (Explanation, error) {
	if err := ctx.Err(); err != nil {
		return Explanation{}, err
	}
	asked := e.asked(&req)
	asked.Journal = journal.NewRehearsal()
	shaped, err := e.pipe.Explain(&asked)
	x := Explanation{Report: reportOf(&shaped.Facts), Body: shaped.Body, Counter: shaped.Counter, Settings: asked.Journal.Settings, replay: shaped.Replay}
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
	x.replay(&journal.Receiver{Sums: sums, Tokens: x.Counter.Count}, nil)
	all, rest := sums.List(MaxFields)
	for _, s := range all {
		x.Fields = append(x.Fields, Field{
			Pattern: sums.Pattern(s.At), Kept: s.Kept, Rule: s.Rule, Reason: s.Reason, Amount: Amount(s.Amount),
		})
	}
	x.Rest = Rest{Kept: Amount(rest.Kept), Dropped: Amount(rest.Dropped)}
}

// Decisions yields the decision about each value in input order, except for containers that
// keep a value. Each iteration passes over the response once more and stores nothing. The body
// of the request must be unchanged, and iterations must not overlap.
func (x *Explanation) Decisions() iter.Seq[Decision] {
	return func(yield func(Decision) bool) {
		if x.replay == nil {
			return
		}
		more := true
		x.replay(&journal.Receiver{Each: func(d journal.Decision) {
			more = more && yield(Decision{Pointer: d.Pointer, Kept: d.Kept, Rule: d.Rule, Reason: d.Reason, Bytes: d.Bytes})
		}}, make([]byte, 0, len(x.Body)))
	}
}
