package secrets

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"
)

// compressed is gitleaks.toml of the version in go.mod, by gzip. TestRulesOfGitleaks compares
// it with that module and writes it with -update. The module itself is no import, since its
// packages start other libraries in each process. LICENSE.gitleaks is its license.
//
//go:embed gitleaks.toml.gz
var compressed []byte

// written is the configuration of gitleaks, as far as it concerns texts.
type written struct {
	Allowlist  *writtenList
	Allowlists []writtenList
	Rules      []writtenRule
}

type writtenRule struct {
	ID          string
	Regex       string
	Path        string
	SecretGroup int
	Entropy     float64
	Keywords    []string
	Allowlists  []writtenList
}

type writtenList struct {
	Condition   string
	Paths       []string
	RegexTarget string
	Regexes     []string
	StopWords   []string
	TargetRules []string
}

// rules are the rules of gitleaks, ready for a search.
type rules struct {
	search *automaton
	marks  [][]mark // by the number of a keyword
	rules  []rule
	allow  []allowlist // of all rules
}

// mark is a keyword of a rule: a match has the shape before up to the keyword, and the
// shape behind from it on.
type mark struct {
	rule           int
	before, behind shape
	gate           *gate // nil: there is none
}

// mayStand reports whether the bytes behind the keyword at the start of text can go on as a
// match does. raw tells that JSON wrote the text, so that a backslash can be any character.
func (m *mark) mayStand(text []byte, raw bool) bool {
	return (m.gate == nil || m.gate.isOpen(text, raw)) && m.behind.accepts(text, raw, false)
}

// rule is one rule.
type rule struct {
	writtenRule
	compile func() *regexp.Regexp
	allow   []allowlist
}

// theRules parses the rules, once. It returns nil if a rule does not parse.
// TestRulesOfGitleaks rules that out.
var theRules = sync.OnceValue(func() *rules {
	text, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return nil
	}
	return parse(text)
})

func parse(text io.Reader) *rules {
	var w written
	if err := toml.NewDecoder(text).Decode(&w); err != nil {
		return nil
	}
	return newRules(w)
}

// escapeKeyword starts the escape of an ASCII character in JSON. The character can be
// one of a keyword.
const escapeKeyword = `\u00`

// newRules makes the rules ready for a search; nil if an expression does not parse.
func newRules(w written) *rules {
	r := &rules{}
	if w.Allowlist != nil {
		w.Allowlists = append(w.Allowlists, *w.Allowlist)
	}
	numbers := map[string]int{escapeKeyword: 0}
	keywords := []string{escapeKeyword}
	r.marks = [][]mark{nil}
	for _, x := range w.Rules {
		if x.Regex == "" || x.Path != "" {
			continue
		}
		added := r.add(x)
		for _, list := range w.Allowlists {
			if slices.Contains(list.TargetRules, x.ID) {
				added.allow = append(added.allow, newAllowlist(list))
			}
		}
		parsed, err := syntax.Parse(x.Regex, syntax.Perl)
		if err != nil {
			return nil
		}
		whole := shapeOf(parsed)
		for _, k := range x.Keywords {
			k = strings.ToLower(k)
			if _, known := numbers[k]; !known {
				numbers[k] = len(keywords)
				keywords = append(keywords, k)
				r.marks = append(r.marks, nil)
			}
			r.mark(numbers[k], len(r.rules)-1, k, whole)
		}
	}
	for _, list := range w.Allowlists {
		if len(list.TargetRules) == 0 {
			r.allow = append(r.allow, newAllowlist(list))
		}
	}
	r.search = newAutomaton(keywords)
	return r
}

// add adds a rule without its keywords.
func (r *rules) add(x writtenRule) *rule {
	added := rule{writtenRule: x, compile: sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(x.Regex) })}
	for _, list := range x.Allowlists {
		added.allow = append(added.allow, newAllowlist(list))
	}
	r.rules = append(r.rules, added)
	return &r.rules[len(r.rules)-1]
}

// mark adds a keyword of a rule. A keyword that stands at no certain place of the
// expression can stand anywhere in a match.
func (r *rules) mark(keyword, number int, text string, whole shape) {
	starts := whole.from(text)
	if len(starts) == 0 {
		any := shape{whole.joined()}
		any[0].min = 0
		r.marks[keyword] = append(r.marks[keyword], mark{number, any, any, nil})
	}
	for _, i := range starts {
		r.marks[keyword] = append(r.marks[keyword], mark{number, whole[:i], whole[i:], gateOf(whole[i:])})
	}
}
