package profiles

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Client is what is known of a client of MCP.
type Client struct {
	Name      string // the entry that had the last word, a name or a glob; "" where none fits
	Reads     Reads
	Validates bool   // it may refuse a result that does not fit the output schema
	Text      string // mirror, drop or summary; "" is as the tool says
	MaxTokens int    // that it takes of a result; 0 where nobody says
	MaxBytes  int
	OnOver    string // ladder or error, and what counts the tokens; "" is as the budgets say
	Counter   string
	Seen      string // the version, or else the day, on which Reads was seen; "" where the configuration says it, or nobody does
}

// Budget is the most that the client takes of a result.
func (c Client) Budget() Budget { return Budget{c.MaxTokens, c.MaxBytes, c.OnOver, c.Counter} }

// Reads is which half of a result that has both a client shows to the model. It is
// about successes: of errors the clients that are known show the text.
type Reads uint8

// A client of which nothing is known is taken to show both halves.
const (
	ReadsBoth Reads = iota
	ReadsText
	ReadsStructured
)

var allReads = []string{ReadsBoth: "both", ReadsText: "text", ReadsStructured: "structured"}

// String is the word for it in a configuration.
func (r Reads) String() string { return allReads[r] }

// client is a compiled [ClientFacts], or a row of the built-in table.
type client struct {
	name        string
	reads, text said[string]
	validates   said[bool]
	max         budget // what it takes of a result

	since, seen string // of a row: no version before since is meant
}

const maxClientName = 256 // bytes of a glob

// clients compiles entries, in the order in which they speak.
func (c *compiler) clients(entries []ClientFacts, at place) []client {
	var all []client
	for _, e := range entries {
		where := at.key(e.Name)
		c.checkClient(e, where.origin())
		all = append(all, client{
			name:      e.Name,
			reads:     c.oneOf(e.Reads, where, "reads", allReads...),
			text:      c.oneOf(e.Text, where, "text", texts...),
			validates: say(e.Validates, where.key("validates")),
			max: budget{
				tokens:  c.atLeastOne(e.MaxTokens, where, "max_tokens"),
				bytes:   c.atLeastOne(e.MaxBytes, where, "max_bytes"),
				onOver:  c.oneOf(e.OnOver, where, "on_over", overs...),
				counter: c.counter(e.Counter, where.key("counter")),
			},
		})
	}
	slices.SortStableFunc(all, client.compare)
	return all
}

func (c *compiler) checkClient(e ClientFacts, at Origin) {
	switch stars := strings.Count(e.Name, "*"); {
	case e.Name == "":
		c.fail(at, "a client needs a name")
	case len(e.Name) > maxClientName:
		c.fail(at, "%d bytes in the name; at most %d are allowed", len(e.Name), maxClientName)
	case stars > maxStars:
		c.fail(at, "%d stars in the name; at most %d are allowed", stars, maxStars)
	case e.isSilent():
		c.warn(at, "no effect: nothing is said of the client")
	}
}

// compare orders entries so that the more special one speaks later.
func (k client) compare(l client) int {
	if exact := k.isExact(); exact != l.isExact() {
		if exact {
			return 1
		}
		return -1
	}
	return cmp.Compare(fieldmask.Specificity(k.name), fieldmask.Specificity(l.name))
}

func (k client) isExact() bool { return !strings.Contains(k.name, "*") }

// fits reports whether a client is meant.
func (k client) fits(name, version string) bool {
	return fieldmask.MatchGlob(k.name, name) && (k.since == "" || !words.IsEarlier(version, k.since))
}

// known is what all entries that fit a client say, key by key.
func (s *Set) known(name, version string) client {
	var all client
	for _, k := range s.clients {
		if !k.fits(name, version) {
			continue
		}
		if k.reads.ok {
			all.seen = k.seen
		}
		all.name = k.name
		all.max = budget{
			tokens: k.max.tokens.or(all.max.tokens), bytes: k.max.bytes.or(all.max.bytes),
			onOver: k.max.onOver.or(all.max.onOver), counter: k.max.counter.or(all.max.counter),
		}
		all.reads, all.text, all.validates = k.reads.or(all.reads), k.text.or(all.text), k.validates.or(all.validates)
	}
	return all
}

// LimitsClients reports whether an entry says how much of a result a client takes.
func (s *Set) LimitsClients() bool {
	return slices.ContainsFunc(s.clients, func(k client) bool { return k.max.tokens.ok || k.max.bytes.ok })
}

// unknownClient is the origin of what holds where no entry says anything.
var unknownClient = Origin{Pointer: "built-in: where nobody knows"}

// ClientDecisions lists what [Set.Client] answers, and who says so.
func (s *Set) ClientDecisions(name, version string) []Decision {
	k, answer := s.known(name, version), s.Client(name, version)
	all := []Decision{
		{"client.reads", answer.Reads.String(), unknownClient},
		{"client.validates", strconv.FormatBool(answer.Validates), unknownClient},
	}
	if k.reads.ok {
		all[0].Origin = k.reads.origin
	}
	if k.validates.ok {
		all[1].Origin = k.validates.origin
	}
	return made(append(all,
		decide("client.text", k.text, text),
		decide("client.max_tokens", k.max.tokens, strconv.Itoa),
		decide("client.max_bytes", k.max.bytes, strconv.Itoa),
		decide("client.on_over", k.max.onOver, text),
		decide("client.counter", k.max.counter, text),
	))
}

// Client answers what is known of the client that calls itself by a name and a
// version, which are clientInfo of MCP: what the configuration says of it, and else
// what the built-in table does. Where nobody knows better it reads both halves, and
// validates.
func (s *Set) Client(name, version string) Client {
	k := s.known(name, version)
	return Client{
		Name:      k.name,
		Reads:     Reads(max(slices.Index(allReads, k.reads.value), 0)),
		Validates: k.validates.value || !k.validates.ok,
		Text:      k.text.value,
		MaxTokens: k.max.tokens.value,
		MaxBytes:  k.max.bytes.value,
		OnOver:    k.max.onOver.value,
		Counter:   k.max.counter.value,
		Seen:      k.seen,
	}
}
