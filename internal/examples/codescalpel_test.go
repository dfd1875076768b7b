package examples_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"testing/fstest"
	"time"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
)

// scalpelServer answers in the envelope of Code Scalpel.
type scalpelServer struct {
	files  fs.FS
	tier   string
	now    func() time.Time
	engine *shaper.Engine // nil: answers go out in full
}

// answer builds the envelope around the findings or the error of a tool.
func (s *scalpelServer) answer(tool, requestID string, began time.Time, p scalpel.Parts) ([]byte, error) {
	p.Tier, p.ToolVersion, p.ToolID, p.RequestID = s.tier, "3.3.0", tool, requestID
	p.DurationMS = envelope.Milliseconds(s.now().Sub(began))
	return scalpel.Build(p)
}

// analyze answers analyze_code.
func (s *scalpelServer) analyze(path, requestID string) ([]byte, error) {
	began := s.now()
	code, err := fs.ReadFile(s.files, path)
	if err != nil {
		return s.answer("analyze_code", requestID, began, scalpel.Parts{
			Error: scalpel.ErrorFor(scalpel.ClassifyError(err), err.Error(), nil),
		})
	}
	data, err := json.Marshal(map[string]any{
		"functions":  bytes.Count(code, []byte("def ")),
		"classes":    bytes.Count(code, []byte("class ")),
		"lines":      bytes.Count(code, []byte("\n")),
		"complexity": bytes.Count(code, []byte("if ")) + 1,
	})
	if err != nil {
		return nil, err
	}
	return s.answer("analyze_code", requestID, began, scalpel.Parts{Data: data})
}

type vulnerability struct {
	Type string   `json:"type"`
	Line int      `json:"line"`
	Flow []string `json:"taint_flow"`
}

// scan answers security_scan. It leaves out the parts that the caller's tier lacks, and
// reports that.
func (s *scalpelServer) scan(found []vulnerability, requestID string) ([]byte, error) {
	began := s.now()
	var parts scalpel.Parts
	if s.tier == "community" {
		parts.UpgradeHints = []json.RawMessage{
			scalpel.UpgradeHint("taint_flow", "pro", "Shows how the input gets to where it does harm"),
		}
		found = withoutFlow(found)
	}
	data, err := json.Marshal(map[string]any{"risk_level": "high", "vulnerabilities": found})
	if err != nil {
		return nil, err
	}
	parts.Data = data
	return s.answer("security_scan", requestID, began, parts)
}

func withoutFlow(found []vulnerability) []vulnerability {
	bare := make([]vulnerability, len(found))
	for i, v := range found {
		bare[i] = vulnerability{Type: v.Type, Line: v.Line, Flow: []string{}}
	}
	return bare
}

// shaped answers security_scan as the program's own profile shows it.
func (s *scalpelServer) shaped(ctx context.Context, found []vulnerability, requestID string) ([]byte, error) {
	doc, err := s.scan(found, requestID)
	if err != nil {
		return nil, err
	}
	result, err := s.engine.Shape(ctx, shaper.Request{Tool: "security_scan", Tier: s.tier, Body: doc})
	return result.Body, err
}

// terse is a profile that a program defines in code, without a file. It keeps the error
// and its place, no empty values, and the name of the caller.
func terse() (*profiles.Set, error) {
	return profiles.New(profiles.Spec{
		Global: profiles.Global{Profile: new("terse")},
		Profiles: map[string]profiles.Profile{"terse": {
			Settings: profiles.Settings{ExcludeEmptyArrays: new(true), ExcludeNullValues: new(true)},
			Envelope: &profiles.Envelope{Include: []string{"request_id", "upgrade_hints"}},
		}},
		Tools: []profiles.Tool{{Name: "security_scan", IncludeOnly: []string{"risk_level", "vulnerabilities(type,line)"}}},
	})
}

func newScalpelServer(tier string) *scalpelServer {
	tick := time.Date(2025, 11, 9, 10, 30, 0, 0, time.UTC)
	return &scalpelServer{
		tier:  tier,
		files: fstest.MapFS{"auth.py": {Data: []byte("class Auth:\n    def check(self, token):\n        if not token:\n            raise Refused\n")}},
		now: func() time.Time { // each look at the clock takes 3 ms
			tick = tick.Add(3 * time.Millisecond)
			return tick
		},
	}
}

func Example_analyzeCode() {
	server := newScalpelServer("pro")
	for _, path := range []string{"auth.py", "missing.py"} {
		doc, err := server.analyze(path, "8b3e5f6c")
		show(scalpel.Dialect{}, doc, err)
		fmt.Println()
	}
	// Output:
	// tier: "pro"
	// tool_version: "3.3.0"
	// tool_id: "analyze_code"
	// request_id: "8b3e5f6c"
	// capabilities: ["envelope-v1"]
	// duration_ms: 3
	// error: null
	// upgrade_hints: []
	// data: {"classes":1,"complexity":2,"functions":1,"lines":4}
	//
	// tier: "pro"
	// tool_version: "3.3.0"
	// tool_id: "analyze_code"
	// request_id: "8b3e5f6c"
	// capabilities: ["envelope-v1"]
	// duration_ms: 3
	// error: {"error":"open missing.py: file does not exist","error_code":"not_found","error_details":null}
	// upgrade_hints: []
	// data: null
}

var injection = []vulnerability{{"sql_injection", 14, []string{"request.args", "query", "execute"}}}

func Example_securityScan() {
	doc, err := newScalpelServer("community").scan(injection, "0a46e6c2")
	show(scalpel.Dialect{}, doc, err)
	// Output:
	// tier: "community"
	// tool_version: "3.3.0"
	// tool_id: "security_scan"
	// request_id: "0a46e6c2"
	// capabilities: ["envelope-v1"]
	// duration_ms: 3
	// error: null
	// upgrade_hints: [{"feature":"taint_flow","tier":"pro","reason":"Shows how the input gets to where it does harm"}]
	// data: {"risk_level":"high","vulnerabilities":[{"type":"sql_injection","line":14,"taint_flow":[]}]}
}

func Example_shapedScan() {
	set, err := terse()
	if err != nil {
		fmt.Println(err)
		return
	}
	server := newScalpelServer("pro")
	if server.engine, err = shaper.New(set); err != nil {
		fmt.Println(err)
		return
	}
	doc, err := server.shaped(context.Background(), injection, "0a46e6c2")
	show(scalpel.Dialect{}, doc, err)
	// Output:
	// request_id: "0a46e6c2"
	// data: {"risk_level":"high","vulnerabilities":[{"type":"sql_injection","line":14}]}
}
