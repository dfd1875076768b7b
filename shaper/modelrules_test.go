package shaper_test

import (
	"maps"
	"slices"
	"strings"
)

// rules are the model's rules for a plain document.
type rules struct {
	include  []way // of the tool
	operator bool  // they are the operator's, in place of the tool's
	mode     []way // the fields of the response mode in force
	fields   []way // the caller's
	items    way   // the list for mode, fields and limits; without steps the payload
	limits   []limit

	exclude  []way
	omit     []way // for comfort
	drop     []way // of the privacy section
	redact   []way
	maxItems int              // of any array without a limit; 0 is any number
	tiers    map[string][]way // values hidden from each tier
	caller   string           // the tier of the call
	onError  []way            // values that only an error shows

	always    []way
	defaults  []fallback // declared, and to be elided
	nulls     bool
	arrays    bool
	objects   bool
	unmatched string // keep, or prune
	emptied   string // drop, or keep

	duplicates string // reject, first or last
	isError    bool   // the call says so
}

type limit struct {
	way
	most int
}

type fallback struct {
	way
	raw string
}

// A layer is one include list. It is rooted in some values and decides about their contents.
// It keeps everything outside of them.
type layer struct {
	roots   map[*node]bool
	on      map[*node]bool // the way to them
	include reach
}

type standing int

const (
	refused standing = iota
	partial          // something below may be selected
	selected
)

// model is rules that have met a document.
type model struct {
	*rules
	root     *node
	failed   bool
	layers   []layer
	omitted  reach // for comfort
	rooted   reach // spared from that
	hidden   reach // by excludes from anywhere, those that nothing lifts too
	exposed  reach
	forbid   reach
	redacted reach
	payloads reach // that the document would have, were it an envelope
	lists    reach // of items
	limited  []reach
	spared   reach // from elision
	declared []reach
}

func (r *rules) meet(root *node) *model {
	m := &model{rules: r, root: root, failed: r.isError || saysFailure(root, r.duplicates)}
	rooted := r.always
	ordinary := floating(slices.Concat(r.exclude, r.onError))
	if m.failed { // a failure shows these values; only absolute excludes hide them
		rooted, ordinary = slices.Concat(r.always, r.onError), floating(r.exclude)
		m.exposed = reaching(r.onError, root)
	}
	if len(r.omit) > 0 {
		m.omitted, m.rooted = reaching(floating(r.omit), root), reaching(rooted, root)
	}
	m.hidden = reaching(ordinary, root)
	m.forbid = reaching(floating(slices.Concat(spelled(r.drop), r.tierRules())), root)
	m.redacted = reaching(floating(spelled(r.redact)), root)
	if len(r.drop)+len(r.tierRules())+len(r.redact) > 0 { // looked for in the payload of any dialect (GUARANTEES, privacy)
		m.payloads = reaching([]way{{steps: []wayStep{{op: "name", name: "data"}}}}, root)
	}

	items := r.items
	if root.kind == '[' {
		items = way{} // an array payload is its own list
	}
	m.lists = reaching([]way{items}, root)
	if len(r.include) > 0 {
		m.layers = append(m.layers, newLayer(reaching([]way{{}}, root), slices.Concat(r.include, rooted)))
	}
	for _, list := range [][]way{r.mode, r.fields} {
		if len(items.steps) == 0 && len(list) > 0 {
			list = slices.Concat(list, rooted)
		}
		if len(list) > 0 {
			m.layers = append(m.layers, newLayer(m.lists, list))
		}
	}
	for _, l := range r.limits {
		m.limited = append(m.limited, reaching([]way{l.way}, slices.Collect(maps.Keys(m.lists.ends))...))
	}
	m.spared = reaching(r.always, root)
	for _, d := range r.defaults {
		m.declared = append(m.declared, reaching([]way{d.way}, root))
	}
	return m
}

// tierRules returns the rules of the caller's tier. An unknown tier sees the least.
func (r *rules) tierRules() []way {
	tier := strings.ToLower(strings.TrimSpace(r.caller))
	if tier != "pro" && tier != "enterprise" {
		tier = "community"
	}
	return r.tiers[tier]
}

func newLayer(lists reach, include []way) layer {
	return layer{lists.ends, lists.on, reaching(include, slices.Collect(maps.Keys(lists.ends))...)}
}

// saysFailure reports whether a plain document says that it is a failure.
func saysFailure(root *node, duplicates string) bool {
	says := map[string]string{}
	for _, m := range root.members {
		if _, again := says[m.name]; !again || duplicates != "first" {
			says[m.name] = m.node.raw
		}
	}
	return says["success"] == "false" || says["isError"] == "true"
}
