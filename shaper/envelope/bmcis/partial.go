package bmcis

import (
	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

var notes = &envelope.Notes{
	At:    []string{"_metadata", "metadata", "warnings"},
	Lists: []string{"warnings", "warnings[]"},
	Words: true,
}

// MarkPartial sets the status to partial, unless it tells of an error, and adds a warning
// PARTIAL_RESULTS for each list that was cut (RULES R82 and R92). A string that was cut
// tells by its own mark how much is gone.
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

// lowered is a head with the status partial, nil where it tells of none that is better.
func lowered(head []byte) []byte {
	if gjson.GetBytes(head, "status").String() != StatusSuccess {
		return nil
	}
	return kit.Put(head, "status", kit.Quote(StatusPartial))
}

// Words returns the warning.
func (Dialect) Words(c envelope.Cut) [][]byte {
	warning, _ := kit.Encode(NewWarning(WarnPartialResults, c.Note(omitted))) // plain texts
	return [][]byte{warning}
}

func omitted(c envelope.Cut) string {
	return "Some results omitted, " + c.String()
}
