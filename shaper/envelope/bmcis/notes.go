package bmcis

import (
	"strconv"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

var notes = &envelope.Notes{
	At:    []string{"_metadata", "metadata", "warnings"},
	Lists: []string{"warnings", "warnings[]"},
	Words: true,
}

// MarkPartial sets the status to partial, unless it is error. It adds a warning
// PARTIAL_RESULTS for each list that was cut (RULES R82 and R92). A cut string holds its own
// mark with the number of lost characters.
func (b Dialect) MarkPartial(at [][]byte, cuts []envelope.Cut) [][]byte {
	said := make([][]byte, len(at))
	for i, head := range at[:2] {
		said[i] = lowered(head)
	}
	var warnings [][]byte
	for _, c := range envelope.Few(cuts) {
		if c.Strings == 0 {
			warnings = append(warnings, b.Words(c)...)
		}
	}
	if warnings == nil {
		return said
	}
	said[2] = kit.AddMissing(at[2], warnings)
	return said
}

// lowered returns a head with the status partial. It returns nil if the head has no better
// status.
func lowered(head []byte) []byte {
	if gjson.GetBytes(head, "status").String() != StatusSuccess {
		return nil
	}
	return kit.Put(head, "status", kit.Quote(StatusPartial))
}

// Words returns the warning.
func (Dialect) Words(c envelope.Cut) [][]byte {
	warning, _ := kit.Encode(NewWarning(WarnPartialResults, c.Note(func(c envelope.Cut) string {
		return "Some results omitted, " + c.String()
	}))) // plain texts
	return [][]byte{warning}
}

// Refer sets the status to partial, unless it is error. It adds a warning PARTIAL_RESULTS with
// the suggestion to retrieve all results (RULES R82, R91 and R92).
func (Dialect) Refer(doc []byte, k envelope.Kept) []byte {
	w := NewWarning(WarnPartialResults, "Some content was left out")
	w.Suggestion = k.Said() + " (" + k.Hash + ")"
	warning, _ := kit.Encode(w) // plain texts
	for _, name := range notes.At[:2] {
		if head := lowered(kit.Get(doc, name)); head != nil {
			doc = kit.Put(doc, name, head)
		}
	}
	return kit.Put(doc, "warnings", kit.AddMissing(kit.Get(doc, "warnings"), [][]byte{warning}))
}

// OverLimit is the error that stands in the place of a response over its limit, under
// the metadata of the response (RULES R93; see [TokenLimitExceeded]).
func (Dialect) OverLimit(doc *envelope.Doc, mode string, tokens, limit int) []byte {
	over := TokenLimit{Tokens: tokens, Limit: limit, Mode: mode, PageSize: len(kit.Elements(doc.Value("results")))}
	said := TokenLimitExceeded(Metadata{}, over)
	head := kit.Put(doc.Value("_metadata"), "status", kit.Quote(said.Metadata.Status))
	head = kit.Put(head, "message", kit.Quote(said.Metadata.Message))
	warnings, _ := kit.Encode(said.Warnings) // plain texts
	var out kit.Object
	out.Set("_metadata", head)
	out.Set("results", []byte("[]"))
	out.Set("warnings", warnings)
	return out.Done()
}

// Recount sets tokens_estimated and tokens_used to the tokens of the whole envelope, those
// of the two numbers included (RULES R90 and D26). A number that is absent, null or no
// integer stays.
//
// The count depends on how many digits the numbers have, and more digits never make it
// smaller. So counting again with the new digits ends after few rounds.
func (Dialect) Recount(doc []byte, count func(text []byte) int) []byte {
	context := kit.Get(doc, "execution_context")
	var names []string
	for _, name := range []string{"tokens_estimated", "tokens_used"} {
		if _, ok := kit.Integer(kit.Get(context, name)); ok {
			names = append(names, name)
		}
	}
	for isFixed, round := len(names) == 0, 0; !isFixed && round < mostRounds; round++ {
		number := strconv.AppendInt(nil, int64(count(doc)), 10)
		isFixed = true
		for _, name := range names {
			isFixed = isFixed && len(kit.Get(context, name)) == len(number)
			context = kit.Put(context, name, number)
		}
		doc = kit.Put(doc, "execution_context", context)
	}
	return doc
}

// mostRounds bounds the rounds for a counter that does not count as Recount expects.
const mostRounds = 5

// WarnNearLimit adds the warning TOKEN_LIMIT_WARNING (RULES R91 and R92).
func (Dialect) WarnNearLimit(doc []byte) []byte {
	warning, _ := kit.Encode(NewWarning(WarnTokenLimit, "")) // plain texts
	return kit.Put(doc, "warnings", kit.AddMissing(kit.Get(doc, "warnings"), [][]byte{warning}))
}
