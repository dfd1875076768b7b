package dialects_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/digest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/jsonrpc"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// FuzzEnvelopeRobust: no bytes make a function that takes JSON panic, or build invalid JSON.
func FuzzEnvelopeRobust(f *testing.F) {
	for _, doc := range []string{
		`{"data":{"a":1},"error":{"error":"m","error_code":"c","error_details":{"a":[]}},"upgrade_hints":[{}],"tier":"pro"}`,
		`{"success":true,"data":{"items":[{"id":1}],"warnings":["w"]},"error":null,"meta":{"version":"response-v2","pagination":{"cursor":null}}}`,
		`{"success":false,"data":{"error_code":"x"},"error":"m","meta":{"version":"response-v2"}}`,
		`{"_metadata":{"operation":"o","status":"success"},"results":[{"chunk_id":1}],"pagination":{"cursor":"c"},"execution_context":{},"warnings":[]}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"a":1}}}`,
		`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"[1]"}],"structuredContent":{}}}`,
		`{"query":"q","page_size":3,"filters":{}}`, `[1,"a\nb",{"\u0061":null}]`, `"text"`, `12e3`, ``, `{`, `{"a":1,"a":2}`,
		"{\"\x90\":1}", "\"\xff\"", `"\ud800"`, strings.Repeat("[", 1001) + strings.Repeat("]", 1001), strings.Repeat(`{"data":`, 1001) + "1" + strings.Repeat("}", 1001),
	} {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		made := map[string]func() ([]byte, error){
			"ErrorFor":   func() ([]byte, error) { return scalpel.ErrorFor("c", string(doc), doc), nil },
			"ScrubError": func() ([]byte, error) { return scalpel.ScrubError(doc, false), nil },
			"scalpel.Build": func() ([]byte, error) {
				return scalpel.Build(scalpel.Parts{Data: doc, Error: doc, UpgradeHints: []json.RawMessage{doc}, Tier: string(doc)})
			},
			"Success": func() ([]byte, error) {
				return responsev2.Success(json.RawMessage(doc), responsev2.WithMeta(doc), responsev2.WithWarnings(string(doc)))
			},
			"Error":           func() ([]byte, error) { return responsev2.Error(string(doc), responsev2.WithDetails(doc)) },
			"jsonrpc.Success": func() ([]byte, error) { return jsonrpc.Success(doc, json.RawMessage(doc)) },
			"jsonrpc.Error":   func() ([]byte, error) { return jsonrpc.Error(doc, -32000, string(doc), doc) },
			"toolresult.Success": func() ([]byte, error) {
				return toolresult.Success(json.RawMessage(doc))
			},
			"toolresult.Structured": func() ([]byte, error) { return toolresult.Structured(json.RawMessage(doc)) },
			"toolresult.Error":      func() ([]byte, error) { return toolresult.Error(string(doc)), nil },
			"ToolsListResult": func() ([]byte, error) {
				return toolresult.ListResult([]toolresult.Tool{{Name: "t", InputSchema: doc}})
			},
			"HandleRPC":   func() ([]byte, error) { return jsonrpc.Handle(doc, jsonrpc.ToolServer{}.Methods()), nil },
			"Upgrade":     func() ([]byte, error) { return responsev2.Upgrade(doc) },
			"ShortenKeys": func() ([]byte, error) { return bmcis.ShortenKeys(doc) },
			"RestoreKeys": func() ([]byte, error) { return bmcis.RestoreKeys(doc) },
			"Trim": func() ([]byte, error) {
				trimmed, err := responsev2.Trim(doc, responsev2.ListLimit{List: "data.items", Keep: 1})
				return trimmed.Envelope, err
			},
			"digest.Parse": func() ([]byte, error) {
				d, err := digest.Parse(doc, false)
				if err != nil {
					return nil, err
				}
				return d.Serialize()
			},
			"DecodeCursor": func() ([]byte, error) { return responsev2.DecodeCursor(string(doc)) },
		}
		for _, d := range dialects.All() {
			made[d.Name()+" Wrap"] = func() ([]byte, error) {
				made, err := dialects.Wrap(doc, d, envelope.Known{Tool: string(doc)})
				return made.Envelope, err
			}
			for _, to := range dialects.All() {
				made[d.Name()+" to "+to.Name()] = func() ([]byte, error) {
					c, err := dialects.Convert(doc, d.Name(), to.Name())
					return c.Envelope, err
				}
			}
			if v, ok := d.(envelope.Validator); ok {
				if findings, err := v.Validate(doc, ""); err == nil && findings.Valid != (len(findings.Errors) == 0) {
					t.Errorf("%s finds %v, and says valid is %t", d.Name(), findings.Errors, findings.Valid)
				}
			}
		}
		for name, build := range made {
			if out, err := build(); err == nil && out != nil && scan.Check(out, scan.Limits{Depth: 1100}, false) != nil {
				t.Errorf("%s of %.200q is no JSON: %.200q", name, doc, out)
			}
		}
		_, _, _ = bmcis.ParseRequest(doc)
		_, _ = bmcis.ValidateModel("ResponseWarning", doc)
	})
}
