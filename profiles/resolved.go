package profiles

import (
	"cmp"
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// Resolved holds the rules for one [Key]. It is read-only: its parts are shared with the
// [Set].
type Resolved struct {
	Profile string
	// Tools names the entries of tool_overrides that apply, in the order of their application.
	Tools []string
	// Expand spells out every documented key of the envelope. An unknown value is null or []
	// (RULES R15 and D3).
	Expand bool
	// Metadata names the optional members of the envelope that the profile shows.
	Metadata []string

	// Include keeps a value if every layer selects it; no layers keep all.
	Include []Layer
	// Rooted holds the further rules of a list that is rooted in the payload. A list with a
	// fixed root has them among its rules. A list at Items is rooted in the payload if that is
	// an array, and so its own list.
	Rooted []Rule
	// Exclude holds rules of kind Exclude, Forbid and Expose.
	Exclude []Rule
	// Omit holds the comfort rules of omit_fields, of kind Omit. The paths of Rooted are spared.
	Omit     []Rule
	Redact   []Redaction
	Patterns []Pattern
	// Detection hides values by their form, after the patterns; nil if none is asked for.
	Detection *Detection
	// Tiered tells that rules hide something from callers of a tier, this one or
	// another that the envelope may name.
	Tiered bool
	// OnError tells that an include_on_error list applies: a failure shows more than a
	// success.
	OnError bool
	// RefuseUnreadable turns a response into an error if a value in an unreadable text would
	// be withheld.
	RefuseUnreadable bool

	Elide Elide
	// AlwaysKeep lists paths from the payload root that elision spares. The include layers
	// contain them already.
	AlwaysKeep []fieldmask.Path

	KeepUnmatched        bool // containers with nothing selected stay, as {} or []
	DropEmptied          bool // containers emptied by an exclude go
	Duplicates           Duplicates
	DuplicatesEverywhere bool
	Dialect              string // "auto" or a name

	Audit  bool     // comfort rules do not act, but are counted
	Schema string   // narrow, protect or drop: the advertised output schema
	Text   string   // mirror, drop or summary: the text beside structuredContent
	Caller []string // the choices of a caller, of fields, mode and profile

	Mode   string         // the response mode in force, or empty
	Items  fieldmask.Path // the list of Mode, Fields, Derive and Limits; the zero Path is the payload itself
	Derive []Derived
	Limits []Limit

	// MaxString bounds the code points of a string in the payload. MaxItems bounds the
	// elements of an array without a limit of its own. 0 is no bound.
	MaxString, MaxItems int
	// Differ makes a list of objects that is cut keep those with rare values first.
	Differ bool
	// Shorten bounds the values at masks, and comes before MaxString and MaxItems.
	Shorten []Shortened
	// Columns folds lists of objects in the payload into tables.
	Columns bool
	TextAs  []string // kinds of texts that are written shorter
	// Compact removes white space between tokens everywhere. Without it a document without
	// changed values keeps its bytes.
	Compact bool

	// Off tells that the profile off is in force: only hiding rules act.
	Off bool
	// Envelope is the dialect whose envelopes are recognised: "" is any, "plain" is none.
	// Dialects that carry a payload of a tool (mcp, jsonrpc) are always recognised.
	Envelope string

	// Budget bounds the whole response. If it is over, the values at LowPriority go first, and
	// Ranks choose the elements of lists that stay.
	Budget      Budget
	LowPriority []Rule
	Ranks       []Rank

	decisions func() []Decision // made once
}

// Hides reports whether any rule hides something. A document that cannot be
// shaped must then not pass (GUARANTEES, failure).
func (r *Resolved) Hides() bool {
	hiding := func(x Rule) bool { return x.Kind != fieldmask.Expose }
	return slices.ContainsFunc(r.Exclude, hiding) || len(r.Redact) > 0 || r.Censors()
}

// Censors reports whether patterns or detectors act on string values.
func (r *Resolved) Censors() bool { return len(r.Patterns) > 0 || r.Detection != nil }

// Rule is one path of a mask, its kind, and its place.
type Rule struct {
	Path   fieldmask.Path
	Kind   fieldmask.Kind
	Origin Origin
}

// IsAsked reports whether a call, or an entry of tool_overrides, sets the rule for responses
// like this one. Its author expects it to meet a value.
func (r Rule) IsAsked() bool {
	said := strings.HasPrefix(r.Origin.Pointer, "call ") || strings.HasPrefix(r.Origin.Pointer, "/tool_overrides/")
	forErrors := r.Kind == fieldmask.Exclude && strings.HasSuffix(path.Dir(r.Origin.Pointer), "/include_on_error")
	return said && !forErrors
}

// Shortened bounds the longer values at a path from the payload root.
type Shortened struct {
	Path fieldmask.Path
	Shorten
	Origin Origin
}

// Layer is one include list.
type Layer struct {
	Name    string // include_only, response_mode or fields
	AtItems bool   // holds for each row at Resolved.Items, not for the payload root
	Origin  Origin // of the list
	Rules   []Rule
}

// IsOperators reports whether the list is one that an operator wrote, and no
// caller's.
func (l Layer) IsOperators() bool { return l.Name != "fields" }

// Redaction replaces the value at a path, whatever its type, by the string With.
type Redaction struct {
	Path   fieldmask.Path
	With   string
	Origin Origin
}

// Pattern replaces each match in string values and text by With, as it stands.
type Pattern struct {
	Regexp *regexp.Regexp
	With   string
	Origin Origin
}

// Elide selects the object members to remove, bottom-up, after masking.
type Elide struct {
	Null, EmptyArray, EmptyObject bool
	Defaults                      []Default // members equal to a declared default
}

// Default is a declared default of a field.
type Default struct {
	Path  fieldmask.Path
	Value json.RawMessage
}

// Duplicates selects the treatment of duplicate names in an object that masks apply to.
type Duplicates uint8

// Duplicate names are refused, or the first or the last of them holds.
const (
	Reject Duplicates = iota
	First
	Last
)

// Derived adds a field to an item: the first Chars code points of its field From, with "..."
// if it was cut. It needs masks that would keep a field Name, a string From that no exclude
// drops, and an item without a field Name.
type Derived struct {
	Name, From string // names, not masks
	Chars      int
	Origin     Origin
}

// Limit is the most elements that the arrays at a path keep. The path starts at
// an item; the zero path is the list of items itself.
type Limit struct {
	Path   fieldmask.Path
	Max    int
	Origin Origin
}

// Mask returns the mask of the path. For the list of items it is [Itself].
func (l Limit) Mask() string { return cmp.Or(l.Path.String(), Itself) }
