package examples

import (
	"encoding/json"
	"os"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
)

// Analysis is a server of tools that look at files and answers in the envelope of
// Code Scalpel.
type Analysis struct{ Tier string }

// Handlers returns the tools by name.
func (a Analysis) Handlers() map[string]Handler {
	return map[string]Handler{
		"count_lines":   a.tool("count_lines", countLines),
		"find_secrets":  a.tool("find_secrets", findSecrets),
		"project_graph": a.tool("project_graph", a.projectGraph),
	}
}

// tool puts what a tool found, or why it failed, into an envelope.
func (a Analysis) tool(id string, run func(file string) (found any, p scalpel.Parts)) Handler {
	return func(arguments json.RawMessage) ([]byte, error) {
		var in struct{ File string }
		p := scalpel.Parts{}
		if json.Unmarshal(arguments, &in) != nil || in.File == "" {
			p.Error = scalpel.ErrorFor(scalpel.CodeInvalidArgument, "file cannot be empty", nil)
		} else {
			var found any
			found, p = run(in.File)
			data, err := json.Marshal(found)
			if err != nil {
				return nil, err
			}
			p.Data = data
		}
		p.ToolID, p.ToolVersion, p.Tier = id, "1.0.0", a.Tier
		return scalpel.Build(p)
	}
}

func countLines(file string) (any, scalpel.Parts) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, scalpel.Parts{Error: scalpel.ErrorFor(scalpel.ClassifyError(err), "The file cannot be read", nil)}
	}
	return map[string]int{"lines": strings.Count(string(text), "\n")}, scalpel.Parts{}
}

// findSecrets names the place of a secret, and never shows it: details of an error
// that may hold program text are left out of the envelope.
func findSecrets(file string) (any, scalpel.Parts) {
	if strings.HasSuffix(file, ".env") {
		details := json.RawMessage(`{"line":3,"snippet":"password = 'x'"}`)
		return nil, scalpel.Parts{Error: scalpel.ErrorFor(scalpel.CodeForbidden, "A file of secrets is not read", details)}
	}
	return map[string]any{"secrets": []string{}}, scalpel.Parts{}
}

// projectGraph tells the tier that has more.
func (a Analysis) projectGraph(string) (any, scalpel.Parts) {
	hint := scalpel.UpgradeHint("cross_file_graph", "pro", "The graph of this file alone is shown")
	if a.Tier != "community" {
		return map[string]int{"files": 12}, scalpel.Parts{}
	}
	return map[string]int{"files": 1}, scalpel.Parts{UpgradeHints: []json.RawMessage{hint}}
}
