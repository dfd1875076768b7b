package report

import (
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// Savings are the bytes and tokens that rules under the key audit would save.
type Savings struct {
	Bytes  int `json:"bytes"`
	Tokens int `json:"tokens"`
}

// WouldSave compares a document with its form under the rules.
func WouldSave(counter tokens.Counter, document, ruled []byte) *Savings {
	read := (&Readings{Counter: counter}).Add(document, ruled)
	return &Savings{len(document) - len(ruled), read.In - read.Out}
}

// Plus returns the sum of both; nil is none.
func (s *Savings) Plus(more *Savings) *Savings {
	if s == nil {
		return more
	}
	return &Savings{s.Bytes + more.Bytes, s.Tokens + more.Tokens}
}

// Words returns "12 bytes, 3 tokens"; nil returns none.
func (s *Savings) Words() []string {
	if s == nil {
		return nil
	}
	return []string{terminal.Counted(s.Bytes, "byte"), terminal.Counted(s.Tokens, "token")}
}
