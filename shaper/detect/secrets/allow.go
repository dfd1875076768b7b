package secrets

import (
	"bytes"
	"math"
	"regexp"
	"strings"
	"sync"
)

// allowlist tells values that are no secrets from those that are.
type allowlist struct {
	all     bool   // every condition must hold, not one of them
	target  string // match or line: regexes are asked about that, not about the secret
	never   bool   // a condition on a file name must hold
	regexes func() []*regexp.Regexp
	words   func() *automaton // nil if there are none
	count   int               // of regexes
}

func newAllowlist(w writtenList) allowlist {
	l := allowlist{all: strings.EqualFold(w.Condition, "and") || w.Condition == "&&", target: w.RegexTarget, count: len(w.Regexes)}
	l.never = l.all && len(w.Paths) > 0
	l.regexes = sync.OnceValue(func() (all []*regexp.Regexp) {
		for _, x := range w.Regexes {
			if re, err := regexp.Compile(x); err == nil { // else less is allowed, and more hidden
				all = append(all, re)
			}
		}
		return all
	})
	if len(w.StopWords) > 0 {
		l.words = sync.OnceValue(func() *automaton {
			lower := make([]string, len(w.StopWords))
			for i, word := range w.StopWords {
				lower[i] = strings.ToLower(word)
			}
			return newAutomaton(lower)
		})
	}
	return l
}

// candidate is a match of a rule in a text.
type candidate struct {
	text       []byte
	start, end int // of the match
	secret     []byte
}

// line returns the lines of the match.
func (c candidate) line() []byte {
	start := bytes.LastIndexByte(c.text[:c.start], '\n') + 1
	end := bytes.IndexByte(c.text[c.end:], '\n')
	if end < 0 {
		return c.text[start:]
	}
	return c.text[start : c.end+end]
}

// allows reports whether the list says that a candidate is no secret.
func (l *allowlist) allows(c candidate) bool {
	if l.never {
		return false
	}
	byRegex, byWord := l.count > 0 && l.meets(c), false
	if l.words != nil {
		end, _, _ := l.words().find(c.secret, 0, 0)
		byWord = end > 0
	}
	if l.all {
		return (l.count == 0 || byRegex) && (l.words == nil || byWord) && (l.count > 0 || l.words != nil)
	}
	return byRegex || byWord
}

// meets reports whether an expression of the list matches its target.
func (l *allowlist) meets(c candidate) bool {
	target := c.secret
	switch l.target {
	case "match":
		target = c.text[c.start:c.end]
	case "line":
		target = c.line()
	}
	for _, x := range l.regexes() {
		if x.Match(target) {
			return true
		}
	}
	return false
}

// entropy returns Shannon's entropy of the bytes of a text, in bits a byte.
func entropy(text []byte) (bits float64) {
	var counts [256]int
	for _, c := range text {
		counts[c]++
	}
	for _, n := range counts {
		if n > 0 {
			share := float64(n) / float64(len(text))
			bits -= share * math.Log2(share)
		}
	}
	return bits
}
