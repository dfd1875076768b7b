package app

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/digest"
)

// contract is a set of rules for documents: a dialect, or digest for payloads.
type contract interface{ Name() string }

func contracts() (all []contract) {
	for _, d := range dialects.All() {
		all = append(all, d)
	}
	return append(all, digest.Contract{})
}

// ContractsWith returns the names of the contracts that implement T.
func ContractsWith[T any]() (names []string) {
	for _, c := range contracts() {
		if _, ok := c.(T); ok {
			names = append(names, c.Name())
		}
	}
	return names
}

// ContractOf returns the contract of a name, if it implements T.
func ContractOf[T any](name string) (T, bool) {
	for _, c := range contracts() {
		if can, ok := c.(T); ok && c.Name() == name {
			return can, true
		}
	}
	var none T
	return none, false
}

// AnyDialect returns the values of --dialect for commands that shape.
func AnyDialect() []string { return append([]string{"auto"}, ContractsWith[envelope.Dialect]()...) }

// InEdition returns a dialect in an edition of its contract.
func InEdition(name, edition string) (envelope.Dialect, error) {
	d, _ := dialects.Lookup(name) // the flag takes known names only
	return dialects.In(d, edition)
}
