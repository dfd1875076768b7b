package profiles

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles/internal/seen"
)

// Client holds the facts of a client of MCP.
type Client struct {
	Name      string // the entry that had the last word, a name or a glob; "" if none fits
	Reads     Reads
	Validates bool   // it may refuse a result that does not fit the output schema
	Text      string // mirror, drop or summary; "": as the tool says
	MaxTokens int    // that it takes of a result; 0 is not known
	MaxBytes  int
	OnOver    string // ladder or error; "": as the budgets say
	Counter   string
	Seen      string // the version, or else the day, at which Reads was observed; "" if configured or unknown
}

// Budget is the most that the client takes of a result.
func (c Client) Budget() Budget {
	return Budget{MaxTokens: c.MaxTokens, MaxBytes: c.MaxBytes, OnOver: c.OnOver, Counter: c.Counter}
}

// Reads is the half of a result that a client shows to the model if the result has both. It
// concerns successes. All known clients show the text of errors.
type Reads uint8

// An unknown client counts as one that shows both halves.
const (
	ReadsBoth Reads = iota
	ReadsText
	ReadsStructured
)

// String is the word for it in a configuration.
func (r Reads) String() string { return settingTable[keyReads].known[r] }

// client is a compiled [ClientFacts], or a row of the built-in table.
type client struct {
	name string
	scalars
	since, seen string // of a row: it is about this version and later ones
}

// clientKeys are the settings of a client, in the order of [Set.ClientDecisions].
var clientKeys = []setting{keyReads, keyValidates, keyText, keyMaxTokens, keyMaxBytes, keyOnOver, keyCounter}

const maxClientName = 256 // bytes of a glob

// clients compiles entries, and sorts them: the more special one speaks later.
func (c *compiler) clients(entries []ClientFacts, at place) []client {
	var all []client
	for _, e := range entries {
		where, k := at.key(e.Name), client{name: e.Name}
		switch stars, at := strings.Count(e.Name, "*"), where.origin(); {
		case e.Name == "":
			c.fail(at, "a client needs a name")
		case len(e.Name) > maxClientName:
			c.fail(at, "%d bytes in the name; at most %d are allowed", len(e.Name), maxClientName)
		case stars > maxStars:
			c.fail(at, "%d stars in the name; at most %d are allowed", stars, maxStars)
		case e == ClientFacts{Name: e.Name}:
			c.warn(at, "no effect: nothing is said of the client")
		}
		set(c, &k.scalars, keyReads, e.Reads, where)
		set(c, &k.scalars, keyText, e.Text, where)
		set(c, &k.scalars, keyValidates, e.Validates, where)
		set(c, &k.scalars, keyMaxTokens, e.MaxTokens, where)
		set(c, &k.scalars, keyMaxBytes, e.MaxBytes, where)
		set(c, &k.scalars, keyOnOver, e.OnOver, where)
		set(c, &k.scalars, keyCounter, e.Counter, where)
		all = append(all, k)
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].compare(all[j]) < 0 })
	return all
}

// compare orders entries so that the more special one speaks later: a glob before a name.
func (k client) compare(l client) int {
	isGlob := func(k client) int { return min(strings.Count(k.name, "*"), 1) }
	return cmp.Or(isGlob(l)-isGlob(k), cmp.Compare(fieldmask.Specificity(k.name), fieldmask.Specificity(l.name)))
}

// known joins all entries that fit a client, key by key.
func (s *Set) known(name, version string) (all client) {
	for _, k := range slices.Concat(knownClients(), s.clients) {
		if !fieldmask.MatchGlob(k.name, name) || k.since != "" && words.IsEarlier(version, k.since) {
			continue
		}
		all.name = k.name
		if k.scalars[keyReads].ok {
			all.seen = k.seen
		}
		for _, key := range clientKeys {
			all.scalars[key] = k.scalars[key].or(all.scalars[key])
		}
	}
	return all
}

// LimitsClients reports whether an entry says how much of a result a client takes.
func (s *Set) LimitsClients() bool {
	return slices.ContainsFunc(s.clients, func(k client) bool { return k.scalars[keyMaxTokens].ok || k.scalars[keyMaxBytes].ok })
}

// ClientDecisions lists the facts of [Set.Client] and their places.
func (s *Set) ClientDecisions(name, version string) (all []Decision) {
	k := s.known(name, version)
	unknown := Origin{Pointer: "built-in: unknown client"}
	k.scalars[keyReads] = k.scalars[keyReads].or(said[any]{ReadsBoth, unknown, true})
	k.scalars[keyValidates] = k.scalars[keyValidates].or(said[any]{true, unknown, true})
	for _, key := range clientKeys {
		all = append(all, k.decision(key, "client."+key.name()))
	}
	return made(all)
}

// Client returns the facts of a client by the name and version of MCP's clientInfo. The
// configuration comes before the built-in table. A client without facts reads both halves, and
// validates.
func (s *Set) Client(name, version string) Client {
	k := s.known(name, version)
	b := k.budget()
	return Client{
		Name: k.name, Seen: k.seen, Text: k.text(keyText).value,
		Reads:     Reads(max(slices.Index(settingTable[keyReads].known, k.text(keyReads).value), 0)),
		Validates: k.flag(keyValidates) || !k.scalars[keyValidates].ok,
		MaxTokens: b.MaxTokens, MaxBytes: b.MaxBytes, OnOver: b.OnOver, Counter: b.Counter,
	}
}

// ClientNames returns the names of the clients with facts, sorted. A pattern such as kimi* is
// kimi here.
func (s *Set) ClientNames() (names []string) {
	for _, k := range slices.Concat(knownClients(), s.clients) {
		names = append(names, strings.TrimSuffix(k.name, "*"))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// knownClients returns the rows as entries. They apply before those of any configuration.
// Their origin names the source of the observation.
var knownClients = sync.OnceValue(func() []client {
	all := make([]client, len(seen.Clients))
	for i, row := range seen.Clients {
		at := Origin{Pointer: "built-in: seen in " + row.Source}
		if row.Seen != "" {
			at.Pointer += ", " + row.Seen
		}
		all[i] = client{name: row.Name, since: row.Since, seen: row.Seen}
		all[i].scalars[keyReads] = said[any]{row.Reads, at, true}
	}
	return all
})
