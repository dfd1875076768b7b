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

// Resolved is what holds for one [Key]. It is read-only: its parts are shared
// with the [Set].
type Resolved struct {
	Profile string
	// Tools names the entries of tool_overrides that applied, in the order in which
	// they spoke.
	Tools []string
	// Expand spells out every documented key of the envelope, with null or []
	// where nothing is known (RULES R15 and D3).
	Expand bool
	// Metadata names what the profile shows of the envelope beyond what always
	// shows.
	Metadata []string

	// Include keeps a value when every layer selects it; no layers keep all.
	Include []Layer
	// Rooted holds what a list keeps besides where it is rooted in the payload. Lists
	// that always are have it among their rules; one at Items is where the payload
	// is an array, and so its own list.
	Rooted []Rule
	// Exclude holds rules of kind Exclude, Forbid and Expose.
	Exclude  []Rule
	Redact   []Redaction
	Patterns []Pattern
	// Detection hides values by their form, after the patterns; nil if none is asked for.
	Detection *Detection
	// Tiered tells that rules hide something from callers of a tier, this one or
	// another that the envelope may name.
	Tiered bool
	// OnError tells that failures show what successes do not: an include_on_error
	// list applies.
	OnError bool
	// RefuseUnreadable makes a response an error in which something would be
	// withheld, for a text in it gives it away.
	RefuseUnreadable bool

	Elide Elide
	// AlwaysKeep lists paths from the payload root that elision spares; they
	// are in the include layers already.
	AlwaysKeep []fieldmask.Path

	KeepUnmatched        bool // containers with nothing selected stay, as {} or []
	DropEmptied          bool // containers emptied by an exclude go
	Duplicates           Duplicates
	DuplicatesEverywhere bool
	Dialect              string // "auto" or a name

	Schema string   // narrow, protect or drop: the output schema that is advertised
	Text   string   // mirror, drop or summary: the text beside structuredContent
	Caller []string // what a caller may choose, of fields, mode and profile

	Mode   string         // the response mode in force, or empty
	Items  fieldmask.Path // the list to which Mode, Fields, Derive and Limits apply; the zero Path is the payload itself
	Derive []Derived
	Limits []Limit

	// MaxString and MaxItems are how many code points are left of a longer string of the
	// payload, and how many elements of a longer array for which no limit speaks; 0 is
	// all of them.
	MaxString, MaxItems int
	// Shorten says it of what stands at a mask, and before them.
	Shorten []Shortened
	// Columns folds lists of objects in the payload into tables.
	Columns bool
	// Compact leaves out white space between tokens everywhere. Without it a document in
	// which no rule changed a value keeps its bytes.
	Compact bool

	// Off tells that the profile off is in force: only hiding rules act.
	Off bool
	// Envelope is the dialect whose envelopes are recognised: "" is any, "plain" is none.
	// Dialects that carry a payload of a tool (mcp, jsonrpc) are always recognised.
	Envelope string

	// Budget is the most that the whole response may take. LowPriority are the paths of
	// what goes first where it takes more, Ranks say which elements of lists stay.
	Budget      Budget
	LowPriority []Rule
	Ranks       []Rank

	// Decisions lists every setting in force and where its value was said.
	Decisions []Decision
}

// Hides reports whether any rule hides something. A document that cannot be
// shaped must then not pass (GUARANTEES, failure).
func (r *Resolved) Hides() bool {
	hiding := func(x Rule) bool { return x.Kind != fieldmask.Expose }
	return slices.ContainsFunc(r.Exclude, hiding) || len(r.Redact) > 0 || r.Censors()
}

// Censors reports whether patterns or detectors act on string values.
func (r *Resolved) Censors() bool { return len(r.Patterns) > 0 || r.Detection != nil }

// Recasts reports whether what is left of the payload is said in another way.
func (r *Resolved) Recasts() bool { return r.Columns }

// Said returns the place of a setting in force, "" if nothing said it.
func (r *Resolved) Said(setting string) string {
	for _, d := range r.Decisions {
		if d.Setting == setting {
			return d.Origin.String()
		}
	}
	return ""
}

// Rule is one path of a mask, what it does, and where it was written.
type Rule struct {
	Path   fieldmask.Path
	Kind   fieldmask.Kind
	Origin Origin
}

// IsAsked reports whether a call, or an entry of tool_overrides, says the rule for
// responses like this one: who does so counts on its meeting something.
func (r Rule) IsAsked() bool {
	said := strings.HasPrefix(r.Origin.Pointer, "call ") || strings.HasPrefix(r.Origin.Pointer, "/tool_overrides/")
	forErrors := r.Kind == fieldmask.Exclude && strings.HasSuffix(path.Dir(r.Origin.Pointer), "/include_on_error")
	return said && !forErrors
}

// Shortened is how much is left of what is longer at a path from the payload root.
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

// Elide says which object members go, bottom-up, after masking.
type Elide struct {
	Null, EmptyArray, EmptyObject bool
	Defaults                      []Default // members equal to a declared default
}

// Default is a declared default of a field.
type Default struct {
	Path  fieldmask.Path
	Value json.RawMessage
}

// Duplicates says what becomes of duplicate names in an object where masks
// decide anything.
type Duplicates uint8

// Duplicate names are refused, or the first or the last of them holds.
const (
	Reject Duplicates = iota
	First
	Last
)

// Derived is a field that an item gains: the first Chars code points of its
// field From, "..." appended when cut. It comes only where the masks would keep
// a field Name, From is a string that no exclude drops, and the item has no
// field Name of its own.
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

// Decision is the value of a setting in force, and where it was said.
type Decision struct {
	Setting string
	Value   string
	Origin  Origin
}
