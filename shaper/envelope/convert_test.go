package envelope_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/casetest"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

var update = flag.Bool("update", false, "write the golden files anew")

// codecs are the six sides of the matrix.
var codecs = []struct {
	name  string
	codec envelope.Codec
}{
	{"scalpel", envelope.Scalpel{}},
	{"response-v2", envelope.ResponseV2{}},
	{"response-v2-003", envelope.ResponseV2{Edition: envelope.Edition003}},
	{"bmcis", envelope.BMCIS{}},
	{"mcp", envelope.MCP{}},
	{"jsonrpc", envelope.JSONRPC{}},
}

// converted is one cell of the matrix.
type converted struct {
	Case string          `json:"case"` // success or error
	To   string          `json:"to"`
	Lost []string        `json:"lost"`
	Doc  json.RawMessage `json:"doc"`
}

// testdata/convert/<dialect>.json holds an envelope for success and one for an
// error; <dialect>.golden what becomes of them in each dialect.
func TestConversionMatrix(t *testing.T) {
	for _, from := range codecs {
		t.Run(from.name, func(t *testing.T) {
			var cells []converted
			for _, name := range []string{"success", "error"} {
				for _, to := range codecs {
					out, err := envelope.Recode(conversionInput(t, from.name, name), from.codec, to.codec)
					if err != nil {
						t.Fatalf("%s to %s: %v", name, to.name, err)
					}
					cells = append(cells, converted{name, to.name, append([]string{}, out.Lost...), out.Envelope})
				}
			}
			compareGolden(t, filepath.Join("../../testdata/convert", from.name+".golden"), cells)
		})
	}
}

func conversionInput(t testing.TB, dialect, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../testdata/convert", dialect+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var inputs map[string]json.RawMessage
	if err := json.Unmarshal(data, &inputs); err != nil {
		t.Fatal(err)
	}
	return inputs[name]
}

func compareGolden(t *testing.T, file string, value any) {
	t.Helper()
	got, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s differs:\n%s", file, got)
	}
}

// There and back: what the other dialect did not list as lost is as it was.
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
	there, err := envelope.Recode(doc, from, to)
	if err != nil {
		t.Fatal(err)
	}
	back, err := envelope.Recode(there.Envelope, to, from)
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

// keptParts are what a conversion must not lose in silence.
var keptParts = []string{"payload", "error.message", "error.code", "request_id", "warnings", "pagination"}

// kept spells those parts of an envelope.
func kept(t testing.TB, codec envelope.Codec, doc []byte) map[string]string {
	t.Helper()
	m, err := codec.Parse(doc)
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{"payload": payloadText(t, m), "request_id": m.RequestID}
	if p := m.Pagination; p != nil { // a page size may have been made up, where the other side requires one
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

// payloadText is the payload, or the context of an error: an envelope with one
// place for both cannot tell them apart. Nothing is spelled {}, null or not at
// all, as the contract of the dialect has it.
func payloadText(t testing.TB, m *envelope.Model) string {
	raw := m.Payload
	if raw == nil && m.Error != nil {
		raw = m.Error.Data
	}
	if raw == nil {
		return ""
	}
	if text := string(compact(t, raw)); text != "{}" && text != "null" && text != "[]" {
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

// seedCodecs are the codecs of the seeds, by the numbers that cases use.
var seedCodecs = map[string]envelope.Codec{
	"000": envelope.ResponseV2{}, "001": envelope.Scalpel{}, "002": envelope.MCP{},
	"003": envelope.ResponseV2{Edition: envelope.Edition003}, "004": envelope.BMCIS{},
}

func TestConvertCases(t *testing.T) {
	casetest.Run(t, ownCases, sharedCases, map[string]casetest.Adapter{
		"convert": func(t *testing.T, c casetest.Case) casetest.Result {
			in := casetest.Input[struct {
				From, To string
				Envelope json.RawMessage
			}](t, c)
			out, err := envelope.Recode(in.Envelope, seedCodecs[in.From], seedCodecs[in.To])
			return casetest.Result{Output: out.Envelope, Err: err}
		},
	})
}
