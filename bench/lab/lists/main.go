// Command lists measures the key tools on the list of a live server, and on recorded lists. It
// runs scripted sessions, learns a proposal as shape suggest does, and measures it on sessions
// that it was not learned from. It fails below its aims, and if a call misses the schema of its
// tool. It needs npm and git.
//
//	go run ./lists -captures FOLDER  # run it in bench/lab
package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/jsonschema"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/suggest"
	"github.com/seed-7aa78ce4/shape/shaper/tokens/o200k"
)

// The least parts of a list that go: without defer, and with it on sessions of the other
// thirds.
const (
	aimShort    = 0.25
	aimDeferred = 0.50
)

// sessions.jsonl holds the calls of each session. $ is a folder of its own.
//
//go:embed sessions.jsonl
var scripts []byte

// script is the calls of a session.
type script struct {
	Server string
	Calls  [][2]json.RawMessage // name and arguments
	folder string
}

// scriptsOf returns the sessions with a server.
func scriptsOf(server, base string) (all []script, err error) {
	for i, line := range bytes.Split(bytes.TrimSpace(scripts), []byte("\n")) {
		s := script{folder: filepath.Join(base, fmt.Sprintf("%02d", i))}
		line = bytes.ReplaceAll(line, []byte(`"$`), []byte(`"`+s.folder))
		if err := json.Unmarshal(line, &s); err != nil {
			return nil, err
		}
		if s.Server == server {
			all = append(all, s)
		}
	}
	return all, nil
}

func main() {
	captures := flag.String("captures", "", "a folder with commander/tools-list.response.json")
	flag.Parse()
	err := live()
	if err == nil && *captures != "" {
		err = recorded(filepath.Join(*captures, "commander"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "lists:", err)
		os.Exit(1)
	}
}

// recorded measures a captured list with scripted calls and those of the capture.
func recorded(folder string) error {
	list, err := os.ReadFile(filepath.Join(folder, "tools-list.response.json"))
	if err != nil {
		return err
	}
	all, err := scriptsOf("commander", "/project")
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(folder, "manifest.json"))
	if err != nil {
		return err
	}
	var manifest struct {
		Results []struct {
			Tool      json.RawMessage
			Arguments json.RawMessage
		}
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		return err
	}
	captured := script{}
	for _, r := range manifest.Results {
		captured.Calls = append(captured.Calls, [2]json.RawMessage{r.Tool, r.Arguments})
	}
	into, err := os.MkdirTemp("", "lists")
	if err != nil {
		return err
	}
	defer os.RemoveAll(into)
	for i, s := range append(all, captured) {
		var b bytes.Buffer
		fmt.Fprintf(&b, "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"tools/list\"}\n%s\n", compact(list, 0))
		for j, call := range s.Calls {
			fmt.Fprintf(&b, "%s\n{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"content\":[]}}\n", request(j+1, call), j+1)
		}
		if err := os.WriteFile(filepath.Join(into, fmt.Sprintf("%02d.jsonl", i)), b.Bytes(), 0o600); err != nil {
			return err
		}
	}
	return measure("commander", into)
}

// compact is a response with another id, in one line.
func compact(response []byte, id int) []byte {
	var members map[string]json.RawMessage
	json.Unmarshal(response, &members)
	out, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "result": members["result"]})
	return out
}

func request(id int, call [2]json.RawMessage) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%s,"arguments":%s}}`, id, call[0], call[1])
}

// measure proposes by the recorded sessions of a folder, and prints the figures.
func measure(name, folder string) error {
	read := func(visit func(*recordings.Session) error) error {
		_, err := recordings.Sessions([]string{folder}, "", visit)
		return err
	}
	calls := 0
	if err := read(func(s *recordings.Session) error { return valid(s, &calls) }); err != nil {
		return err
	}
	l, err := suggest.Learn(read, suggest.Options{Counter: o200k.Counter{}, Aim: suggest.Aim, Floor: suggest.Floor})
	if err != nil {
		return err
	}
	p, err := l.Propose()
	if err != nil {
		return err
	}
	if p.Lists == nil || p.Lists.Proof == nil {
		return fmt.Errorf("%s: nothing is proposed for %d sessions", name, l.Sessions())
	}
	lists, f := p.Lists, p.Lists.Proof
	short := float64(lists.Saved["drop"]+lists.Saved["description"]) / float64(lists.Before)
	deferred := float64(f.Before-f.After) / float64(f.Before)
	fmt.Printf("%s: %d tools, %d tokens; drop and description -%.1f %%; with %d deferred %d tokens, -%.1f %%\n",
		name, lists.Tools, lists.Before, 100*short, len(lists.Defer), lists.After, 100*(1-float64(lists.After)/float64(lists.Before)))
	fmt.Printf("  on %d sessions that it was not learned from: %d tokens become %d, -%.1f %%, with %d calls of shape_tool; %d calls fit their schemas\n",
		f.Sessions, f.Before, f.After, 100*deferred, f.Asked, calls)
	if short < aimShort || deferred < aimDeferred {
		return fmt.Errorf("%s: the aims are %.0f %% and %.0f %%", name, 100*aimShort, 100*aimDeferred)
	}
	return nil
}

// valid compares the calls of a session with the listed schemas.
func valid(s *recordings.Session, calls *int) error {
	for _, e := range s.Events {
		if e.Kind != recordings.Request {
			continue
		}
		if err := fits(s.Definitions[e.Tool], e.Arguments); err != nil {
			return fmt.Errorf("%s: %w", e.Tool, err)
		}
		*calls++
	}
	return nil
}

// fits compares arguments with the input schema of a tool.
func fits(definition, arguments []byte) error {
	var tool struct{ InputSchema json.RawMessage }
	if err := json.Unmarshal(definition, &tool); err != nil {
		return err
	}
	schema, err := jsonschema.Compile(tool.InputSchema, jsonschema.Options{})
	if err != nil {
		return err
	}
	faults, err := schema.Validate(arguments)
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("arguments miss the schema at /%s: %s", strings.Join(faults[0].Path, "/"), faults[0].Keyword)
	}
	return err
}
