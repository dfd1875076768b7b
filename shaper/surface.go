package shaper

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// outline is what a plan needs to know of the one envelope before it: which
// metadata the profile leaves out of it, and whether its payload is a list.
type outline struct {
	layout  *envelope.Layout
	failure bool   // layout is the one of a failure
	list    bool   // the payload is an array, and so its own list of items
	hidden  uint64 // one bit for each field of layout.Meta
}

// isList reports whether a value is an array.
func isList(value []byte) bool {
	i := scan.Space(value, 0)
	return i < len(value) && value[i] == '['
}

// listAt reports whether the payload at a path of a layout is an array. What is
// shaped as a document of its own looks after itself.
func (o *outline) listAt(doc envelope.Doc, path string) bool {
	if slices.Contains(o.layout.Document, path) {
		return false
	}
	return isList(point(doc, path))
}

// hides reports whether the field of a path is left out.
func (o *outline) hides(path string) bool {
	return slices.Contains(o.hiddenPaths(), path)
}

func (o *outline) hiddenPaths() (paths []string) {
	for i, f := range o.layout.Meta {
		if o.hidden>>i&1 == 1 {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

// surface reads the outline of the document of a call.
func surface(c *call, doc envelope.Doc, failed bool, r *profiles.Resolved) outline {
	o := outline{layout: c.dialect.Layout()}
	if failed && o.layout.Failure != nil {
		o.layout, o.failure = o.layout.Failure, true
	}
	for i, f := range o.layout.Meta {
		if v := point(doc, f.Path); v != nil && !shows(f, v, r, c.req, failed) {
			o.hidden |= 1 << i
		}
	}
	o.list = !r.Items.IsRoot() && slices.ContainsFunc(o.layout.Payload, func(path string) bool { return o.listAt(doc, path) })
	return o
}

// shows reports whether a piece of metadata stays.
func shows(f envelope.Field, v []byte, r *profiles.Resolved, req *Request, failed bool) bool {
	if r.Expand || slices.Contains(r.Metadata, f.Name) && f.Show != envelope.ShowSet && f.Show != envelope.ShowPayload {
		return true
	}
	switch f.Show {
	case envelope.ShowAlways:
		return true
	case envelope.ShowSet:
		return !isUnset(v)
	case envelope.ShowClient:
		return req.ClientRequestID
	case envelope.ShowPayload:
		return !failed || string(v) != "null"
	}
	return false
}

// isUnset reports whether a value says nothing: null, [] or {}.
func isUnset(v []byte) bool {
	return string(v) == "null" || (v[0] == '[' || v[0] == '{') && scan.Space(v, 1) == len(v)-1
}

// point reads the value at a fixed path of a layout: names joined by dots, ""
// for the document. The root of the document was checked before gjson reads below
// it.
func point(doc envelope.Doc, path string) []byte {
	if path == "" {
		return doc.Raw
	}
	name, rest, deeper := strings.Cut(path, ".")
	v := doc.Value(name)
	if v == nil || !deeper {
		return v
	}
	if r := gjson.GetBytes(v, rest); r.Exists() {
		return []byte(r.Raw)
	}
	return nil
}
