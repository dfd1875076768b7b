package prefilter_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/internal/prefilter"
)

// FuzzLawsSieve: if an expression matches a text, the sieve reports it. This holds for the
// text itself, for a text around it, and for each string with it as content. The law covers
// all nesting depths of strings and all escapes.
func FuzzLawsSieve(f *testing.F) {
	for seed := range testkit.Seeds(3000) {
		f.Add(seed, "", "")
	}
	for i, c := range [][2]string{
		{`\d{1,3}(?:\.\d{1,3}){3}`, "at 10.0.0.1:80"}, {`(?i)kelvin`, "\u212aELVIN"}, {`(?i)secret`, "\u017fecret"},
		{`[^@\s]+@[^@\s]+`, "a@é"}, {`"k":\s*"v`, "\"k\":\n\"v"}, {`\x{FFFD}.`, "\xff!"}, {`a|`, "b"}, {`é+/x`, "éé/x"}, {`a\nb`, "a\nb"},
	} {
		f.Add(uint64(i), c[0], c[1])
	}
	f.Fuzz(func(t *testing.T, seed uint64, expression, text string) {
		g := random{rand.New(rand.NewPCG(seed, 9))}
		if len(expression) > 100 || len(text) > 1000 {
			return
		}
		all, texts := g.expressions(expression)
		s := prefilter.New(all)
		said := g.noise() + text + strings.Join(texts, g.noise()) + g.noise()
		g.holds(t, s, all, said)
		raw := said
		for range 1 + g.IntN(4) {
			g.holds(t, s, all, said, g.noise(), raw)
			raw = g.noise() + `"` + g.written(raw) + `"` + g.noise()
		}
		g.holds(t, s, all, said, `{"a":"`, g.written(raw), `"}`+g.noise())
	})
}

// random draws expressions and texts.
type random struct{ *rand.Rand }

// holds fails if an expression matches said but the sieve does not report it for the parts of
// a document. The second part contains said.
func (g random) holds(t *testing.T, s *prefilter.Sieve, all []*regexp.Regexp, said string, parts ...string) {
	t.Helper()
	for i, x := range all {
		switch fits := x.MatchString(said); {
		case !fits:
		case len(parts) == 0 && !s.Fits([]byte(said)).Has(i):
			t.Fatalf("%q fits %q, and the sieve says no", x, said)
		case len(parts) > 0:
			from := g.IntN(len(parts[0]) + 1)
			if n := s.Next([]byte(strings.Join(parts, "")), from); n < from || n >= len(parts[0])+len(parts[1]) {
				t.Fatalf("%q fits %q, and what comes from %d of %q on begins at %d", x, said, from, parts, n)
			}
		}
	}
}

// expressions draws a few expressions and texts that mostly match them.
func (g random) expressions(first string) (all []*regexp.Regexp, texts []string) {
	n := 1 + g.IntN(4)
	if g.IntN(50) == 0 {
		n = 80
	}
	for i := range n {
		expression := g.expression(3)
		if i == 0 && first != "" {
			expression = first
		}
		x, err := regexp.Compile(expression)
		if err != nil || x.MatchString("") {
			continue
		}
		all = append(all, x)
		re, _ := syntax.Parse(expression, syntax.Perl)
		if i < 4 {
			texts = append(texts, g.fitting(re))
		}
	}
	return all, texts
}

// atoms are the building blocks of expressions.
var atoms = []string{
	"a", "b", "AKIA", "key", "s", `\d`, `\d{3}`, `\s`, `\S`, `\w`, ".", "[a-c]", "[^a]", "[0-9A-F]", "@", "-", "/", `"`, `\\`, `\n`, "é", "[é-ü]", "密", `\b`, "^", "$",
	`\x{10FFFF}`, `\pL`, `\x{FFFD}`, `\B`, "[/+=]", "<", " ", "u0041", `\x7f`, `\x{17F}`,
}

func (g random) expression(depth int) string {
	atom := atoms[g.IntN(len(atoms))]
	if depth == 0 {
		return atom
	}
	sub := func() string { return g.expression(g.IntN(depth)) }
	switch g.IntN(9) {
	case 0:
		return "(?:" + sub() + "|" + sub() + ")"
	case 1:
		return "(?:" + sub() + ")" + []string{"*", "+", "?", "{2}", "{1,3}", "{2,}", "{12,16}"}[g.IntN(7)]
	case 2:
		return "(?i:" + sub() + ")"
	case 3:
		return "(" + sub() + ")"
	case 4:
		return "(?s:" + sub() + ")"
	}
	return sub() + atom + sub()
}

// fitting draws a match of an expression. It ignores conditions on the bytes around.
func (g random) fitting(re *syntax.Regexp) string {
	var b strings.Builder
	times := 0
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			b.WriteRune(g.folded(r, re.Flags))
		}
	case syntax.OpCharClass:
		i := g.IntN(len(re.Rune) / 2)
		from, to := re.Rune[2*i], re.Rune[2*i+1]
		b.WriteRune(from + rune(g.IntN(int(min(to-from, 80))+1)))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteRune([]rune("a1 \"\\/é密\t")[g.IntN(9)])
	case syntax.OpAlternate:
		return g.fitting(re.Sub[g.IntN(len(re.Sub))])
	case syntax.OpStar, syntax.OpQuest:
		times = g.IntN(2)
	case syntax.OpConcat, syntax.OpCapture, syntax.OpPlus:
		times = 1
	case syntax.OpRepeat:
		times = re.Min + g.IntN(2)
	}
	for range times {
		for _, sub := range re.Sub {
			b.WriteString(g.fitting(sub))
		}
	}
	return b.String()
}

// folded returns a letter in a random case.
func (g random) folded(r rune, flags syntax.Flags) rune {
	if flags&syntax.FoldCase != 0 {
		for range g.IntN(3) {
			r = unicode.SimpleFold(r)
		}
	}
	return r
}

func (g random) noise() string {
	pieces := []string{"a", "AK", "IA", "1", "12.", "@", " ", "\n", `"`, `\`, "/", "é", "\xff", `\u0041`, "u00", "{", ":", "-", "密", "k", "\x00"}
	var b strings.Builder
	for range g.IntN(6) {
		b.WriteString(pieces[g.IntN(len(pieces))])
	}
	return b.String()
}

// written returns a text as a JSON string with some needless escapes.
func (g random) written(text string) string {
	if g.IntN(2) == 0 {
		quoted := scan.AppendQuote(nil, []byte(strings.ToValidUTF8(text, "\uFFFD")))
		if said := scan.AppendUnquote(nil, quoted[1:len(quoted)-1]); bytes.Equal(said, []byte(text)) {
			return string(quoted[1 : len(quoted)-1])
		}
	}
	var b strings.Builder
	for at, r := range text {
		switch numbered := g.IntN(8) == 0; {
		case r == '/' && g.IntN(2) == 0:
			b.WriteString(`\/`)
		case r == '\n' && !numbered:
			b.WriteString(`\n`)
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < ' ' || numbered && r != unicode.ReplacementChar:
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, []string{`\u%04x`, `\u%04X`}[g.IntN(2)], unit)
			}
		default:
			_, size := utf8.DecodeRuneInString(text[at:])
			b.WriteString(text[at : at+size])
		}
	}
	return b.String()
}
