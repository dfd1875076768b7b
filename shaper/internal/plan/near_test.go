package plan

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// FuzzLawsNextName: a search from any offset finds each name of a rule in each allowed
// spelling, and each last word of a private name. Exceptions are names that begin before the
// offset, that continue, or that contain a quote or an escape. MayEnd never denies a name at
// the end, unless a name was found before it.
func FuzzLawsNextName(f *testing.F) {
	for seed := range testkit.Seeds(1000) {
		f.Add(seed, "")
	}
	for _, text := range []string{
		"a Ｐａｓｓｗｏｒｄ b", "pa\u017f\u017fword", "PASS\u200bWORD.", "to\u212Aen: x", "pass-word pin-", "x", "X y x", "d-b.p_i n", "i\u200bd id\xff", "pin\xe2\x84",
	} {
		f.Add(uint64(1), text)
		f.Add(uint64(2), text)
	}
	f.Fuzz(func(t *testing.T, seed uint64, text string) {
		r := rand.New(rand.NewPCG(seed, 3))
		names, masks := drawNames(r)
		if !names.IsNear() {
			return
		}
		if text == "" {
			text = drawText(r, masks)
		}
		text = strings.NewReplacer(`"`, "", `\`, "").Replace(text[:min(len(text), 200)])
		src, from := []byte(text), r.IntN(len(text)+1)
		var ends []int
		for end := names.NextName(src, from); end <= len(src); end = names.NextName(src, end) {
			if len(ends) > 0 && end <= ends[len(ends)-1] || end <= from {
				t.Fatalf("%v in %q from %d: %d is found behind %v", masks, text, from, end, ends)
			}
			ends = append(ends, end)
		}
		isFound := func(from, to int) bool {
			return slices.ContainsFunc(ends, func(end int) bool { return end > from && end <= to })
		}
		for to := from + 1; to <= len(src); to++ {
			if to < len(src) && isWord[src[to]] && src[to] != '_' && src[to] != '-' && src[to] != '$' {
				continue
			}
			for at := to - 1; at >= from; at-- {
				isName := endsRule(names, src[at:to])
				if isName && !isFound(at, to) {
					t.Errorf("%v in %q from %d: %q is passed over; found %v", masks, text, from, src[at:to], ends)
				}
				if isName && to == len(src) && !isFound(from, to-1) && !names.MayEnd(src) {
					t.Errorf("%v: %q may not end with a name", masks, text)
				}
			}
			if names.Spots != nil && names.Spots.EndsAt(src, to) && !isFound(to-1, to) {
				t.Errorf("%v in %q from %d: the word that ends at %d is passed over; found %v", masks, text, from, to, ends)
			}
			if last := src[to-1]; isWord[last] && !separates(last) && names.Endings.Fit(src[from:to]) && !isFound(to-1, to) {
				t.Errorf("%v in %q from %d: the ending at %d is passed over; found %v", masks, text, from, to, ends)
			}
		}
	})
}

// endsRule reports whether a name is the last name of a rule.
func endsRule(names *Names, name []byte) bool {
	return slices.ContainsFunc(names.Append(nil, name), func(m Mention) bool {
		return m.Step == names.Rules[m.Rule].Names-1
	})
}

var (
	drawnNames = []string{"password", "api_key", "apiKey", "pin", "id", "x", "token", "d", "session-id", "user.pass", "s", "kk", "apikey", "*_id", "a9"}
	drawnWords = []string{" ", ": ", "=", "-", "_", ".", "é", "漢", "\u200b", "\u00ad", "pass", "word", "key", "ok", "en", "ſ", "\u212A", "mysql", "curl", "ｄ", "Ｎ", "９", "\xef\xbc", "\xff", "'", "$", "\n"}
)

// drawNames returns random rules with their names: folded private ones and others.
func drawNames(r *rand.Rand) (*Names, []string) {
	var rules []fieldmask.Rule
	var masks []string
	for range 1 + r.IntN(4) {
		mask := drawnNames[r.IntN(len(drawnNames))]
		rule := fieldmask.Rule{Kind: fieldmask.Exclude, Path: fieldmask.MustParse(mask)}
		switch r.IntN(4) {
		case 0:
		case 1:
			rule.Kind = fieldmask.Forbid
		default:
			rule.Kind, rule.Path = fieldmask.Forbid, rule.Path.Folded(r.IntN(2) == 0)
		}
		rules, masks = append(rules, rule), append(masks, fmt.Sprintf("%v %s", rule.Kind, rule.Path))
	}
	names := newNames(rules)
	return names, masks
}

// drawText returns a text of random spellings of names with bytes around and inside them.
func drawText(r *rand.Rand, masks []string) string {
	b := new(strings.Builder)
	for range r.IntN(12) {
		if r.IntN(3) > 0 {
			b.WriteString(drawnWords[r.IntN(len(drawnWords))])
			continue
		}
		name := masks[r.IntN(len(masks))]
		name = strings.Trim(name[strings.LastIndexAny(name, " .")+1:], "*")
		for _, c := range name {
			switch n := r.IntN(20); {
			case n == 0 && c >= '0' && c <= 'z' && c != '_':
				c += '！' - '!'
			case n == 1:
				b.WriteString(drawnWords[r.IntN(9)])
			case n < 6:
				c = []rune(strings.ToUpper(string(c)))[0]
			case n > 6 && n < 10 && c == 's':
				c = 'ſ'
			case n > 6 && n < 12 && c == 'k':
				c = '\u212A'
			}
			b.WriteRune(c)
		}
	}
	return b.String()
}
