package responsev2

import (
	"bytes"
	"errors"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// ErrNoEnvelope is the error of a document that lacks what its codecs need.
var ErrNoEnvelope = errors.New("response-v2: success, data and meta are not all there")

// openStrict indexes a document in which no object holds a name twice.
func openStrict(doc []byte) (*envelope.Doc, error) {
	if err := envelope.CheckUnique(doc); err != nil {
		return nil, err
	}
	return envelope.Open(kit.Trim(doc), envelope.Limits{})
}

// openEnvelope opens an envelope of either edition as far as its codecs need
// it: success, and objects for data and meta.
func openEnvelope(doc []byte) (d *envelope.Doc, data, meta kit.Object, err error) {
	if d, err = openStrict(doc); err != nil {
		return d, data, meta, err
	}
	if kit.Kind(d.Value("success")) != "boolean" || kit.Kind(d.Value("data")) != "object" || kit.Kind(d.Value("meta")) != "object" {
		return d, data, meta, ErrNoEnvelope
	}
	data.Merge(d.Value("data"))
	meta.Merge(d.Value("meta"))
	return d, data, meta, nil
}

// replaced writes an envelope with another data and meta.
func replaced(d *envelope.Doc, data, meta *kit.Object) []byte {
	var o kit.Object
	o.Merge(d.Raw)
	o.Set("data", data.Done())
	o.Set("meta", meta.Done())
	return o.Done()
}

// Upgrade turns an envelope of the first edition into one of the current one:
// what data._meta and data._warnings hold moves to meta (RULES D18; RULES,
// conversion). Warnings that meta has already are not repeated. A member that
// meta holds with another value, or may not hold, stays in data._meta, so that
// nothing is lost and what was valid stays so. A failure without error_code and
// error_type gets those that [Error] gives (RULES D39).
func Upgrade(doc []byte) ([]byte, error) {
	d, data, meta, err := openEnvelope(doc)
	if err != nil {
		return nil, err
	}
	upgrade(&data, &meta)
	if string(d.Value("success")) == "false" {
		r := response{data: data}
		r.classify()
		data.Text("error_code", r.code)
		data.Text("error_type", r.kind)
	}
	return replaced(d, &data, &meta), nil
}

func upgrade(data, meta *kit.Object) {
	present := kit.Kind(meta.Get("warnings"))
	if kit.Kind(data.Get("_warnings")) == "array" && (present == "array" || present == "") {
		moveWarnings(data.Drop("_warnings"), meta)
	}
	if kit.Kind(data.Get("_meta")) != "object" {
		return
	}
	var rest kit.Object
	for _, m := range kit.Members(data.Get("_meta")) {
		name, value := inMeta(m)
		if fitsMeta(name, value) {
			m.Value = moveInto(meta, name, value)
		}
		rest.Set(m.Name, m.Value)
	}
	data.Drop("_meta")
	if !rest.Empty() {
		data.Set("_meta", rest.Done())
	}
}

// inMeta returns what a member of data._meta is in meta.
func inMeta(m kit.Member) (name string, value []byte) {
	switch {
	case kit.Kind(m.Value) != "object":
	case m.Name == "timing":
		return "telemetry", m.Value
	case m.Name == "pagination":
		return m.Name, countAll(m.Value)
	}
	return m.Name, m.Value
}

// fitsMeta reports whether the current edition lets meta hold a member.
func fitsMeta(name string, value []byte) bool {
	v := &kit.Validation{Root: schemas[Edition000]()}
	if s := kit.Part(v.Root, "properties", "meta", "properties", name); s != nil {
		v.Check(s, name, value)
	}
	return len(v.Findings.Errors) == 0
}

// moveInto sets a member of an object. Where it has one of that name, two
// objects are merged, the older values winning. It returns what found no place.
func moveInto(o *kit.Object, name string, value []byte) (rest []byte) {
	old := o.Get(name)
	switch {
	case old == nil:
		o.Set(name, value)
		return nil
	case bytes.Equal(old, value):
		return nil
	case kit.Kind(old) != "object" || kit.Kind(value) != "object":
		return value
	}
	var merged, left kit.Object
	merged.Merge(old)
	for _, m := range kit.Members(value) {
		if merged.Get(m.Name) == nil {
			merged.Set(m.Name, m.Value)
		} else if !bytes.Equal(merged.Get(m.Name), m.Value) {
			left.Set(m.Name, m.Value)
		}
	}
	o.Set(name, merged.Done())
	if left.Empty() {
		return nil
	}
	return left.Done()
}

// countAll renames total, as the first edition calls the number of all items,
// to total_count, where it is one and the name is free.
func countAll(pagination []byte) []byte {
	d := envelope.Index(pagination)
	if n, ok := kit.Integer(d.Value("total")); !ok || n < 0 || d.Has("total_count") {
		return pagination
	}
	var o kit.Object
	for _, m := range kit.Members(pagination) {
		if m.Name == "total" {
			m.Name = "total_count"
		}
		o.Set(m.Name, m.Value)
	}
	return o.Done()
}

// moveWarnings appends the texts of a list to meta.warnings, and to
// meta.warning_details the issues that say more than a text. An issue that is
// neither a text nor has a message moves as the JSON it is.
func moveWarnings(list []byte, meta *kit.Object) {
	warnings := kit.Elements(meta.Get("warnings"))
	details := kit.Elements(meta.Get("warning_details"))
	seen := map[string]bool{}
	for _, value := range warnings {
		seen[kit.Text(value)] = true
	}
	issues := kit.Elements(list)
	for i, w := range kit.ParseWarnings(list) {
		if kit.Kind(issues[i]) != "string" && kit.Kind(envelope.Index(issues[i]).Value("message")) != "string" {
			w.Message = string(issues[i])
		}
		if seen[w.Message] {
			continue
		}
		seen[w.Message] = true
		warnings = append(warnings, kit.Quote(w.Message))
		if detailed(w) {
			details = append(details, warningDetail(w))
		}
	}
	meta.List("warnings", warnings)
	meta.List("warning_details", details)
}
