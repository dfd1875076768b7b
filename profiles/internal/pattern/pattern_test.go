package pattern

import (
	"regexp/syntax"
	"testing"
)

// The estimate is at least the size of the program, and at most twice that and a few more.
func TestPatternSizeIsEstimated(t *testing.T) {
	for _, expr := range []string{
		`a`, `abc`, `(?i)secret`, `[a-z]+\d*`, `(?:a|bc|d)?`, `a{1000}`, `a{3,}`, `a{0,50}`, `(?:a{10}b){20}`, `(x{2,5}){3}`,
		`^\s*(?P<key>[\w.-]{0,50}?(?:key|token))['"]?\s{0,3}(?:=|:=|=>)\s*([0-9a-zA-Z]{32})$`, `\pL{100}`, `(?i)k{9}|[^x]{7}`,
	} {
		tree, err := syntax.Parse(expr, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		estimate := instructions(tree)
		program, err := syntax.Compile(tree.Simplify())
		if err != nil {
			t.Fatal(err)
		}
		bounds := 0
		for _, inst := range program.Inst {
			bounds = max(bounds, len(inst.Rune))
		}
		size := len(program.Inst) - 2 // but for the failing and the matching instruction
		if estimate < size || estimate > 2*size+bounds+4 {
			t.Errorf("%s: estimated %d, compiled %d", expr, estimate, size)
		}
	}
}
