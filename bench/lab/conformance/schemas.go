package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/jsonschema"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// answered is a tool as its server describes it, with a result.
type answered struct{ tool, result json.RawMessage }

// schemas shapes tools and their results under single rules. The house's validator, ajv
// and both clients check each result against the schema that the client got.
func schemas(p *place) (found string, err error) {
	all, err := p.answers()
	if err != nil {
		return "", err
	}
	var lines bytes.Buffer
	refused := 0
	for _, a := range all {
		for _, r := range rulesFor(a.result, p.full) {
			tool, result, err := r.shape(a)
			if err != nil {
				return "", err
			}
			if fault := misfit(tool, result); fault != "" {
				refused++
				fmt.Printf("under %s: %s\n", r.name, fault)
			}
			text, _ := json.Marshal(map[string]any{"tool": tool, "result": result, "rule": r.name})
			lines.Write(append(text, '\n'))
		}
	}
	cmd := exec.Command(p.node, "validate.mjs")
	cmd.Dir, cmd.Stdin = p.folder, &lines
	out, err := output(cmd)
	found = strings.TrimSpace(string(out))
	if refused > 0 {
		err = fmt.Errorf("the validator refuses %d; %w", refused, err)
	}
	return fmt.Sprintf("%d results; the validator refuses %d; ajv and clients: %s", len(all), refused, found), err
}

// answers are the tools and results of the reference servers, and those that were
// captured.
func (p *place) answers() (all []answered, err error) {
	for _, server := range servers {
		folder, err := p.freshFolder()
		if err != nil {
			return nil, err
		}
		cmd := exec.Command(p.node, append([]string{"parity.mjs", "v1", server, folder}, p.server(server, folder)...)...)
		cmd.Dir = p.folder
		out, err := output(cmd)
		if err != nil {
			return nil, err
		}
		all = append(all, fromLines(out)...)
	}
	if p.captures == "" {
		return all, nil
	}
	captured, err := fromCaptures(p.captures)
	return append(all, captured...), err
}

// fromLines parses the tools and results from the output of parity.mjs.
func fromLines(out []byte) (all []answered) {
	tools := map[string]json.RawMessage{}
	for line := range bytes.Lines(out) {
		var said struct {
			What, Of string
			Result   struct {
				Tools  []json.RawMessage
				Result json.RawMessage
			}
		}
		if json.Unmarshal(line, &said) != nil {
			continue
		}
		for _, tool := range said.Result.Tools {
			tools[nameOf(tool)] = tool
		}
		if tool := tools[said.Of]; said.What == "tools/call" && tool != nil && said.Result.Result != nil {
			all = append(all, answered{tool, said.Result.Result})
		}
	}
	return all
}

func nameOf(tool json.RawMessage) string {
	var t struct{ Name string }
	json.Unmarshal(tool, &t)
	return t.Name
}

// fromCaptures reads a folder for each server, with a manifest.
func fromCaptures(folder string) (all []answered, err error) {
	manifests, err := filepath.Glob(filepath.Join(folder, "*", "manifest.json"))
	if err != nil || manifests == nil {
		return nil, fmt.Errorf("%s holds no captures (%w)", folder, err)
	}
	for _, name := range manifests {
		var manifest struct{ Results []struct{ File, Tool string } }
		var listed struct {
			Result struct{ Tools []json.RawMessage }
		}
		if err := readJSON(name, &manifest); err != nil {
			return nil, err
		}
		if err := readJSON(filepath.Join(filepath.Dir(name), "tools-list.response.json"), &listed); err != nil {
			return nil, err
		}
		for _, r := range manifest.Results {
			var response struct{ Result json.RawMessage }
			if err := readJSON(filepath.Join(folder, r.File), &response); err != nil {
				continue // it was kept back
			}
			at := slices.IndexFunc(listed.Result.Tools, func(t json.RawMessage) bool { return nameOf(t) == r.Tool })
			if at >= 0 && response.Result != nil {
				all = append(all, answered{listed.Result.Tools[at], response.Result})
			}
		}
	}
	return all, nil
}

func readJSON(name string, to any) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, to)
}

// misfit returns the part of a result that does not fit the tool's schema.
func misfit(tool, result json.RawMessage) string {
	var t struct{ OutputSchema json.RawMessage }
	var r struct{ StructuredContent json.RawMessage }
	if json.Unmarshal(tool, &t) != nil || json.Unmarshal(result, &r) != nil {
		return "it is not JSON"
	}
	if t.OutputSchema == nil || r.StructuredContent == nil {
		return ""
	}
	schema, err := jsonschema.Compile(t.OutputSchema, jsonschema.Options{})
	if err != nil {
		return err.Error()
	}
	faults, err := schema.Validate(r.StructuredContent)
	if err != nil {
		return err.Error()
	}
	if len(faults) > 0 {
		return fmt.Sprint(nameOf(tool), faults[0])
	}
	return ""
}

// shape is a tool and a result as a client gets them under a rule.
func (r rule) shape(a answered) (tool, result json.RawMessage, err error) {
	set, err := profiles.New(r.spec)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", r.name, err)
	}
	eng, err := shaper.New(set)
	if err != nil {
		return nil, nil, err
	}
	client := mcp.New(eng).Session()
	tool = client.Tool(a.tool)
	if r.fails {
		a.result = append([]byte(`{"isError":true,`), bytes.TrimSpace(a.result)[1:]...)
	}
	return tool, client.Result(context.Background(), mcp.Call{Tool: nameOf(a.tool)}, a.result), nil
}
