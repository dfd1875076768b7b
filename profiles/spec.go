package profiles

import (
	"encoding/json"

	"github.com/seed-7aa78ce4/shape/profiles/internal/limits"
)

// Spec is a configuration as written. [New] checks it, completes it from the built-ins and
// compiles it into a [Set]. The zero Spec means "built-ins only". Package config fills it from
// a file; a program may as well fill it by hand.
//
// Lists of masks hold mask strings in the grammar of package fieldmask. A negated
// path stands in include_only alone, where it is an exclude.
type Spec struct {
	Global   Global             `json:"global"`
	Profiles map[string]Profile `json:"profiles"`
	Tools    []Tool             `json:"-"` // tool_overrides, in file order
	Privacy  []Privacy          `json:"-"` // of every file that takes part, the most trusted last; all hold
	Clients  []ClientFacts      `json:"-"` // clients, in file order

	Gates []Spec `json:"-"` // trusted files that are not in force: allow and deny of their keys tools hold
	// Tier is the caller's tier where neither the call nor the envelope names
	// one (CODE_SCALPEL_TIER).
	Tier string `json:"-"`
	// Force names the profile that beats every other choice (SCALPEL_MCP_INFO=DEBUG, RULES R9
	// and D3), or is empty. ForcedBy names the variable that set it, for explain.
	Force    string `json:"-"`
	ForcedBy string `json:"-"`
	// Trusted tells that the file is the home or the /etc file, so that its excludes act
	// under the profile off.
	Trusted bool `json:"-"`
	// Position says where the value at a JSON Pointer of the file was written;
	// nil when there is no file.
	Position func(pointer string) Origin `json:"-"`

	// Preset returns the preset for a server by its name, nil if none fits. It is safe for
	// concurrent use. Nil means no presets.
	Preset func(server string) *Preset `json:"-"`

	// Dialects, Metadata and Counters are the names that dialect, envelope.include and
	// budget.counter may use; an empty list means that they are not checked.
	Dialects []string `json:"-"`
	Metadata []string `json:"-"`
	Counters []string `json:"-"`
}

// Settings are the settings of a global section, a profile or a tool; nil means not set. The
// last one to set a key wins.
type Settings struct {
	ExcludeEmptyArrays   *bool     `json:"exclude_empty_arrays"`
	ExcludeEmptyObjects  *bool     `json:"exclude_empty_objects"`
	ExcludeNullValues    *bool     `json:"exclude_null_values"`
	ExcludeDefaultValues *bool     `json:"exclude_default_values"`
	AlwaysKeep           *[]string `json:"always_keep"`
	// OmitFields are masks of values that a model hardly needs. The masks of several sections
	// add up. They are no excludes: a schema, an archive or the profile debug gives the values
	// back.
	OmitFields      *[]string `json:"omit_fields"`
	Unmatched       *string   `json:"unmatched"`        // prune | keep
	Emptied         *string   `json:"emptied"`          // keep | drop
	Duplicates      *string   `json:"duplicates"`       // reject | first | last
	DuplicatesScope *string   `json:"duplicates_scope"` // masked | everywhere
	ResponseMode    *string   `json:"response_mode"`
	Dialect         *string   `json:"dialect"`
	// MaxString and MaxItems shorten longer values of a payload: strings to that many code
	// points, arrays to that many elements.
	MaxString *int `json:"max_string"`
	MaxItems  *int `json:"max_items"`
	// Rows selects the elements that stay of a list that a limit or a budget cuts. differ keeps
	// objects with rare values first, then the head and the tail.
	Rows *string `json:"rows"` // first | differ
	// Shorten does the same for the values at masks, from the root of the payload, before
	// MaxString and MaxItems. The masks of several sections add up.
	Shorten *map[string]Shorten `json:"shorten"`
	// Columns folds lists of objects in a payload into tables with the same data.
	Columns *bool     `json:"columns"`
	TextAs  *[]string `json:"text_as"` // kinds of texts that are written shorter
	// Compact leaves out white space between tokens, also in documents that no rule
	// changed. Nil is true, and false for a call in transit ([Key.Transit]).
	Compact *bool `json:"compact"`
	// Audit leaves responses as the profile off leaves them, so that the rules can be counted
	// before they act. A call with false has the response under the rules.
	Audit *bool `json:"audit"`
}

// Shorten bounds a longer value. At least one of its bounds is set.
type Shorten = limits.Shorten

// Delivery holds the settings of the global section and of a tool for the delivery of results
// to an MCP client. Nil means not set. It is no part of [Settings], since a caller may choose
// a profile. A profile must not widen the caller's choices.
type Delivery struct {
	Schema *string `json:"schema"` // narrow | protect | drop: the advertised output schema
	Text   *string `json:"text"`   // mirror | drop | summary: the text beside structuredContent
	// Caller lists the choices of a caller by arguments of the call: fields, mode, profile.
	Caller *[]string `json:"caller"`
}

// Global is the section "global".
type Global struct {
	Settings
	Delivery
	Profile *string      `json:"profile"`
	Budget  *Budget      `json:"budget"`
	Archive *ArchiveSpec `json:"archive"`

	ToolList *ToolList `json:"tools"`
}

// Profile is one entry of the section "profiles".
type Profile struct {
	Settings
	Extends          *string   `json:"extends"`
	Description      string    `json:"description"`
	Envelope         *Envelope `json:"envelope"`
	CommonExclusions []string  `json:"common_exclusions"`
	IncludeOnly      []string  `json:"include_only"`
	Budget           *Budget   `json:"budget"`
	LowPriority      []string  `json:"low_priority"` // as of a tool
	RankBy           []string  `json:"rank_by"`
}

// Envelope lists the metadata of the envelope that a profile shows. The names are those of the
// dialects' layouts, such as request_id. An unknown name shows nothing; it is refused if
// Spec.Metadata lists the names.
type Envelope struct {
	Include []string `json:"include"`
}

// Tool is one entry of the section "tool_overrides". Name is a tool name or a glob over tool
// names, in any spelling. "list_issues" meets the tool of any server, "github.list_issues" and
// "mcp__github__list_issues" that of one server. "mcp__github__*" meets all tools of one
// server.
type Tool struct {
	Settings
	Delivery
	Name            string                     `json:"-"`
	Profile         *string                    `json:"profile"`
	IncludeOnly     []string                   `json:"include_only"`
	ExcludeFields   []string                   `json:"exclude_fields"`
	IncludeOnError  []string                   `json:"include_on_error"`
	ExcludeWhenTier map[string][]string        `json:"exclude_when_tier"`
	Defaults        map[string]json.RawMessage `json:"defaults"`
	Items           *string                    `json:"items"`
	ResponseModes   map[string]Mode            `json:"response_modes"`
	Derive          map[string]Derive          `json:"derive"`
	Budget          *Budget                    `json:"budget"`
	// LowPriority are masks of the values that go first if a response is over its budget.
	LowPriority []string `json:"low_priority"`
	// RankBy are masks of numbers. If a budget cuts a list, the elements with the largest
	// number stay instead of the first ones.
	RankBy   []string  `json:"rank_by"`
	ToolList *ToolList `json:"tools"`
}

// Mode is one response mode of a tool: fields, and bounds of arrays (RULES R83 and R86).
type Mode = limits.Mode

// Derive describes a field made from another: its first Chars code points.
type Derive = limits.Derive

// ClientFacts is one entry of the section "clients": facts about the clients whose name
// (clientInfo.name of MCP) fits a glob. A nil field is not set.
type ClientFacts struct {
	Name      string  `json:"-"`
	Reads     *string `json:"reads"`      // text | structured | both: the halves shown to a model
	Validates *bool   `json:"validates"`  // structuredContent, against the output schema
	Text      *string `json:"text"`       // as Delivery.Text, with precedence over it
	MaxTokens *int    `json:"max_tokens"` // of a result, in addition to Budget
	MaxBytes  *int    `json:"max_bytes"`
	OnOver    *string `json:"on_over"` // as those of Budget, and before them
	Counter   *string `json:"counter"`
}

// Privacy is the section "privacy" of one file. It fails closed and beats
// everything: no profile, flag, environment or caller can weaken it.
type Privacy struct {
	// Drop holds masks of values that go. Their names meet in any spelling (LAWS 13).
	Drop []string `json:"drop"`
	// Spellings says how the names of the masks of Drop meet, by the same index; the
	// masks beyond its end have the zero Spelling. In a file an entry of drop holds
	// both: {"name": "id", "suffix": true}.
	Spellings []Spelling    `json:"-"`
	Mask      []PrivacyMask `json:"mask"`
	// Detect names values that are hidden by their form: secrets, email, phone, card,
	// iban, or pii for the last four (see [RegisterDetector]).
	Detect []string `json:"detect"`
	// OnUnreadable selects the treatment of a text that is no JSON and reveals a value by its
	// name. "withhold" (nil) replaces the value by [withheld]; "refuse" makes the response an
	// error. One section that refuses is enough.
	OnUnreadable *string `json:"on_unreadable"`

	// Trusted tells that the file is the user's or the machine's own. Its paths have
	// a limit of their own, so that no other file takes their room.
	Trusted  bool                        `json:"-"`
	Position func(pointer string) Origin `json:"-"`
}

// PrivacyMask replaces the value at Path, or each match of the RE2 Pattern in
// string values, by With ("[redacted]" when With is nil). Exactly one of Path
// and Pattern is set.
type PrivacyMask struct {
	Path     string  `json:"path"`
	Pattern  string  `json:"pattern"`
	With     *string `json:"with"`
	Spelling         // of the names of Path
}

// Spelling sets how the names of a privacy mask meet member names.
type Spelling = limits.Spelling
