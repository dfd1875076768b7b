package view

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/explain"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/view/tree"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/formathint"
	"github.com/seed-7aa78ce4/shape/internal/record/session"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/suggest"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// mostTries bounds the tries that the server keeps. The newest keeps its decisions, too.
const mostTries = 4

// asked is the body of a try. Config nil means the configuration in force.
type asked struct {
	Text    string  `json:"text"`
	Config  *string `json:"config"`
	Request request `json:"request"`
}

// request holds the facts of a call.
type request struct {
	Tool    string `json:"tool"`
	Server  string `json:"server"`
	Profile string `json:"profile"`
	Mode    string `json:"mode"`
	Tier    string `json:"tier"`
	Dialect string `json:"dialect"`
	IsError bool   `json:"isError"`
	Client  string `json:"client"`
}

// attempt is a response that was shaped.
type attempt struct {
	id     string
	result []byte
	tree.Tree
}

// tried is the answer to a try.
type tried struct {
	ID          string       `json:"id"`
	Diagnostics []diagnostic `json:"diagnostics"`
	Input       *problem     `json:"input"` // the reason that the text or the call cannot be shaped
	Result      *outcome     `json:"result"`
	Fields      []field      `json:"fields"`
	Rest        rest         `json:"rest"`
	Lines       []line       `json:"lines"`
	Settings    []setting    `json:"settings"`
}

// diagnostic is a problem of the configuration. Line is 0 for a problem without a place in the
// text.
type diagnostic struct {
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	Pointer   string `json:"pointer"`
	Message   string `json:"message"`
	Hint      string `json:"hint"`
	IsWarning bool   `json:"isWarning"`
}

// load loads a text of the configuration, or the one in force for nil. The snapshot is nil if
// it has an error.
func (s *server) load(text *string) (*config.Snapshot, string, []diagnostic) {
	f := s.file()
	if text == nil {
		text = &f.Text
	}
	snapshot, err := config.LoadText(s.config, []byte(*text))
	var found config.Diagnostics
	if err == nil {
		found = snapshot.Warnings()
	} else if !errors.As(err, &found) {
		found = config.Diagnostics{{Message: err.Error()}}
	}
	all := []diagnostic{}
	for _, d := range found {
		told := diagnostic{d.Line, d.Column, d.Pointer, d.Message, d.Hint, d.Warning}
		if d.File != f.Path {
			d.Warning, d.Hint = false, ""
			told.Line, told.Column, told.Message = 0, 0, d.Error()
		}
		all = append(all, told)
	}
	return snapshot, f.Path, all
}

func (s *server) check(_ *http.Request, a *asked) (any, error) {
	_, _, found := s.load(a.Config)
	return map[string]any{"diagnostics": found}, nil
}

// try shapes a text under a configuration, as the filter does. For a client it shapes as the
// proxy does.
func (s *server) try(r *http.Request, a *asked) (any, error) {
	snapshot, path, found := s.load(a.Config)
	t := &tried{Diagnostics: found, Fields: []field{}, Lines: []line{}, Settings: []setting{}}
	body, begin, fault := single([]byte(a.Text))
	if t.Input = fault; snapshot == nil || fault != nil {
		return t, nil
	}
	set := snapshot.Profiles()
	if t.Input = a.Request.check(set); t.Input != nil {
		return t, nil
	}
	eng, err := app.EngineOver(snapshot, append(archiveOf(set.Archive(), a.Request.Client != ""), shaper.FailClosed())...)
	if err != nil {
		return nil, err
	}
	at := &attempt{id: rand.Text(), Tree: tree.Tree{Config: path, Body: body, IsForClient: a.Request.Client != ""}}
	if err := at.shape(r.Context(), eng, a.Request.of(body, set), &a.Request); err != nil {
		t.Input = inputProblem(body, begin, err)
		return t, nil
	}
	s.mu.Lock()
	for _, old := range s.tries { // the page rarely asks for them again
		old.Forget()
	}
	s.tries = append(s.tries, at)
	s.tries = slices.Clone(s.tries[max(0, len(s.tries)-mostTries):])
	s.mu.Unlock()
	t.ID = at.id
	t.tell(at, a.Request.reads(set))
	return t, nil
}

// check refuses names that the configuration does not know.
func (r *request) check(set *profiles.Set) *problem {
	for _, c := range []struct {
		what, name string
		known      []string
	}{
		{"profile", r.Profile, set.ProfileNames()},
		{"mode", r.Mode, set.Modes(r.Server, r.Tool)},
		{"tier", r.Tier, app.Tiers},
		{"dialect", r.Dialect, app.AnyDialect()},
	} {
		if c.name != "" && !slices.Contains(c.known, c.name) {
			return unknown(c.what, c.name, c.known)
		}
	}
	return nil
}

// reads returns the half of a result that the client shows.
func (r *request) reads(set *profiles.Set) profiles.Reads {
	if r.Client == "" {
		return profiles.ReadsBoth
	}
	return set.Client(r.Client, latest).Reads
}

// of returns the request of the filter, or that of the proxy if there is a client.
func (r *request) of(body []byte, set *profiles.Set) shaper.Request {
	req := shaper.Request{
		Tool: r.Tool, Server: r.Server, Profile: r.Profile, Mode: r.Mode, Tier: r.Tier, Dialect: r.Dialect, IsError: r.IsError,
		Unmatched: true, Body: body,
	}
	if r.Client != "" {
		req.Transit, req.Reads = true, r.reads(set)
	}
	return req
}

// single returns the one document of a text, as the filter reads it, and its place.
func single(text []byte) (doc []byte, at scan.Position, _ *problem) {
	splitter := scan.NewSplitter(bytes.NewReader(text), scan.Limits{})
	splitter.Expect(len(text))
	doc, at, err := splitter.Next()
	if err == io.EOF {
		return nil, at, &problem{Message: "there is no text yet"}
	}
	if err != nil {
		return nil, at, inputProblem(text, scan.Position{Line: 1, Column: 1}, err)
	}
	doc = bytes.Clone(doc)
	if err := scan.Check(doc, scan.Limits{}, false); err != nil {
		return nil, at, inputProblem(doc, at, err)
	}
	if _, next, err := splitter.Next(); err != io.EOF {
		return nil, at, &problem{Message: "a second document begins here; the page shapes one at a time", Line: next.Line, Column: next.Column}
	}
	return doc, at, nil
}

// inputProblem returns a fault of the document that begins at a place, with the format that it
// resembles.
func inputProblem(doc []byte, at scan.Position, err error) *problem {
	if fault, ok := errors.AsType[*scan.Error](err); ok {
		placed := fault.At(at)
		p := &problem{Message: fault.Kind.String(), Line: placed.Line, Column: placed.Column}
		if like := formathint.Like(doc, min(fault.Offset, len(doc))); like != "" && fault.Kind.Reason() == "invalid_json" {
			p.Message += " (" + like + ")"
		}
		return p
	}
	return &problem{Message: err.Error()}
}

// shape shapes the body and explains it.
func (a *attempt) shape(ctx context.Context, eng *shaper.Engine, req shaper.Request, r *request) error {
	shaped, err := eng.Shape(ctx, req)
	if err != nil {
		return err
	}
	if a.Why, _, err = explain.Explain(eng, req); err != nil {
		return err
	}
	hiding := req
	hiding.HidingOnly = true
	under, err := eng.Shape(ctx, hiding)
	if err != nil {
		return err
	}
	if !scan.SameTokens(under.Body, req.Body) {
		if a.Hidden, err = eng.Explain(ctx, hiding); err != nil {
			return err
		}
	}
	a.Why.Report, a.Before, a.result = shaped.Report, under.Body, shaped.Body
	if text, structured, _ := halves(req.Body); r.Client != "" && (text != nil || structured != nil) {
		c := &recordings.Call{Tool: r.Tool}
		c.Client.Name, c.Client.Version = r.Client, latest
		a.result = suggest.Shown(ctx, mcp.New(eng, mcp.WithName(r.Server)), c, req.Body)
	}
	if a.Shown = a.result; shaped.Report.Audit {
		a.Shown = a.Why.Body
	}
	a.Keep()
	return nil
}

// archiveOf returns the archive of the filter or the proxy, but for the store: a try keeps nothing.
// Its handles are those of the configured directory, if that has a key.
func archiveOf(in profiles.Archive, isProxy bool) []shaper.Option {
	if in.Store == "" || in.Store == "memory" && !isProxy {
		return nil
	}
	kept := archive.Archive{Store: suggest.Nowhere{}}
	key := filepath.Join(in.Path, "key")
	if _, err := os.Lstat(key); err == nil && in.Store == app.InDirectory {
		if kept.Key, err = archive.OpenKey(key); err != nil {
			return nil
		}
	}
	return []shaper.Option{shaper.WithArchive(kept)}
}

// halves returns the first text and the structuredContent of a tool result, as raw JSON; nil for
// one that is not there. A JSON-RPC response holds its result.
func halves(body []byte) (text, structured []byte, isResult bool) {
	if result := tree.Member(body, "result"); result != nil && tree.Member(body, "jsonrpc") != nil {
		body = result
	}
	content := tree.Member(body, "content")
	structured = tree.Member(body, "structuredContent")
	if len(content) > 0 && content[0] == '[' {
		new(scan.Skipper).EachElement(content, 0, func(value int) bool {
			text = tree.Member(content[value:], "text")
			return text == nil
		})
	}
	return text, structured, content != nil || structured != nil
}

// find returns the try with an id.
func (s *server) find(id string) (*attempt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.tries {
		if a.id == id {
			return a, nil
		}
	}
	return nil, &problem{Status: http.StatusGone, Message: "this result is no longer kept; change the text or the configuration to shape it again"}
}

// part returns a handler of a document of a try.
func (s *server) part(of func(a *attempt) []byte) http.HandlerFunc {
	return call(func(r *http.Request, _ *struct{}) (any, error) {
		a, err := s.find(r.PathValue("id"))
		if err != nil {
			return nil, err
		}
		return of(a), nil
	})
}

// shared returns a document with its values replaced by their types. The hiding rules act first.
func (s *server) shared(_ *http.Request, a *struct {
	ID string `json:"id"`
}) (any, error) {
	at, err := s.find(a.ID)
	if err != nil {
		return nil, err
	}
	return map[string]string{"text": string(session.Types(at.Before))}, nil
}

// asksTree asks for the values below a pointer.
type asksTree struct {
	Pointer string `json:"pointer"`
	From    int    `json:"from"`
	Limit   int    `json:"limit"`
}

func (s *server) tree(r *http.Request, asked *asksTree) (any, error) {
	a, err := s.find(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	page, err := a.Page(asked.Pointer, asked.From, asked.Limit)
	if errors.Is(err, tree.ErrNoValue) {
		return nil, &problem{Status: http.StatusNotFound, Message: err.Error()}
	}
	return page, err
}

// modesOf returns the modes of all tools with entries of their own.
func modesOf(set *profiles.Set) []string {
	all := []string{}
	for _, name := range set.ToolNames() {
		all = append(all, set.Modes("", name)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
