package dialects_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/jsonrpc"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

var update = flag.Bool("update", false, "write the golden files anew")

// codecs are the six sides of the matrix.
var codecs = []struct {
	name  string
	codec envelope.Codec
}{
	{"scalpel", scalpel.Dialect{}},
	{"response-v2", responsev2.Dialect{}},
	{"response-v2-003", responsev2.Dialect{Edition: responsev2.Edition003}},
	{"bmcis", bmcis.Dialect{}},
	{"mcp", toolresult.Dialect{}},
	{"jsonrpc", jsonrpc.Dialect{}},
}

// converted is one cell of the matrix.
type converted struct {
	Case string          `json:"case"` // success or error
	To   string          `json:"to"`
	Lost []string        `json:"lost"`
	Doc  json.RawMessage `json:"doc"`
}

// testdata/convert/<dialect>.json holds an envelope for success and one for an error.
// <dialect>.golden holds their conversions to each dialect.
func TestConversionMatrix(t *testing.T) {
	for _, from := range codecs {
		t.Run(from.name, func(t *testing.T) {
			var cells []converted
			for _, name := range []string{"success", "error"} {
				for _, to := range codecs {
					out, err := dialects.Recode(conversionInput(t, from.name, name), from.codec, to.codec)
					if err != nil {
						t.Fatalf("%s to %s: %v", name, to.name, err)
					}
					cells = append(cells, converted{name, to.name, append([]string{}, out.Lost...), out.Envelope})
				}
			}
			compareGolden(t, filepath.Join("../../../testdata/convert", from.name+".golden"), cells)
		})
	}
}

func conversionInput(t testing.TB, dialect, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../../testdata/convert", dialect+".json"))
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

// keptParts lists the parts that a conversion must not lose in silence.
var keptParts = []string{"payload", "error.message", "error.code", "request_id", "warnings", "pagination"}

// seedCodecs are the codecs of the seeds, by the numbers that cases use.
var seedCodecs = map[string]envelope.Codec{
	"000": responsev2.Dialect{}, "001": scalpel.Dialect{}, "002": toolresult.Dialect{},
	"003": responsev2.Dialect{Edition: responsev2.Edition003}, "004": bmcis.Dialect{},
}

func TestConvertCases(t *testing.T) {
	testkit.Run(t, envtest.OwnCases, envtest.SharedCases, map[string]testkit.Adapter{
		"convert": func(t *testing.T, c testkit.Case) testkit.Result {
			in := testkit.Input[struct {
				From, To string
				Envelope json.RawMessage
			}](t, c)
			out, err := dialects.Recode(in.Envelope, seedCodecs[in.From], seedCodecs[in.To])
			return testkit.Result{Output: out.Envelope, Err: err}
		},
	})
}

// Each part without a place in the target is listed, also if it is unknown or not of its
// documented type. want is part of the envelope.
func TestConversionSaysWhatItLoses(t *testing.T) {
	for _, tt := range []struct{ name, from, to, doc, want, lost string }{
		{"metadata of wrong types", "scalpel", "response-v2",
			`{"tier":1,"tool_version":[],"tool_id":{},"request_id":7,"capabilities":"c","duration_ms":"3","upgrade_hints":{},"warnings":"w","data":{}}`,
			`"data":{}`, "tier tool_version tool_id request_id capabilities duration_ms upgrade_hints warnings"},
		{"metadata that is null", "scalpel", "mcp",
			`{"tier":null,"tool_version":null,"tool_id":null,"request_id":null,"capabilities":null,"duration_ms":null,"error":null,"upgrade_hints":null,"warnings":null,"data":1}`,
			`"text":"1"`, ""},
		{"an error that is a text", "scalpel", "response-v2", `{"error":"boom","data":null}`, `"error":"boom"`, ""},
		{"an error that is neither", "scalpel", "bmcis", `{"error":[1],"data":null}`, `"status":"error"`, "error"},
		{"an error with more to say", "scalpel", "bmcis",
			`{"error":{"error":"m","error_code":"timeout","error_details":[1],"hint":"h"}}`,
			`"message":"m"`, "error.error_details error.hint"},
		{"warnings with more to say", "scalpel", "bmcis",
			`{"data":1,"warnings":["a",{"message":"b","level":"info","page":3},4,{"message":null,"context":[]}]}`,
			`{"level":"info","code":"WARNING","message":"b"}`, "warnings.1.page warnings.2 warnings.3.context"},
		{"a level that is no severity", "scalpel", "bmcis",
			`{"data":{},"warnings":[{"message":"m","level":"info"},{"message":"n","level":"loud"}]}`,
			`{"level":"info","code":"WARNING","message":"m"}`, "warnings.1.level"},
		{"details that hold code", "response-v2", "scalpel",
			`{"success":false,"data":{"details":{"line":3,"at":{"snippet":"x = 1"}}},"error":"m","meta":{"version":"response-v2"}}`,
			`"error_details":{"line":3,"at":{}}`, "error.details.at.snippet"},
		{"what stands beside a text", "mcp", "scalpel",
			`{"content":[{"type":"text","text":"1","annotations":{}},{"type":"text","text":"2"}],"isError":"no"}`,
			`"data":1`, "content.0.annotations content.1 isError"},
		{"a text behind an image", "mcp", "scalpel",
			`{"content":[{"type":"image","data":""},{"type":"text","text":"{\"a\":1}"}]}`, `"data":{"a":1}`, "content.0"},
		{"a text that holds a name twice", "mcp", "response-v2",
			`{"content":[{"type":"text","text":"{\"a\":1,\"a\":2}"}]}`, `"data":{"result":"{\"a\":1,\"a\":2}"}`, ""},
		{"an unknown type with a text", "mcp", "scalpel", `{"content":[{"type":"poem","text":"1"}]}`, `"data":null`, "content.0"},
		{"content of a wrong type", "mcp", "scalpel", `{"content":"x","isError":true}`, `"error":"Tool failed"`, "content"},
		{"structuredContent that is null", "mcp", "scalpel",
			`{"content":[{"type":"text","text":"1"}],"structuredContent":null}`, `"data":1`, ""},
		{"a result beside an error", "jsonrpc", "scalpel",
			`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"},"result":{}}`, `"error":"m"`, "id result"},
		{"an error of wrong types", "jsonrpc", "scalpel",
			`{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":["m"],"data":3,"more":4}}`,
			`"error":"Tool failed"`, "error.code error.message error.data error.more id"},
		{"an error code beyond all integers", "jsonrpc", "scalpel",
			`{"jsonrpc":"2.0","id":1,"error":{"code":99999999999999999999,"message":"m"}}`, `"error":"m"`, "error.code id"},
		{"a code that is the server's own", "jsonrpc", "scalpel",
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Upstream timeout"}}`,
			`"error_code":"timeout","error_details":{"source_error_code":"-32000"}`, "id"},
		{"an error that is a text", "jsonrpc", "scalpel", `{"jsonrpc":"2.0","id":1,"error":"boom"}`, `"error":"boom"`, "id"},
		{"a result with a text named content", "jsonrpc", "scalpel",
			`{"jsonrpc":"2.0","id":1,"result":{"content":"x"}}`, `"data":{"content":"x"}`, "id"},
		{"an id inside the result", "jsonrpc", "jsonrpc",
			`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"1"}],"id":2}}`, `"id":1`, "result.id"},
		{"warnings with more to say, in meta", "scalpel", "response-v2", `{"data":{},"warnings":[{"message":"m","x":1},2]}`, `"warnings":["m",""]`, "warnings.0.x warnings.1"},
		{"a severity that is none", "scalpel", "response-v2", `{"data":{},"warnings":[{"message":"m","severity":"loud","level":"info"}]}`, `"severity":"info"`, "warnings.0.severity"},
		{"a level that is none, where levels are the rule", "bmcis", "response-v2",
			`{"_metadata":{"operation":"o","status":"success"},"results":{},"warnings":[{"level":"loud","code":"C","message":"m"}]}`, `"code":"C"`, "warnings.0.level"},
		{"a payload that is no list", "scalpel", "bmcis", `{"data":null}`, `"payload_path":"results.result"},"results":{"result":null}`, ""},
		{"and the way back", "bmcis", "scalpel", `{"_metadata":{"status":"success","payload_path":"results.result"},"results":{"result":null}}`, `"data":null`, ""},
		{"a place where there is none", "bmcis", "scalpel",
			`{"_metadata":{"status":"success","payload_path":"results.result"},"results":{"result":1,"a":2}}`, `"data":{"result":1,"a":2}`, "_metadata.payload_path"},
		{"parts of wrong types", "bmcis", "scalpel",
			`{"_metadata":{"status":"success"},"results":1,"pagination":[1],"warnings":"w"}`, `"data":1`, "pagination warnings"},
		{"an error that is a text, and of no envelope", "bmcis", "scalpel", `{"_metadata":{"status":"success"},"results":[],"error":"boom"}`, `"error":"boom"`, ""},
		{"an error that is neither, beside a message", "bmcis", "scalpel",
			`{"_metadata":{"status":"error","message":"m"},"results":[],"error":[1]}`, `"error":"m"`, "error"},
		{"a message that is no text", "bmcis", "scalpel",
			`{"_metadata":{"status":"error"},"results":[],"error":{"code":"C","message":[1]}}`, `"error_details":{"message":[1]`, ""},
		{"an error that is an object", "response-v2", "scalpel", `{"success":false,"data":{},"error":{"m":1},"meta":{"version":"response-v2"}}`, `"error":"Tool failed"`, "error"},
		{"a payload path that leads nowhere", "response-v2", "scalpel",
			`{"success":true,"data":{"a":1},"error":null,"meta":{"version":"response-v2","payload_path":"data.x"}}`, `"data":{"a":1}`, "meta.payload_path"},
		{"what stands beside the payload", "response-v2", "scalpel",
			`{"success":true,"data":{"result":[1],"a":2},"error":null,"meta":{"version":"response-v2","payload_path":"data.result"}}`, `"data":[1]`, "data.a"},
	} {
		out, err := dialects.Convert([]byte(tt.doc), tt.from, tt.to)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if !strings.Contains(string(out.Envelope), tt.want) || strings.Join(out.Lost, " ") != tt.lost {
			t.Errorf("%s: %s\n lost %s\n want %s and %s", tt.name, out.Envelope, strings.Join(out.Lost, " "), tt.want, tt.lost)
		}
	}
}

// A document that is no object cannot be converted.
func TestConvertRefusesWhatIsNoObject(t *testing.T) {
	for _, from := range codecs {
		for _, doc := range []string{`[1]`, `"x"`, `null`, `7`} {
			if out, err := dialects.Recode([]byte(doc), from.codec, scalpel.Dialect{}); err == nil {
				t.Errorf("%s from %s: %s", doc, from.name, out.Envelope)
			}
		}
	}
}
