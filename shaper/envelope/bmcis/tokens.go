package bmcis

import (
	"strconv"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

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
