package secrets

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/zricethezav/gitleaks/v8/config"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
)

func marked(text string) string {
	var b strings.Builder
	at := 0
	for _, s := range (detector{}).Append(nil, []byte(text)) {
		b.WriteString(text[at:s.Start] + "[" + s.Kind + "]")
		at = s.End
	}
	return b.String() + text[at:]
}

// written writes a random text that an expression matches.
func writtenBy(r *rand.Rand, re *syntax.Regexp) string {
	var b strings.Builder
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		i := 2 * r.IntN(len(re.Rune)/2)
		from, to := re.Rune[i], min(re.Rune[i+1], max(re.Rune[i], 0x7E))
		if from < ' ' && to >= ' ' {
			from = ' '
		}
		b.WriteRune(from + r.Int32N(to-from+1))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte(byte(' ' + r.IntN(95)))
	case syntax.OpConcat, syntax.OpCapture:
		for _, sub := range re.Sub {
			b.WriteString(writtenBy(r, sub))
		}
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		least, most := map[syntax.Op]int{syntax.OpPlus: 1, syntax.OpRepeat: re.Min}[re.Op], re.Max
		if re.Op == syntax.OpQuest {
			most = 1
		} else if re.Op != syntax.OpRepeat || most < 0 {
			most = least + 5
		}
		for range least + r.IntN(most-least+1) {
			b.WriteString(writtenBy(r, re.Sub[0]))
		}
	case syntax.OpAlternate:
		b.WriteString(writtenBy(r, re.Sub[r.IntN(len(re.Sub))]))
	}
	return b.String()
}

// spansByAll asks every rule with a keyword in the text about the whole text, as gitleaks
// does.
func spansByAll(text []byte) []profiles.Span {
	r := theRules()
	f := finding{rules: r, text: text}
	for i := range r.rules {
		x := &r.rules[i]
		if !x.hasKeyword(text) {
			continue
		}
		for _, m := range x.compile().FindAllSubmatchIndex(text, -1) {
			f.judge(x, 0, m)
		}
	}
	return profiles.JoinSpans(f.spans)
}

func (x *rule) hasKeyword(text []byte) bool {
	lower := strings.ToLower(string(text))
	return slices.ContainsFunc(x.Keywords, func(k string) bool { return strings.Contains(lower, strings.ToLower(k)) })
}

var update = flag.Bool("update", false, "write the rules of the module gitleaks into their file")

// checkRules compares the embedded rules with those of the module gitleaks in go.mod.
func checkRules(t *testing.T) {
	if *update {
		var b bytes.Buffer
		w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		_, err := io.WriteString(w, config.DefaultConfig)
		if err = errors.Join(err, w.Close(), os.WriteFile("gitleaks.toml.gz", b.Bytes(), 0o666)); err != nil {
			t.Fatal(err)
		}
		compressed = b.Bytes()
	}
	r, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(r); err != nil || string(text) != config.DefaultConfig {
		t.Error("the rules are not those of the module in go.mod; go test ./shaper/detect/secrets -run TestRulesOfGitleaks -update", err)
	}
}

// Every rule finds the matches of its expression between lines of other text. The keywords,
// the shapes and the windows lose none.
func TestRulesOfGitleaks(t *testing.T) {
	checkRules(t)
	r := theRules()
	if len(r.rules) < 200 {
		t.Fatalf("%d rules", len(r.rules))
	}
	found := 0
	for i := range r.rules {
		x := &r.rules[i]
		parsed, err := syntax.Parse(x.Regex, syntax.Perl)
		if err != nil {
			t.Fatalf("%s: %v", x.ID, err)
		}
		has := false
		for seed := range uint64(4) {
			s := rand.New(rand.NewPCG(seed, uint64(i)))
			text := []byte(strings.Repeat("some words\n", s.IntN(9)) + writtenBy(s, parsed) + strings.Repeat("\nand more of them", s.IntN(9)))
			want := spansByAll(text)
			got := (detector{}).Append(nil, text)
			has = has || len(got) > 0
			if !slices.Equal(got, want) {
				t.Errorf("%s: %q: %v, want %v", x.ID, text, got, want)
			}
			checkNext(t, text, got)
		}
		if has {
			found++
		}
	}
	if found < len(r.rules)*9/10 {
		t.Errorf("texts of %d rules of %d hold a secret", found, len(r.rules))
	}
}

// checkNext fails if Next passes over a secret, in the text or in its JSON string.
func checkNext(t *testing.T, text []byte, spans []profiles.Span) {
	t.Helper()
	quoted, _ := json.Marshal(string(text))
	twice, _ := json.Marshal(string(quoted))
	for _, raw := range [][]byte{text, quoted, twice} {
		if len(spans) > 0 && (detector{}).Next(raw, 0) == len(raw) {
			t.Errorf("Next passes over the secrets of %s", raw)
		}
	}
}

// A case without "marked" holds no secret.
func TestFound(t *testing.T) {
	data, err := os.ReadFile("testdata/found.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Text   []string // parts, so that no scanner of sources takes one for a secret
		Marked string
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		text := strings.Join(c.Text, "")
		want := c.Marked
		if want == "" {
			want = text
		}
		if got := marked(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if again := marked(want); again != want {
			t.Errorf("%q: a second run returns %q", want, again)
		}
	}
}

// A secret of any rule between words is found, and the rest of the text stays byte for
// byte.
func FuzzLawsSecrets(f *testing.F) {
	for seed := range uint64(20) {
		f.Add("some words before", "and after", seed)
	}
	f.Fuzz(func(t *testing.T, before, after string, seed uint64) {
		s, r := rand.New(rand.NewPCG(seed, 2)), theRules()
		x := &r.rules[s.IntN(len(r.rules))]
		parsed, _ := syntax.Parse(x.Regex, syntax.Perl)
		secret := writtenBy(s, parsed)
		text := []byte(before + "\n" + secret + "\n" + after)
		got := (detector{}).Append(nil, text)
		checkNext(t, text, got)
		if x.hasKeyword([]byte(secret)) && len(spansByAll([]byte("\n"+secret+"\n"))) > 0 && len(got) == 0 {
			t.Errorf("%s: no secret in %q", x.ID, text)
		}
		for at, s := 0, got; len(s) > 0; at, s = s[0].End, s[1:] {
			if s[0].Start < at || s[0].End <= s[0].Start || s[0].End > len(text) {
				t.Fatalf("%q: the spans are %v", text, got)
			}
		}
	})
}

// Time is linear in texts that repeat keywords and the starts of secrets.
func TestSecretsAreLinear(t *testing.T) {
	for _, part := range []string{
		"key=", "token: ", "-----BEGIN PRIVATE KEY-----", "curl ", "ey", "sk", "AKIA", "api_key=\"a1b2c3d4e5f6", "\x00\xff", "key",
	} {
		testkit.NearlyLinear(t, 1<<10, 8, func(n int) func() {
			text := []byte(strings.Repeat(part, n))
			return func() { (detector{}).Append(nil, text) }
		})
	}
}

// Rules that do not parse hide every text.
func TestBrokenRules(t *testing.T) {
	for _, config := range []string{"[", "[[rules]]\nid = 'x'\nregex = '('\nkeywords = ['xx']"} {
		r := parse(strings.NewReader(config))
		if got := r.append(nil, []byte("any")); len(got) != 1 || got[0].End != 3 || r.next([]byte("any"), 0) != 0 {
			t.Errorf("%s: %v", config, got)
		}
	}
}
