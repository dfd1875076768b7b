package envelope

import (
	"bytes"
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Parts are what any tool may say about its answer, in one vocabulary for all
// dialects: the object that `shape wrap` reads. Absent parts are unknown; raw
// values are passed on as written.
type Parts struct {
	Data json.RawMessage `json:"data"`
	// Error is a message, or an object with error, error_code, error_type,
	// remediation and error_details.
	Error           json.RawMessage `json:"error"`
	UpgradeHints    json.RawMessage `json:"upgrade_hints"`
	Tier            string          `json:"tier"`
	ToolVersion     string          `json:"tool_version"`
	ToolID          string          `json:"tool_id"`
	RequestID       string          `json:"request_id"`
	RequestIDSource string          `json:"request_id_source"` // client, or server (default)
	Capabilities    json.RawMessage `json:"capabilities"`
	DurationMS      json.Number     `json:"duration_ms"`
	Operation       string          `json:"operation"`
	Timestamp       string          `json:"timestamp"`
	// Warnings are messages, or objects with code, severity, message, context
	// and suggestion.
	Warnings   json.RawMessage `json:"warnings"`
	Pagination *PartsPage      `json:"pagination"`
	RateLimit  json.RawMessage `json:"rate_limit"`
	Tokens     *PartsTokens    `json:"tokens"`
	CacheHit   *bool           `json:"cache_hit"`
}

// PartsPage is the position in a list of results.
type PartsPage struct {
	Cursor   string `json:"cursor"`
	HasMore  *bool  `json:"has_more"`
	PageSize *int64 `json:"page_size"`
	Total    *int64 `json:"total"`
}

// PartsTokens is the token account.
type PartsTokens struct {
	Estimated *int64 `json:"estimated"`
	Used      *int64 `json:"used"`
}

// partNames are the members that an object of parts may have.
var partNames = func() (names []string) {
	for f := range reflect.TypeFor[Parts]().Fields() {
		names = append(names, f.Tag.Get("json"))
	}
	return names
}()

// ParseParts reads an object of parts. A member that it does not know is an
// error, since it would be lost.
func ParseParts(doc []byte) (Parts, error) {
	var p Parts
	d, err := Open(doc, scan.Limits{})
	if err != nil {
		return p, err
	}
	if d.Members == nil {
		return p, &FieldError{"", "parts must be one JSON object"}
	}
	for _, m := range d.members() {
		if err := checkPart(m); err != nil {
			return p, err
		}
	}
	dec := json.NewDecoder(bytes.NewReader(doc))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&p); err != nil {
		if e, ok := err.(*json.UnmarshalTypeError); ok {
			return p, &FieldError{e.Field, "must be a " + e.Type.String()}
		}
		return p, err
	}
	return p, checkSource(p.RequestIDSource)
}

// partKinds are the JSON types of the parts that are read later, or loosely.
var partKinds = map[string][]string{
	"error": {"string", "object"}, "rate_limit": {"object"}, "duration_ms": {"number"},
	"upgrade_hints": {"array"}, "capabilities": {"array"}, "warnings": {"array"},
}

func checkPart(part pair) error {
	kinds, kind := partKinds[part.name], kindOf(part.value)
	switch {
	case !slices.Contains(partNames, part.name):
		return &FieldError{part.name, "is no part; parts are " + strings.Join(partNames, ", ")}
	case kinds != nil && kind != "null" && !slices.Contains(kinds, kind):
		return &FieldError{part.name, "must be " + strings.Join(kinds, " or ")}
	case part.name == "capabilities" && slices.ContainsFunc(elementsOf(part.value), isNoText):
		return &FieldError{part.name, "must hold strings"}
	}
	return nil
}

func isNoText(raw []byte) bool { return kindOf(raw) != "string" }

// model turns parts into the model that codecs build from.
func (p Parts) model() *Model {
	m := &Model{
		OK: isNull(p.Error), Payload: p.Data, RequestID: p.RequestID,
		Operation: p.Operation, Timestamp: p.Timestamp,
		Tool:       ModelTool{p.ToolID, p.ToolVersion, p.Tier, p.Capabilities},
		DurationMS: p.DurationMS, RateLimit: p.RateLimit, CacheHit: p.CacheHit, Hints: p.UpgradeHints,
	}
	if len(p.Warnings) > 0 {
		m.Warnings = parseWarnings(p.Warnings)
	}
	if g := p.Pagination; g != nil {
		m.Pagination = &Pagination{Cursor: g.Cursor, HasMore: g.HasMore, PageSize: g.PageSize, Total: g.Total}
	}
	if p.Tokens != nil {
		m.Tokens = ModelTokens{p.Tokens.Estimated, p.Tokens.Used}
	}
	if !m.OK {
		m.parsePartsError(p.Error)
	}
	return m
}

// parsePartsError reads an error that is a message, or an object. Members that it
// does not know become extras.
func (m *Model) parsePartsError(raw []byte) {
	m.Error = &ModelError{Message: text(raw)}
	if isNull(m.Payload) {
		m.Payload = nil // as in seed 001, an error without data may say so
	}
	o := membersOf(raw)
	switch {
	case kindOf(raw) != "object":
		return
	case o == nil:
		m.Extra = []Extra{{"error", raw}}
		return
	}
	*m.Error = ModelError{
		Message: takeText(o, "error"), Code: takeText(o, "error_code"),
		Type: takeText(o, "error_type"), Remediation: takeText(o, "remediation"),
	}
	takeKind(o, "error_details", "null")
	m.Error.Details = o.drop("error_details")
	m.Extra = extras("error", o)
}

// scalpelParts are the parts of the model that seed 001 has a place for.
var scalpelParts = []string{
	"payload", "error.message", "error.code", "error.details", "request_id", "duration_ms", "hints",
	"tool.id", "tool.version", "tool.tier", "tool.capabilities",
}

// Wrap builds the scalpel envelope from [Parts], as [BuildScalpel] does, but
// without the metadata of which nothing is known: only debug spells that out
// (R4, R7).
func (Scalpel) Wrap(doc []byte, known Known) (Conversion, error) {
	p, err := ParseParts(doc)
	if err != nil {
		return Conversion{}, err
	}
	full, err := BuildScalpel(p.scalpel(known))
	if err != nil {
		return Conversion{}, err
	}
	m := p.model()
	m.Extra = nil // they stay in the error, which is built as it is
	return Conversion{withoutUnknown(full), m.lost(scalpelParts...)}, nil
}

// scalpel turns parts into those of seed 001.
func (p Parts) scalpel(known Known) ScalpelParts {
	s := ScalpelParts{
		Data: p.Data, Error: p.Error, Tier: cmp.Or(p.Tier, known.Tier), ToolVersion: p.ToolVersion,
		ToolID: cmp.Or(p.ToolID, known.Tool), RequestID: p.RequestID, RequestIDSource: p.RequestIDSource,
		DurationMS: p.DurationMS,
	}
	if kindOf(p.Error) == "string" {
		s.Error = ErrorFor("", text(p.Error), nil)
	}
	for _, hint := range elementsOf(p.UpgradeHints) {
		s.UpgradeHints = append(s.UpgradeHints, hint)
	}
	if kindOf(p.Capabilities) == "array" {
		s.Capabilities = []string{}
	}
	for _, c := range elementsOf(p.Capabilities) {
		s.Capabilities = append(s.Capabilities, text(c))
	}
	return s
}

// withoutUnknown leaves out the metadata that is null.
func withoutUnknown(full []byte) []byte {
	var o object
	o.merge(full)
	for _, key := range scalpelOrder {
		if key.name != "data" {
			takeKind(&o, key.name, "null")
		}
	}
	return o.done()
}

// Wrap builds the envelope from [Parts].
func (r ResponseV2) Wrap(doc []byte, _ Known) (Conversion, error) { return wrap(r, doc) }

// Wrap builds the tool result from [Parts].
func (m MCP) Wrap(doc []byte, _ Known) (Conversion, error) { return wrap(m, doc) }

// Wrap builds the response from [Parts]; its id is null.
func (j JSONRPC) Wrap(doc []byte, _ Known) (Conversion, error) { return wrap(j, doc) }

// Wrap builds the envelope from [Parts]. The tool of the call stands in for an
// unknown operation, the time now and an id of its own for those of an answer
// that has none.
func (b BMCIS) Wrap(doc []byte, known Known) (Conversion, error) {
	p, err := ParseParts(doc)
	if err != nil {
		return Conversion{}, err
	}
	p.Operation = cmp.Or(p.Operation, p.ToolID, known.Tool)
	p.RequestID = cmp.Or(p.RequestID, newRequestID())
	p.Timestamp = cmp.Or(p.Timestamp, time.Now().UTC().Format(time.RFC3339))
	built, lost, err := b.Build(p.model())
	if err == nil {
		built, err = valid(b, built)
	}
	return Conversion{built, lost}, err
}

func wrap(c Codec, doc []byte) (Conversion, error) {
	p, err := ParseParts(doc)
	if err != nil {
		return Conversion{}, err
	}
	built, lost, err := c.Build(p.model())
	return Conversion{built, lost}, err
}
