package dialects_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
)

// After a conversion and its reverse, all parts not listed as lost are as before.
func TestConversionThereAndBack(t *testing.T) {
	for _, from := range codecs {
		for _, to := range codecs {
			for _, name := range []string{"success", "error"} {
				t.Run(from.name+"/"+to.name+"/"+name, func(t *testing.T) {
					thereAndBack(t, conversionInput(t, from.name, name), from.codec, to.codec)
				})
			}
		}
	}
}

func thereAndBack(t testing.TB, doc []byte, from, to envelope.Codec) {
	t.Helper()
	there, err := dialects.Recode(doc, from, to)
	if err != nil {
		t.Fatal(err)
	}
	back, err := dialects.Recode(there.Envelope, to, from)
	if err != nil {
		t.Fatalf("back from %s: %v", there.Envelope, err)
	}
	before, after := kept(t, from, doc), kept(t, from, back.Envelope)
	for _, part := range keptParts {
		lost := slices.Concat(there.Lost, back.Lost)
		listed := slices.Contains(lost, part) || part == "payload" && slices.Contains(lost, "error.data")
		if !listed && before[part] != "" && before[part] != after[part] {
			t.Errorf("%s: %s became %s\n there %s\n back  %s", part, before[part], after[part], there.Envelope, back.Envelope)
		}
	}
}

// kept spells those parts of an envelope.
func kept(t testing.TB, codec envelope.Codec, doc []byte) map[string]string {
	t.Helper()
	m, err := codec.Parse(doc)
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{"payload": payloadText(t, m), "request_id": m.RequestID}
	if p := m.Pagination; p != nil { // the other side may require a page size, so it may be made up
		parts["pagination"] = spell(envelope.Pagination{Cursor: p.Cursor, HasMore: p.HasMore, Total: p.Total})
	}
	if m.Error != nil {
		parts["error.message"], parts["error.code"] = m.Error.Message, m.Error.Code
	}
	var texts []string
	for _, w := range m.Warnings {
		texts = append(texts, w.Message)
	}
	parts["warnings"] = spell(texts)
	return parts
}

// payloadText returns the payload, or the context of an error: an envelope with one place for
// both cannot distinguish them. An empty one is {}, null or absent, by the contract.
func payloadText(t testing.TB, m *envelope.Model) string {
	raw := m.Payload
	if raw == nil && m.Error != nil {
		raw = m.Error.Data
	}
	if raw == nil {
		return ""
	}
	if text := string(envtest.Compact(t, raw)); text != "{}" && text != "null" && text != "[]" {
		return text
	}
	return ""
}

func spell(v any) string {
	text, _ := json.Marshal(v) // plain structs always encode
	return string(text)
}

// spelling is how the documents spell codes: scalpel in small letters, the
// others in capitals.
var spelling = regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)

// FuzzLawsConversion sends any payload, message, code, id, warning and total
// there and back, between any two dialects.
func FuzzLawsConversion(f *testing.F) {
	f.Add([]byte(`{"a":1.0}`), "no chart", "not_found", "r-1", "old", uint32(42), uint8(1), true)
	f.Add([]byte(`[null]`), "", "", "", "", uint32(0), uint8(17), false)
	f.Fuzz(func(t *testing.T, payload []byte, message, code, id, warning string, total uint32, pair uint8, ok bool) {
		if scan.Check(payload, scan.Limits{}, true) != nil {
			return
		}
		count := int64(total)
		from, to := codecs[int(pair)%6], codecs[int(pair)/6%6]
		switch {
		case !spelling.MatchString(code):
			code = ""
		case from.name != "scalpel":
			code = strings.ToUpper(code)
		}
		m := &envelope.Model{OK: ok, Payload: payload, RequestID: id, Pagination: &envelope.Pagination{Total: &count}}
		if warning != "" {
			m.Warnings = []envelope.Warning{{Message: warning}}
		}
		if !ok {
			m.Error = &envelope.ModelError{Message: message, Code: code}
		}
		doc, _, err := from.codec.Build(m)
		if err != nil {
			return // not every text is a message or a code
		}
		thereAndBack(t, doc, from.codec, to.codec)
	})
}
