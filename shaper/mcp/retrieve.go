package mcp

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// If the engine has an archive, a model reads full results with a tool of shape's own and with
// resources. No server sees these. The current hiding rules act on them, not those of the
// call.

// RetrieveTool is the name of that tool. If the server has a tool of that name, the server's
// is used.
const RetrieveTool = "shape_retrieve"

// resourceURI begins the URIs of archived results; the handle follows.
const resourceURI = "shape://archive/"

// mostKept bounds the remembered calls of archived results. For a forgotten call the hiding
// rules of every tool act.
const mostKept = 1 << 12

// The definition is short, since clients pay for it with each request.
var retrieveTool = []byte(`{"name":"` + RetrieveTool + `","description":"Gives what was left out: query 'some words' or '/a+b/', where {level:'error'}, fields ['id'], lines '40-80', path '/rows/7'",` +
	`"inputSchema":{"type":"object","properties":{"handle":{"type":"string"},"query":{"type":"string"},` +
	`"where":{"type":"object"},"fields":{"type":"array","items":{"type":"string"}},"lines":{"type":"string"},` +
	`"path":{"type":"string"},"page":{"type":"integer"}},"required":["handle"]},"annotations":{"readOnlyHint":true,"openWorldHint":false}}`)

var retrieveTemplate = []byte(`{"uriTemplate":"` + resourceURI + `{handle}{?path,page}","name":"` + RetrieveTool + `","description":"What was left out of an earlier result, by its handle.","mimeType":"application/json"}`)

// BelongsTo sets the client of a call by a secret of a kind ([KnownBy]). No other client can
// read the call's archived result. Without it, or with an empty kind, all clients of the
// engine are one.
func (s *Session) BelongsTo(c *Call, kind, secret string) { c.by = s.server.archiveOf(kind, secret) }

// BelongsTo is [Session.BelongsTo] for the calls of one stream.
func (x *Exchange) BelongsTo(kind, secret string) {
	x.mu.Lock()
	x.by = x.session.server.archiveOf(kind, secret)
	x.mu.Unlock()
}

// BelongsToUnknown is [Exchange.BelongsTo] for an HTTP client without an authorization and
// without a session. Each result gets a random key, so the same result has another handle for
// every client, and no client can compute one. The handle is then the secret. It is valid for
// a client of the same name, such as its address, as long as the server remembers the result.
// In a shared store it is valid at every replica, as long as the store keeps the result.
func (x *Exchange) BelongsToUnknown(name string) {
	if results := x.session.server.eng.Archive(); results != nil {
		x.mu.Lock()
		x.by, x.owner = new(results.ForUnknown(name)), name
		x.mu.Unlock()
	}
}

// owned returns a call as one of the client.
func (x *Exchange) owned(c Call) Call {
	x.mu.Lock()
	defer x.mu.Unlock()
	c.by, c.owner = x.by, x.owner
	return c
}

// KnownBy returns the secret of an HTTP client: its authorization, or else its session. The
// kind is "" without either.
func KnownBy(authorization, session string) (kind, secret string) {
	switch {
	case authorization != "":
		return "authorization", authorization
	case session != "":
		return "session", session
	}
	return "", ""
}

// archiveOf returns the archive of a client, nil if there is none or the client is unknown.
func (s *Server) archiveOf(kind, secret string) *archive.Archive {
	results := s.eng.Archive()
	if results == nil || kind == "" {
		return nil
	}
	return new(results.For(kind, secret))
}

// archiveFor returns the archive for the result of a call, or nil.
func (s *Server) archiveFor(c Call) *archive.Archive {
	return cmp.Or(c.by, s.eng.Archive())
}

// mayCut reports whether lists or strings of a result of a tool may be cut, by its rules or
// for a client.
func (s *Server) mayCut(t *told) bool {
	return t.view != nil && (t.view.Cuts() || s.eng.Profiles().LimitsClients())
}

// mayKeep reports whether a result of a tool may be cut, and kept.
func (s *Server) mayKeep(t *told) bool {
	results := s.eng.Archive()
	return results != nil && results.IsOpen() && s.mayCut(t)
}

// Offers returns the Tool objects of shape's own tools, for the end of the client's list.
// [RetrieveTool] is there if a result can be cut. [DefinitionTool] is there if the list leaves
// out a part of a description or of an input schema. A tool of the server's own goes before
// one of the same name.
func (s *Session) Offers() (offers [][]byte) {
	l := &s.tools
	l.mu.Lock()
	defer l.mu.Unlock()
	all := slices.Collect(maps.Values(l.told))
	if l.offered = !l.taken && slices.ContainsFunc(all, s.server.mayKeep); l.offered {
		offers = append(offers, retrieveTool)
	}
	l.definer = ""
	free := slices.IndexFunc(definitionTools, func(name string) bool { return l.told[name] == nil })
	if free >= 0 && slices.ContainsFunc(all, func(t *told) bool { return t.short }) {
		l.definer = definitionTools[free]
		offers = append(offers, definitionTool(l.definer))
	}
	return offers
}

// Retriever returns the Tool object of [RetrieveTool].
func Retriever() []byte { return slices.Clone(retrieveTool) }

// WithRetriever states that all clients can call [RetrieveTool], though no list offers it: a
// gateway lists it from another server.
func WithRetriever() Option { return func(s *Server) { s.retrieves = true } }

// Keeps reports whether the result under a handle is one that this value archived.
func (s *Server) Keeps(handle string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.kept.Get(handle)
	return ok
}

// retrieve answers a call of [RetrieveTool]. ok is false for a call of another tool or of the
// server's own. Without an offer to the client, the call is the server's, unless the handle
// exists.
func (s *Session) retrieve(ctx context.Context, c Call, arguments []byte) (result []byte, ok bool) {
	if c.Tool != RetrieveTool || s.server.eng.Archive() == nil {
		return nil, false
	}
	w := s.watch("tools/call", c)
	var page archive.Page
	ask, err := askOf(arguments)
	if err == nil {
		ask.Reads = cmp.Or(readsOf[s.client().Reads], archive.ReadsBoth)
		page, err = s.page(ctx, c, ask)
	}
	switch {
	case !s.tools.offers() && err != nil:
		return nil, false
	case err != nil:
		result = toolresult.Error(strings.TrimPrefix(err.Error(), "archive: "))
		return w.ends(result, result), true
	}
	blocks := [][]byte{toolresult.Text(page.Text)}
	if page.Pages > 1 || ask.IsSearch() || ask.Lines != "" {
		blocks = [][]byte{toolresult.Text([]byte(page.Head)), blocks[0]}
	}
	result = append(append([]byte(`{"content":`), listOf(blocks)...), '}')
	return w.ends(result, result), true
}

// readsOf holds the halves of an archived result that clients read; the others read both.
var readsOf = map[profiles.Reads]archive.Reads{profiles.ReadsText: archive.ReadsText, profiles.ReadsStructured: archive.ReadsStructured}

// askOf reads the arguments. Models also write a number as a text, and a list of names as a
// text with commas.
func askOf(arguments []byte) (a archive.Ask, err error) {
	o, _ := read(arguments)
	for _, name := range []string{"path", "query"} {
		if value := o.value(name); !isNull(value) && value[0] != '"' {
			return a, errors.New(name + " is a text")
		}
	}
	a.Handle, a.Path, a.Query = archive.Handle(o.said("handle")), o.said("path"), o.said("query")
	a.Lines = textOf(o.value("lines"))
	switch fields := o.value("fields"); {
	case isNull(fields):
	case fields[0] == '"':
		a.Fields = strings.FieldsFunc(scan.Text(fields), func(r rune) bool { return r == ',' || r == ' ' })
	case fields[0] == '[':
		for _, at := range elements(fields) {
			a.Fields = append(a.Fields, textOf(fields[at.Start:at.End]))
		}
	default:
		return a, errors.New("fields is a list of names")
	}
	if where := o.value("where"); !isNull(where) {
		conditions, ok := read(where)
		if !ok {
			return a, errors.New(`where is an object, such as {"level":"error"}`)
		}
		a.Where = map[string]string{}
		for _, m := range conditions.members {
			a.Where[m.Name] = textOf(where[m.Start:m.End])
		}
	}
	if page := o.value("page"); !isNull(page) {
		a.Page, err = pageNumber(textOf(page))
	}
	return a, err
}

// textOf is the text of a string, or any other value as written; "" for null.
func textOf(value []byte) string {
	if isNull(value) || value[0] == '"' {
		return scan.Text(value)
	}
	return string(value)
}

func isNull(value []byte) bool { return value == nil || value[0] == 'n' }

func pageNumber(text string) (int, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n < 1 || n > math.MaxInt32 || n != math.Trunc(n) {
		return 0, errors.New("page is a whole number from 1 on")
	}
	return int(n), nil
}

// aroundPage is half of the bytes that a result can have around the text of a page. Each of
// them may take two bytes when quoted.
const aroundPage = 96

// page returns a page of an archived result after the hiding rules.
func (s *Session) page(ctx context.Context, c Call, a archive.Ask) (archive.Page, error) {
	s.server.mu.Lock()
	of, known := s.server.kept.Get(string(a.Handle))
	s.server.mu.Unlock()
	if c.owner != "" && of.owner == c.owner {
		c.by = of.by // the result has a key of its own
	}
	whole, err := s.server.archiveFor(c).Redeem(ctx, a.Handle)
	if errors.Is(err, archive.ErrStore) {
		return archive.Page{}, errStore
	} else if err != nil {
		return archive.Page{}, archive.ErrUnknown
	}
	if !known {
		was, _ := s.shared.Load().Recall(ctx, ofKept, string(a.Handle))
		of = askedBy(was).call
	}
	if whole, err = s.server.redact(ctx, of, whole); err != nil {
		return archive.Page{}, errHidden
	}
	if a.Query != "" && of.Tool != "" {
		o, _ := read(whole)
		shown, _ := s.server.eng.Audit(ctx, (&delivery{session: s, call: of, result: &o}).request())
		a.Shown = shown.Body
	}
	a.PageBytes = pageBytes(s.client().Budget())
	return a.Of(whole)
}

var (
	errHidden = errors.New("what is kept cannot be shown any more")
	errStore  = errors.New("what is kept cannot be read now: ask again later")
)

// pageBytes is how long pages are for a client that takes so much.
func pageBytes(most profiles.Budget) int {
	n := archive.PageBytes
	if most.MaxTokens > 0 {
		n = min(n, 2*most.MaxTokens)
	}
	if most.MaxBytes > 0 {
		n = min(n, max(most.MaxBytes/2-aroundPage, 1))
	}
	return n
}

// retrieveResource answers resources/read of an archived result: with it, or with an error (MCP).
// ok is false for any other URI, as in [Session.retrieve].
func (x *Exchange) retrieveResource(ctx context.Context, request *object, uri string) (reply []byte, ok bool) {
	handle, isOurs := strings.CutPrefix(uri, resourceURI)
	if !isOurs || x.session.server.eng.Archive() == nil {
		return nil, false
	}
	page, err := x.pageAt(ctx, handle)
	if errors.Is(err, errStore) {
		return failed(request, -32603, err.Error()), x.session.tools.offers()
	} else if err != nil {
		return failed(request, -32002, "Resource not found"), x.session.tools.offers()
	}
	part := func(kind string, text []byte) []byte {
		out := append(scan.AppendQuote([]byte(`{"uri":`), []byte(uri)), `,"mimeType":"`+kind+`","text":`...)
		return append(scan.AppendQuote(out, text), '}')
	}
	parts := [][]byte{part("application/json", page.Text)}
	if page.Pages > 1 { // each is no document by itself
		parts = [][]byte{part("text/plain", []byte(page.Head)), part("text/plain", page.Text)}
	}
	return answer(request, append(append([]byte(`{"contents":`), listOf(parts)...), '}')), true
}

// pageAt is the page that the end of a URI names.
func (x *Exchange) pageAt(ctx context.Context, end string) (page archive.Page, err error) {
	handle, query, _ := strings.Cut(end, "?")
	asked, err := url.ParseQuery(query)
	if err != nil {
		return page, err
	}
	ask := archive.Ask{Handle: archive.Handle(handle), Path: asked.Get("path")}
	if asked.Has("page") {
		if ask.Page, err = pageNumber(asked.Get("page")); err != nil {
			return page, err
		}
	}
	return x.session.page(ctx, x.owned(Call{}), ask)
}

// templates adds the template of archived results to the last page of the resource templates.
// It does so if the client was offered the tool.
func (r *reply) templates(ctx context.Context, o *object) []byte {
	return withLast(r.protected(ctx, o), "resourceTemplates", func() [][]byte {
		if !r.session.tools.offers() {
			return nil
		}
		return [][]byte{retrieveTemplate}
	})
}

// withLast adds more things to the last page of a list.
func withLast(o *object, name string, more func() [][]byte) []byte {
	at, listed := o.span(name)
	if !listed || o.said("nextCursor") != "" {
		return o.text
	}
	things := more()
	if len(things) == 0 {
		return o.text
	}
	list := o.value(name)
	with := append([]byte(nil), list[:len(list)-1]...)
	if !scan.IsEmpty(list, 0) {
		with = append(with, ',')
	}
	return edits{{Span: at, With: append(with, listOf(things)[len("["):]...)}}.of(o.text)
}
