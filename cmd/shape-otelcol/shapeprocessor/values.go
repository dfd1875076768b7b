package shapeprocessor

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// values are those of one span or log record, in one order. The engine reads them as one
// document: a list with an element for each value, under an empty name that no rule has.
// Example: an attribute with a result, and the attribute user.name:
//
//	{"":["{\"id\":1,\"password\":\"x\"}",{"user.name":"mira"}]}
//
// A map or a list is written as a document in a string. So the paths of rules begin at its
// root, as they do for a string that holds a document.
type values []value

type value struct {
	name      string // "" if the name is no name of data
	value     pcommon.Value
	isDropped bool // a rule removes the whole value
}

// newAttribute returns the value of an attribute. Rules act on the name, too. A name
// of the conventions is left out, since it is no name of the data.
func newAttribute(name string, v pcommon.Value) value {
	if meets(contents, name) {
		name = ""
	}
	return value{name: name, value: v}
}

// document returns the values as one JSON text.
func (all values) document() ([]byte, error) {
	out, inner := []byte(`{"":[`), []byte(nil)
	for i, v := range all {
		if i > 0 {
			out = append(out, ',')
		}
		if v.name != "" {
			out = append(scan.AppendQuote(append(out, '{'), []byte(v.name)), ':')
		}
		switch v.value.Type() {
		case pcommon.ValueTypeMap, pcommon.ValueTypeSlice:
			var err error
			if inner, err = appendJSON(inner[:0], v.value, maxDepth); err != nil {
				return nil, err
			}
			out = scan.AppendQuote(out, inner)
		default:
			out, _ = appendJSON(out, v.value, 1)
		}
		if v.name != "" {
			out = append(out, '}')
		}
	}
	return append(out, "]}"...), nil
}

// take sets the values from the document after hiding, and returns how many changed.
func (all values) take(before, after []byte) (changed int, err error) {
	if bytes.Equal(before, after) {
		return 0, nil
	}
	was, is := first(gjson.ParseBytes(before)).Array(), first(gjson.ParseBytes(after)).Array()
	if len(is) == 0 && len(all) == 1 {
		is = []gjson.Result{{}} // the only value is gone
	}
	if len(is) != len(all) {
		return 0, errLost
	}
	for i := range all {
		if was[i].Raw == is[i].Raw {
			continue
		}
		changed++
		out := is[i]
		if all[i].name != "" {
			out = first(out)
		}
		if all[i].isDropped = !out.Exists(); !all[i].isDropped {
			put(all[i].value, out)
		}
	}
	return changed, nil
}

// first returns the value of the only member of an object.
func first(object gjson.Result) (member gjson.Result) {
	object.ForEach(func(_, v gjson.Result) bool {
		member = v
		return false
	})
	return member
}

// put sets a value to the one that left the engine.
func put(v pcommon.Value, out gjson.Result) {
	isNested := v.Type() == pcommon.ValueTypeMap || v.Type() == pcommon.ValueTypeSlice
	if isNested && out.Type == gjson.String && gjson.Valid(out.Str) {
		out = gjson.Parse(out.Str)
	}
	merge(v, out)
}

// maxDepth is the number of containers that a value may have inside each other.
const maxDepth = 1000

var (
	errDeep = &shaper.Error{Reason: "too_large", Err: errors.New("a value has too many levels")}
	errLost = &shaper.Error{Reason: "place", Err: errors.New("a value lost its place")}
)

// appendJSON appends a value as JSON. A double keeps a point or an exponent, so that it can
// be told from an integer. Infinite numbers and NaN become texts, and so do bytes, with U+FFFD
// for each byte that is not UTF-8.
func appendJSON(dst []byte, v pcommon.Value, depth int) (_ []byte, err error) {
	if depth == 0 {
		return nil, errDeep
	}
	switch v.Type() {
	case pcommon.ValueTypeStr:
		return scan.AppendQuote(dst, []byte(v.Str())), nil
	case pcommon.ValueTypeBool:
		return strconv.AppendBool(dst, v.Bool()), nil
	case pcommon.ValueTypeInt:
		return strconv.AppendInt(dst, v.Int(), 10), nil
	case pcommon.ValueTypeDouble:
		return appendDouble(dst, v.Double()), nil
	case pcommon.ValueTypeBytes:
		return scan.AppendQuote(dst, v.Bytes().AsRaw()), nil
	case pcommon.ValueTypeMap:
		dst = append(dst, '{')
		for name, member := range v.Map().All() {
			dst = append(scan.AppendQuote(dst, []byte(name)), ':')
			if dst, err = appendJSON(dst, member, depth-1); err != nil {
				return nil, err
			}
			dst = append(dst, ',')
		}
		return append(bytes.TrimSuffix(dst, []byte{','}), '}'), nil
	case pcommon.ValueTypeSlice:
		dst = append(dst, '[')
		for _, element := range v.Slice().All() {
			if dst, err = appendJSON(dst, element, depth-1); err != nil {
				return nil, err
			}
			dst = append(dst, ',')
		}
		return append(bytes.TrimSuffix(dst, []byte{','}), ']'), nil
	}
	return append(dst, "null"...), nil
}

func appendDouble(dst []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return strconv.AppendQuote(dst, strconv.FormatFloat(f, 'g', -1, 64))
	}
	start := len(dst)
	dst = strconv.AppendFloat(dst, f, 'g', -1, 64)
	if !bytes.ContainsAny(dst[start:], ".e") {
		dst = append(dst, ".0"...)
	}
	return dst
}

// merge changes v to the JSON of out where the two differ. Values that no rule changed keep
// their type.
func merge(v pcommon.Value, out gjson.Result) {
	switch {
	case v.Type() == pcommon.ValueTypeMap && out.IsObject():
		members := map[string]gjson.Result{}
		out.ForEach(func(name, member gjson.Result) bool {
			members[name.Str] = member
			return true
		})
		v.Map().RemoveIf(func(name string, _ pcommon.Value) bool {
			_, stays := members[valid(name)]
			return !stays
		})
		for name, member := range v.Map().All() {
			merge(member, members[valid(name)])
		}
	case v.Type() == pcommon.ValueTypeSlice && out.IsArray():
		elements := out.Array()
		if len(elements) != v.Slice().Len() {
			assign(v, out)
			return
		}
		for i, element := range elements {
			merge(v.Slice().At(i), element)
		}
	default:
		if now, err := appendJSON(nil, v, maxDepth); err != nil || string(now) != out.Raw {
			assign(v, out)
		}
	}
}

// valid returns a name with U+FFFD in place of each byte that is not UTF-8, as the JSON has it.
func valid(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	return string([]rune(name))
}

// assign sets v to the JSON of out.
func assign(v pcommon.Value, out gjson.Result) {
	switch {
	case out.IsObject():
		m := v.SetEmptyMap()
		out.ForEach(func(name, member gjson.Result) bool {
			assign(m.PutEmpty(name.Str), member)
			return true
		})
	case out.IsArray():
		s := v.SetEmptySlice()
		for _, element := range out.Array() {
			assign(s.AppendEmpty(), element)
		}
	case out.Type == gjson.String && v.Type() == pcommon.ValueTypeBytes:
		v.Bytes().FromRaw([]byte(out.Str))
	case out.Type == gjson.String:
		v.SetStr(out.Str)
	case out.Type == gjson.Number:
		if n, err := strconv.ParseInt(out.Raw, 10, 64); err == nil {
			v.SetInt(n)
		} else {
			v.SetDouble(out.Num)
		}
	case out.IsBool():
		v.SetBool(out.Bool())
	default:
		_ = v.FromRaw(nil) // an empty value is no error
	}
}
