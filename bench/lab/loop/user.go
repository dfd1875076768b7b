package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-7aa78ce4/shape/internal/jsonschema"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// user is a user with five clients, and the sessions that are open now.
type user struct {
	base, bin, shape string
	clients          []client
	open             map[string]*session
	before           status // at tune
}

// session is a session with a server.
type session struct {
	*mcp.ClientSession
	wire       tap
	schemas    map[string][]byte
	structured bool // the model reads structuredContent in place of texts
}

// tap keeps the last response as its bytes, since the client of the SDK writes it anew.
type tap struct {
	mcp.Transport
	mcp.Connection
	mu   sync.Mutex
	last json.RawMessage
}

func (t *tap) Connect(ctx context.Context) (mcp.Connection, error) {
	var err error
	t.Connection, err = t.Transport.Connect(ctx)
	return t, err
}

func (t *tap) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := t.Connection.Read(ctx)
	if response, is := message.(*jsonrpc.Response); is {
		t.mu.Lock()
		t.last = response.Result
		t.mu.Unlock()
	}
	return message, err
}

func (t *tap) result() json.RawMessage {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.last
}

// files returns the text of all files of clients.
func (u *user) files() (all string, err error) {
	for _, c := range u.clients {
		text, err := os.ReadFile(filepath.Join(u.base, c.file))
		if err != nil {
			return "", err
		}
		all += c.file + "\n" + string(text)
	}
	return all, nil
}

// start starts all servers as the clients' files say, unless they run.
func (u *user) start(ctx context.Context) error {
	if u.open != nil {
		return nil
	}
	u.open = map[string]*session{}
	for _, c := range u.clients {
		e, err := c.read(u.base)
		if err != nil {
			return err
		}
		cmd := exec.CommandContext(ctx, e.Command, e.Args...)
		cmd.Dir, cmd.Env = filepath.Join(u.base, "project"), os.Environ()
		for name, value := range e.Env {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
		s := &session{wire: tap{Transport: &mcp.CommandTransport{Command: cmd}}, structured: c.name == "claude-code"}
		if s.ClientSession, err = mcp.NewClient(&mcp.Implementation{Name: c.name, Version: "2.1.280"}, nil).Connect(ctx, &s.wire, nil); err != nil {
			return fmt.Errorf("%s: %w", c.server, err)
		}
		u.open[c.server] = s
		if err := s.list(ctx); err != nil {
			return err
		}
	}
	return nil
}

// list keeps the schemas of results that the session announces.
func (s *session) list(ctx context.Context) error {
	if _, err := s.ListTools(ctx, nil); err != nil {
		return err
	}
	var listed struct {
		Tools []struct {
			Name         string
			OutputSchema json.RawMessage
		}
	}
	if err := json.Unmarshal(s.wire.result(), &listed); err != nil {
		return err
	}
	s.schemas = map[string][]byte{}
	for _, tool := range listed.Tools {
		s.schemas[tool.Name] = tool.OutputSchema
	}
	return nil
}

// end ends the sessions.
func (u *user) end() {
	for _, s := range u.open {
		s.Close()
	}
	u.open = nil
}

// count is the sums over calls.
type count struct{ calls, failed, checked, faults, tokens int }

func (c count) String() string {
	return fmt.Sprintf("%d calls, %d errors of tools, %d tokens of results (estimate), %d of %d results with a schema are valid",
		c.calls, c.failed, c.tokens, c.checked-c.faults, c.checked)
}

// play makes the calls of a session.
func (u *user) play(ctx context.Context, s *script, to *count) error {
	for _, call := range s.Calls {
		var server, tool string
		json.Unmarshal(call[0], &server)
		json.Unmarshal(call[1], &tool)
		at := u.open[server]
		result, err := at.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: call[2]})
		if err != nil {
			return fmt.Errorf("%s %s: %w", server, tool, err)
		}
		raw := at.wire.result()
		to.calls++
		read, err := shaper.Measure(raw, tokens.Estimate{})
		if err != nil {
			return err
		}
		if at.structured {
			read.Text = read.Structured
		}
		to.tokens += read.Text.Tokens
		if result.IsError {
			to.failed++
			fmt.Printf("%s %s %s: %.300s\n", server, tool, call[2], raw)
			continue
		}
		if schema := at.schemas[tool]; schema != nil {
			to.checked++
			if err := fits(schema, raw); err != nil {
				to.faults++
				fmt.Printf("%s %s: %v\n", server, tool, err)
			}
		}
	}
	return nil
}

// fits compares the structured content of a result with a schema.
func fits(text, result []byte) error {
	schema, err := jsonschema.Compile(text, jsonschema.Options{})
	if err != nil {
		return err
	}
	var r struct{ StructuredContent json.RawMessage }
	if err := json.Unmarshal(result, &r); err != nil {
		return err
	}
	faults, err := schema.Validate(r.StructuredContent)
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("misses its schema at %v: %s", faults[0].Path, faults[0].Keyword)
	}
	return err
}

// status is that of shape status --json.
type status struct {
	Proxies []struct {
		PID           int
		Server        string
		Configuration struct {
			State      string
			Generation uint64
		}
	}
	Today []sums
}

type sums struct {
	Server    string
	Calls     int
	TokensIn  int `json:"tokens_in"`
	TokensOut int `json:"tokens_out"`
}

func (s status) sum() (all sums) {
	for _, t := range s.Today {
		all = sums{"", all.Calls + t.Calls, all.TokensIn + t.TokensIn, all.TokensOut + t.TokensOut}
	}
	return all
}

func (s status) out() int { return s.sum().TokensOut }

func (s status) String() string {
	all := s.sum()
	return fmt.Sprintf("%d calls, tokens %d in, %d out, %.1f %% less", all.Calls, all.TokensIn, all.TokensOut, 100*(1-float64(all.TokensOut)/float64(max(1, all.TokensIn))))
}

// minus is the sums since another status, by server.
func (s status) minus(other status) status {
	s.Today = slices.Clone(s.Today)
	for i := range s.Today {
		for _, b := range other.Today {
			if a := &s.Today[i]; a.Server == b.Server {
				*a = sums{a.Server, a.Calls - b.Calls, a.TokensIn - b.TokensIn, a.TokensOut - b.TokensOut}
			}
		}
	}
	return s
}

func (u *user) status() (s status, err error) {
	out, err := run(filepath.Join(u.base, "project"), u.shape, "status", "--json")
	if err == nil {
		err = json.Unmarshal(out, &s)
	}
	return s, err
}

// await asks for the status until it is so.
func (u *user) await(is func(*status) bool) (s status, err error) {
	for range 100 {
		if s, err = u.status(); err != nil || is(&s) {
			return s, err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return s, fmt.Errorf("status stays %v, proxies %+v", s, s.Proxies)
}

// tune tunes while the sessions are open, and waits until their proxies have the file.
func (u *user) tune() (err error) {
	if u.before, err = u.await(func(s *status) bool { return s.sum().Calls == 60 && len(s.Proxies) == len(u.clients) }); err != nil {
		return err
	}
	generations := map[int]uint64{}
	for _, p := range u.before.Proxies {
		generations[p.PID] = p.Configuration.Generation
	}
	if err := u.say("tune", "--yes"); err != nil {
		return err
	}
	began := time.Now()
	_, err = u.await(func(s *status) bool {
		follow := 0
		for _, p := range s.Proxies {
			if old, open := generations[p.PID]; open && p.Configuration.Generation > old && p.Configuration.State == "in force" {
				follow++
			}
		}
		return follow == len(u.clients)
	})
	if err == nil {
		fmt.Printf("%d open sessions follow the tuned file after %.1f s, without a restart\n\n", len(u.clients), time.Since(began).Seconds())
	}
	return err
}
