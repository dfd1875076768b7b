package profiles

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles/internal/seen"
)

// Rows stand in the order in which they apply, and each names its source.
func TestClientTable(t *testing.T) {
	if !slices.IsSortedFunc(knownClients(), client.compare) {
		t.Error("a glob speaks after a name, or what is less special after what is more")
	}
	for i, row := range seen.Clients {
		if row.Source == "" || slices.ContainsFunc(seen.Clients[:i], func(r seen.Row) bool { return r.Name == row.Name }) {
			t.Errorf("%q has no source, or a row already", row.Name)
		}
	}
}

// A configuration may name as many clients as profiles, by names of a size that any
// client has.
func TestBoundsOfClients(t *testing.T) {
	named := func(names ...string) Spec {
		var spec Spec
		for _, name := range names {
			spec.Clients = append(spec.Clients, ClientFacts{Name: name, Reads: new("text")})
		}
		return spec
	}
	var many []string
	for i := range maxEntries + 1 {
		many = append(many, fmt.Sprint("c", i))
	}
	long := strings.Repeat("c", maxClientName+1)
	mustNew(t, named(many[1:]...))
	mustNew(t, named(long[1:]))
	for want, spec := range map[string]Spec{
		"error /clients: 1025 clients; at most 1024 are allowed\n":                      named(many...),
		"error /clients/" + long + ": 257 bytes in the name; at most 256 are allowed\n": named(long),
	} {
		s, err := New(spec)
		if got := renderProblems(problemsOf(t, s, err)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// ClientNames joins the clients of the table and of the configuration.
func TestClientNames(t *testing.T) {
	s, err := New(Spec{Clients: []ClientFacts{{Name: "mine", Reads: new("text")}, {Name: "n*", Reads: new("text")}}})
	if err != nil {
		t.Fatal(err)
	}
	names := s.ClientNames()
	if !slices.IsSorted(names) || !slices.Contains(names, "mine") || !slices.Contains(names, "n") || !slices.Contains(names, seen.Clients[len(seen.Clients)-1].Name) {
		t.Errorf("%q", names)
	}
}
