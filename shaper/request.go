package shaper

import (
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// Request is one tool response to shape, and what is known about the call. Only
// Body is needed.
type Request struct {
	// Tool is the name of the tool that answered, in any spelling: list_issues,
	// github.list_issues and mcp__github__list_issues are one tool. Server is the
	// name of its server, where that is known and not in the tool's. An entry of
	// tool_overrides meets them in any spelling, too.
	Tool, Server string
	// Tier is the caller's tier; empty: what the envelope says, or the
	// configured one.
	Tier string
	// Profile and Mode are what the caller asks for; empty: as configured.
	Profile, Mode string
	// Include replaces the include list of the configuration, Exclude adds to
	// its excludes. They are masks, and the operator's to set.
	Include, Exclude []string
	// Fields narrows the result further; never widens it. Nil means no
	// narrowing, an empty list is an error. A caller may set it.
	Fields []string
	// Dialect names the envelope; empty: as configured where that fits, or else
	// recognised. Where it does not fit, [Report.Misfit] says so.
	Dialect string
	// ClientRequestID tells that the envelope's request id came from the
	// client, so that every profile shows it (seed 001).
	ClientRequestID bool
	// IsError tells that the response reports a failure, where the body does
	// not say so itself.
	IsError bool
	// Settings are the last word on switches such as exclude_null_values.
	Settings profiles.Settings
	// Strict looks for duplicate names in objects that are copied whole too,
	// and fills Report.Unmatched.
	Strict bool
	// Body is the response: one JSON text. It is read, never written.
	Body []byte
}

// Result is a shaped response.
type Result struct {
	// Body is the shaped JSON text. It aliases Request.Body where that passed
	// unchanged (Report.Unshaped), and is the caller's own otherwise.
	Body   []byte
	Report Report
}

// Report tells what was done to a response. It holds no value of it.
type Report struct {
	Generation uint64 // of the configuration; one response, one generation
	Dialect    string
	Profile    string
	Mode       string
	BytesIn    int
	BytesOut   int
	// Misfit says why the body cannot be of the dialect that the request names:
	// a few words, without content; "" where it can. The body was then shaped as
	// one without an envelope. Nothing is hidden less for it.
	Misfit string
	// Applied names the entries of tool_overrides that applied, in the order in which
	// they spoke. It is shared: not to be written to.
	Applied []string
	// NoneApplied tells that there are such entries, and none of them is about this
	// tool. Nearest is the one that most likely was meant, "" where none resembles it.
	NoneApplied bool
	Nearest     string
	// Unshaped is the reason why the body passed as it was; nil otherwise.
	Unshaped error
	// Lost lists the parts that an envelope built by Wrap has no place for.
	Lost []string
	// Cut lists what limits of the mode took from arrays, one entry for each path,
	// documents inside included.
	Cut []Cut
	// Withheld are the values in texts that were not read as JSON, and of which
	// only the name told that they are private: [withheld] stands in their place.
	Withheld Places
	// Opaque are the names in such texts that met an exclude, and stayed.
	Opaque Places
	// Unmatched lists the masks that selected nothing, or nothing that another
	// mask had not decided already (Request.Strict only), with where they were
	// written.
	Unmatched []string
}

// Cut is what a limit took, from all arrays at a path together.
type Cut = envelope.Cut

// Places are places in a response: how many, and where the first of them are, as
// at most 16 patterns of JSON Pointers, in which * stands for a position.
type Places struct {
	Count int
	At    []string
}
