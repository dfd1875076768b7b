package kit

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// partNames are the members that an object of parts may have.
var partNames = sync.OnceValue(func() (names []string) {
	for f := range reflect.TypeFor[envelope.Parts]().Fields() {
		names = append(names, f.Tag.Get("json"))
	}
	return names
})

// ParseParts reads an object of parts. A member that it does not know is an
// error, since it would be lost, and so is a name that comes twice.
func ParseParts(doc []byte) (envelope.Parts, error) {
	var p envelope.Parts
	if err := envelope.CheckUnique(doc); err != nil {
		return p, err
	}
	d, err := envelope.Open(doc, envelope.Limits{})
	if err != nil {
		return p, err
	}
	if d.Members == nil {
		return p, &envelope.FieldError{Field: "", Problem: "parts must be one JSON object"}
	}
	var o Object
	for _, m := range Members(doc) {
		if err := checkPart(m); err != nil {
			return p, err
		}
		o.Set(m.Name, m.Value)
	}
	p.Data = o.Drop("data") // it may be large, so it is not decoded
	dec := json.NewDecoder(bytes.NewReader(o.Done()))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&p); err != nil {
		if e, ok := err.(*json.UnmarshalTypeError); ok {
			return p, &envelope.FieldError{Field: e.Field, Problem: "must be a " + e.Type.String()}
		}
		return p, err
	}
	if err := saidTwice(p); err != nil {
		return p, err
	}
	if f := p.Fidelity; f != nil && Kind(f.ArchiveHashes) != "object" && !IsNull(f.ArchiveHashes) {
		return p, &envelope.FieldError{Field: "fidelity.archive_hashes", Problem: "must be object"}
	}
	return p, CheckSource(p.RequestIDSource)
}

// partKinds are the JSON types of a part that is read later, or loosely; nil of any other.
func partKinds(name string) []string {
	switch name {
	case "error":
		return []string{"string", "object"}
	case "id":
		return []string{"number", "string"}
	case "duration_ms":
		return []string{"number"}
	case "upgrade_hints", "capabilities", "warnings":
		return []string{"array"}
	case "rate_limit", "telemetry", "meta":
		return []string{"object"}
	}
	return nil
}

func checkPart(part Member) error {
	kinds, kind := partKinds(part.Name), Kind(part.Value)
	switch {
	case !slices.Contains(partNames(), part.Name):
		return &envelope.FieldError{Field: part.Name, Problem: "is no part; parts are " + strings.Join(partNames(), ", ")}
	case kinds != nil && kind != "null" && !slices.Contains(kinds, kind):
		return &envelope.FieldError{Field: part.Name, Problem: "must be " + strings.Join(kinds, " or ")}
	case part.Name == "duration_ms" && isNegative(part.Value):
		return &envelope.FieldError{Field: part.Name, Problem: "must not be negative"}
	case part.Name == "capabilities" && slices.ContainsFunc(Elements(part.Value), isNoText):
		return &envelope.FieldError{Field: part.Name, Problem: "must hold strings"}
	case part.Name != "error":
		return nil
	}
	for _, m := range Members(part.Value) { // known members of an error are of use in one type alone
		want, kind := "", Kind(m.Value)
		switch m.Name {
		case "error", "error_code", "error_type", "remediation":
			want = "string"
		case "error_details":
			want = "object"
		}
		if want != "" && kind != want && kind != "null" {
			return &envelope.FieldError{Field: Join("error", m.Name), Problem: "must be " + want}
		}
	}
	return nil
}

// saidTwice refuses telemetry that repeats a given part: one of the two would be lost.
func saidTwice(p envelope.Parts) error {
	said := map[string]bool{"duration_ms": p.DurationMS != "", "cache_hit": p.CacheHit != nil}
	if t := p.Tokens; t != nil {
		said["tokens_estimated"], said["tokens_used"] = t.Estimated != nil, t.Used != nil
	}
	for _, m := range Members(p.Telemetry) {
		if said[m.Name] {
			return &envelope.FieldError{Field: Join("telemetry", m.Name), Problem: "has a part of its own, which is given as well"}
		}
	}
	return nil
}

func isNegative(number []byte) bool {
	f, err := strconv.ParseFloat(string(number), 64)
	return err == nil && f < 0
}

func isNoText(value []byte) bool { return Kind(value) != "string" }

// CheckSource refuses an unknown source of request ids; "" is the server.
func CheckSource(source string) error {
	switch source {
	case "", "client", "server":
		return nil
	}
	return &envelope.FieldError{Field: "request_id_source", Problem: `must be "client" or "server"`}
}

// FromParts turns parts into the model that codecs build from.
func FromParts(p envelope.Parts) *envelope.Model {
	m := &envelope.Model{
		OK: IsNull(p.Error), Payload: p.Data, RequestID: p.RequestID,
		Operation: p.Operation, Timestamp: p.Timestamp,
		Tool:       envelope.ModelTool{ID: p.ToolID, Version: p.ToolVersion, Tier: p.Tier, Capabilities: p.Capabilities},
		DurationMS: p.DurationMS, RateLimit: p.RateLimit, CacheHit: p.CacheHit, Hints: p.UpgradeHints,
	}
	if len(p.Warnings) > 0 {
		m.Warnings = ParseWarnings(p.Warnings)
	}
	if g := p.Pagination; g != nil {
		m.Pagination = &envelope.Pagination{Cursor: g.Cursor, HasMore: g.HasMore, PageSize: g.PageSize, Total: g.Total}
	}
	if p.Tokens != nil {
		m.Tokens = envelope.ModelTokens{Estimated: p.Tokens.Estimated, Used: p.Tokens.Used}
	}
	if f := p.Fidelity; f != nil {
		m.Fidelity = &envelope.Fidelity{Level: f.Level, DroppedIDs: f.DroppedIDs, ArchiveHashes: f.ArchiveHashes}
		m.Partial = f.Level != "" && f.Level != "full" || len(f.DroppedIDs) > 0
	}
	if !IsNull(p.ID) {
		m.Extra = append(m.Extra, envelope.Extra{Path: "id", Value: p.ID})
	}
	if !IsNull(p.Telemetry) {
		m.Extra = append(m.Extra, envelope.Extra{Path: "meta.telemetry", Value: p.Telemetry})
	}
	for _, beside := range Members(p.Meta) {
		m.Extra = append(m.Extra, envelope.Extra{Path: Join("meta", beside.Name), Value: beside.Value})
	}
	if !m.OK {
		parsePartsError(m, p.Error)
	}
	return m
}

// parsePartsError reads an error that is a message, or an object. Members that it
// does not know become extras.
func parsePartsError(m *envelope.Model, value []byte) {
	m.Error = &envelope.ModelError{Message: Text(value)}
	if IsNull(m.Payload) {
		m.Payload = nil // as in seed 001, an error without data may say so
	}
	o := ObjectOf(value)
	switch {
	case Kind(value) != "object":
		return
	case o == nil:
		m.Extra = append(m.Extra, envelope.Extra{Path: "error", Value: value})
		return
	}
	*m.Error = envelope.ModelError{
		Message: o.TakeText("error"), Code: o.TakeText("error_code"),
		Type: o.TakeText("error_type"), Remediation: o.TakeText("remediation"),
	}
	o.TakeKind("error_details", "null")
	m.Error.Details = o.TakeKind("error_details", "object")
	m.Extra = append(m.Extra, Extras("error", o)...)
}

// Wrap builds an envelope from parts by a codec.
func Wrap(c envelope.Codec, p envelope.Parts) (envelope.Conversion, error) {
	built, lost, err := c.Build(FromParts(p))
	return envelope.Conversion{Envelope: built, Lost: lost}, err
}
