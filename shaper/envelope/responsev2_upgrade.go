package envelope

import (
	"bytes"
	"errors"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

var errNoEnvelope = errors.New("response-v2: success, data and meta are not all there")

// openStrict indexes a document in which no object holds a name twice.
func openStrict(doc []byte) (Doc, error) {
	if err := scan.Check(doc, scan.Limits{}, true); err != nil {
		return Doc{}, err
	}
	return Open(trimSpace(doc), scan.Limits{})
}

// openResponse opens an envelope of either edition as far as its codecs need
// it: success, and objects for data and meta.
func openResponse(doc []byte) (d Doc, data, meta object, err error) {
	if d, err = openStrict(doc); err != nil {
		return d, data, meta, err
	}
	if kindOf(d.Value("success")) != "boolean" || kindOf(d.Value("data")) != "object" || kindOf(d.Value("meta")) != "object" {
		return d, data, meta, errNoEnvelope
	}
	data.merge(d.Value("data"))
	meta.merge(d.Value("meta"))
	return d, data, meta, nil
}

// replaced writes an envelope with another data and meta.
func (d Doc) replaced(data, meta *object) []byte {
	var o object
	o.merge(d.Raw)
	o.raw("data", data.done())
	o.raw("meta", meta.done())
	return o.done()
}

// Upgrade turns an envelope of the first edition into one of the current one:
// what data._meta and data._warnings hold moves to meta (REQUIREMENTS D18 and
// section 4). Warnings that meta has already are not repeated. A member that
// meta holds with another value, or may not hold, stays in data._meta, so that
// nothing is lost and what was valid stays so.
func Upgrade(doc []byte) ([]byte, error) {
	d, data, meta, err := openResponse(doc)
	if err != nil {
		return nil, err
	}
	upgrade(&data, &meta)
	return d.replaced(&data, &meta), nil
}

func upgrade(data, meta *object) {
	present := kindOf(meta.get("warnings"))
	if kindOf(data.get("_warnings")) == "array" && (present == "array" || present == "") {
		moveWarnings(data.drop("_warnings"), meta)
	}
	if kindOf(data.get("_meta")) != "object" {
		return
	}
	var rest object
	for _, m := range membersIn(data.get("_meta")) {
		name, value := inMeta(m)
		if fitsMeta(name, value) {
			m.value = moveInto(meta, name, value)
		}
		rest.raw(m.name, m.value)
	}
	data.drop("_meta")
	if !rest.empty() {
		data.raw("_meta", rest.done())
	}
}

// inMeta returns what a member of data._meta is in meta.
func inMeta(m pair) (name string, value []byte) {
	switch {
	case kindOf(m.value) != "object":
	case m.name == "timing":
		return "telemetry", m.value
	case m.name == "pagination":
		return m.name, countAll(m.value)
	}
	return m.name, m.value
}

// fitsMeta reports whether the current edition lets meta hold a member.
func fitsMeta(name string, value []byte) bool {
	v := &validation{root: responseSchemas[Edition000]()}
	if s := v.root.Properties["meta"].Properties[name]; s != nil {
		v.check(s, name, value)
	}
	return len(v.findings.Errors) == 0
}

// moveInto sets a member of an object. Where it has one of that name, two
// objects are merged, the older values winning. It returns what found no place.
func moveInto(o *object, name string, value []byte) (rest []byte) {
	old := o.get(name)
	switch {
	case old == nil:
		o.raw(name, value)
		return nil
	case bytes.Equal(old, value):
		return nil
	case kindOf(old) != "object" || kindOf(value) != "object":
		return value
	}
	var merged, left object
	merged.merge(old)
	for _, m := range membersIn(value) {
		if merged.get(m.name) == nil {
			merged.raw(m.name, m.value)
		} else if !bytes.Equal(merged.get(m.name), m.value) {
			left.raw(m.name, m.value)
		}
	}
	o.raw(name, merged.done())
	if left.empty() {
		return nil
	}
	return left.done()
}

// countAll renames total, as the first edition calls the number of all items,
// to total_count, where it is one and the name is free.
func countAll(pagination []byte) []byte {
	d := open(pagination)
	if n, ok := integer(d.Value("total")); !ok || n < 0 || d.Has("total_count") {
		return pagination
	}
	var o object
	for _, m := range membersIn(pagination) {
		if m.name == "total" {
			m.name = "total_count"
		}
		o.raw(m.name, m.value)
	}
	return o.done()
}

// moveWarnings appends the texts of a list to meta.warnings, and to
// meta.warning_details the issues that say more than a text. An issue that is
// neither a text nor has a message moves as the JSON it is.
func moveWarnings(list []byte, meta *object) {
	warnings := elementsOf(meta.get("warnings"))
	details := elementsOf(meta.get("warning_details"))
	seen := map[string]bool{}
	for _, raw := range warnings {
		seen[text(raw)] = true
	}
	issues := elementsOf(list)
	for i, w := range parseWarnings(list) {
		if kindOf(issues[i]) != "string" && kindOf(open(issues[i]).Value("message")) != "string" {
			w.Message = string(issues[i])
		}
		if seen[w.Message] {
			continue
		}
		seen[w.Message] = true
		warnings = append(warnings, quote(w.Message))
		if w.detailed() {
			details = append(details, warningDetail(w))
		}
	}
	meta.list("warnings", warnings)
	meta.list("warning_details", details)
}
