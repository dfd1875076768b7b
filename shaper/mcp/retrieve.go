package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// Where the engine has an archive, a model gets back what was left out of a result by a
// tool of shape's own and by resources, which no server sees. Rules that hide something
// act on what is given back as they are now, not as they were.

// RetrieveTool is the name of that tool. A server's own tool of the name keeps it.
const RetrieveTool = "shape_retrieve"

// resourceURI begins the URIs of what is kept; the handle is behind it.
const resourceURI = "shape://archive/"

// mostKept bounds the calls that are remembered for what is kept of their results. Of one
// that was forgotten everything goes that is hidden of any tool.
const mostKept = 1 << 12

var retrieveTool = []byte(`{"name":"` + RetrieveTool + `","description":"Gives back what was left out of an earlier result. The result says its handle.",` +
	`"inputSchema":{"type":"object","properties":{` +
	`"handle":{"type":"string"},` +
	`"path":{"type":"string","description":"JSON Pointer to a part of the result, such as /structuredContent/rows/7; goes on inside texts that hold JSON"},` +
	`"page":{"type":"integer","minimum":1}},"required":["handle"]},"annotations":{"readOnlyHint":true,"openWorldHint":false}}`)

var retrieveTemplate = []byte(`{"uriTemplate":"` + resourceURI + `{handle}{?path,page}","name":"` + RetrieveTool + `","description":"What was left out of an earlier result, by its handle.","mimeType":"application/json"}`)

// BelongsTo says who the client is, by what others cannot know: kind is what kind of
// thing that is, such as an authorization. What is kept of its results is given back to
// nobody else. Without it all clients of the engine are one.
func (s *Session) BelongsTo(kind, secret string) {
	by := s.keyOf(kind, secret)
	s.mu.Lock()
	s.producer = by
	s.mu.Unlock()
}

// BelongsTo is [Session.BelongsTo] for the calls of one stream.
func (x *Exchange) BelongsTo(kind, secret string) { x.by = x.session.keyOf(kind, secret) }

func (s *Session) keyOf(kind, secret string) *archive.Key {
	desk := s.server.eng.Archive()
	if desk == nil {
		return nil
	}
	return new(desk.Key.For(kind, secret))
}

// desk is where what is left out of the result of a call is kept, nil where nothing is.
func (s *Session) desk(c Call) *archive.Desk {
	s.mu.Lock()
	by := cmp.Or(c.by, s.producer)
	s.mu.Unlock()
	desk := s.server.eng.Archive()
	if desk == nil || by == nil {
		return desk
	}
	return &archive.Desk{Store: desk.Store, Key: *by}
}

// keeps notes of which call a result is kept.
func (s *Server) keeps(h archive.Handle, c Call) {
	if h == "" {
		return
	}
	s.mu.Lock()
	s.kept.put(string(h), c)
	s.mu.Unlock()
}

// mayCut reports whether something may be left out of a result of a tool, and kept.
func (s *Server) mayCut(t *told) bool {
	desk := s.eng.Archive()
	return desk != nil && desk.IsOpen() && t.view != nil && (t.view.Cuts() || s.eng.Profiles().LimitsClients())
}

// Offer is the Tool by which a model gets back what was left out, for the end of the list
// of tools that the client is told; nil where nothing can be, or the server has a tool of
// that name.
func (s *Session) Offer() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.offered = !s.taken && slices.ContainsFunc(slices.Collect(maps.Values(s.told)), s.server.mayCut)
	if !s.offered {
		return nil
	}
	return retrieveTool
}

// retrieveTool is the name of the tool that the client was told of, "" where it was not.
func (s *Session) retrieveTool() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.offered {
		return ""
	}
	return RetrieveTool
}

// Retrieve answers a call of [RetrieveTool]. It is not ok where the call is one of another
// tool, or of the server's own: a client that was told of no such tool calls that, unless
// what it asks for is there.
func (s *Session) Retrieve(ctx context.Context, c Call, arguments []byte) (result []byte, ok bool) {
	if c.Tool != RetrieveTool || s.server.eng.Archive() == nil {
		return nil, false
	}
	w := s.watch("tools/call", c)
	page, err := s.page(ctx, c, askOf(arguments))
	switch {
	case s.retrieveTool() == "" && err != nil:
		return nil, false
	case err != nil:
		result = toolresult.Error(strings.TrimPrefix(err.Error(), "archive: "))
		return w.ends(result, result), true
	}
	blocks := textBlock(page.Text)
	if page.Pages > 1 {
		more := fmt.Sprintf("page %d of %d", page.Number, page.Pages)
		blocks = append(append(blocks, ','), textBlock([]byte(more))...)
	}
	result = append(append([]byte(`{"content":[`), blocks...), `]}`...)
	return w.ends(result, result), true
}

func textBlock(text []byte) []byte {
	return append(scan.AppendQuote([]byte(`{"type":"text","text":`), text), '}')
}

// askOf is what arguments ask for.
func askOf(arguments []byte) archive.Ask {
	o, _ := read(arguments)
	page, err := strconv.Atoi(string(o.value("page")))
	if err != nil && o.has("page") {
		page = -1 // there is none such
	}
	return archive.Ask{Handle: archive.Handle(o.said("handle")), Path: o.said("path"), Page: page}
}

// page is a page of what is kept, without what must not be seen.
func (s *Session) page(ctx context.Context, c Call, a archive.Ask) (archive.Page, error) {
	whole, err := s.desk(c).Redeem(ctx, a.Handle)
	if err != nil {
		return archive.Page{}, archive.ErrUnknown
	}
	s.server.mu.Lock()
	of, _ := s.server.kept.get(string(a.Handle))
	s.server.mu.Unlock()
	if whole, err = s.Obey(ctx, of, whole); err != nil {
		return archive.Page{}, errHidden
	}
	if most := s.client().Budget(); most.IsThere() {
		a.PageBytes = smallest(archive.PageBytes, 2*most.MaxTokens, most.MaxBytes/2)
	}
	return a.Of(whole)
}

var errHidden = errors.New("what is kept cannot be shown any more")

// smallest is the smallest of some numbers above 0.
func smallest(most int, others ...int) int {
	for _, n := range others {
		if n > 0 {
			most = min(most, n)
		}
	}
	return most
}

// retrieveResource answers resources/read of what is kept. It is not ok where the URI is
// of something else.
func (x *Exchange) retrieveResource(ctx context.Context, uri string) (result []byte, ok bool) {
	handle, isOurs := strings.CutPrefix(uri, resourceURI)
	s := x.session
	if !isOurs || s.server.eng.Archive() == nil {
		return nil, false
	}
	handle, query, _ := strings.Cut(handle, "?")
	asked, _ := url.ParseQuery(query) // what is wrong asks for nothing
	n, _ := strconv.Atoi(asked.Get("page"))
	page, err := s.page(ctx, Call{by: x.by}, archive.Ask{Handle: archive.Handle(handle), Path: asked.Get("path"), Page: n})
	if err != nil {
		return nil, true
	}
	out := scan.AppendQuote([]byte(`{"contents":[{"uri":`), []byte(uri))
	out = append(out, `,"mimeType":"application/json","text":`...)
	return append(scan.AppendQuote(out, page.Text), `}]}`...), true
}

// templates adds that of what is kept to the last page of the resource templates, where
// the client is told of the tool.
func (x *Exchange) templates(_ context.Context, _ asked, o *object) []byte {
	return x.listed(o, "resourceTemplates", func() []byte {
		if x.session.retrieveTool() == "" {
			return nil
		}
		return retrieveTemplate
	})
}

// listed adds one more thing to the last page of a list.
func (x *Exchange) listed(o *object, name string, more func() []byte) []byte {
	at, listed := o.span(name)
	if !listed || o.has("nextCursor") {
		return o.text
	}
	thing := more()
	if thing == nil {
		return o.text
	}
	list := o.value(name)
	with := append([]byte(nil), list[:len(list)-1]...)
	if !scan.IsEmpty(list, 0) {
		with = append(with, ',')
	}
	return edits{{at, append(append(with, thing...), ']')}}.of(o.text)
}

// makeRoom notes whether structuredContent may say where all of a result can be had: where
// the client is told no schema of it, and else by one more member in the schema. What a
// program reads says nothing but its own.
func (t *told) makeRoom() {
	o, _ := read(t.served)
	at, given := o.span("outputSchema")
	if t.noted = !given && !t.data; !given || t.data {
		return
	}
	schema := o.inner("outputSchema")
	if roomy := withNote(&schema); roomy != nil {
		t.served, t.noted = edits{{at, roomy}}.of(t.served), true
	}
}

// noteMember is the schema of the member.
var noteMember = []byte(`{"type":"string","description":"Where all of the result can be had, if parts were left out."}`)

// withNote is a schema of an object with one more member; nil where nobody can be sure
// that this is all that it then allows.
func withNote(o *object) []byte {
	properties, ok := o.span("properties")
	for _, m := range o.members {
		switch m.Name {
		case "type", "properties", "required", "additionalProperties", "title", "description", "$schema", "$defs", "definitions":
		default:
			return nil
		}
	}
	own := o.inner("properties")
	if !ok || o.said("type") != "object" || own.members == nil && !scan.IsEmpty(own.text, 0) || own.has(toolresult.MetaKey) {
		return nil
	}
	return edits{{properties, own.without(func(string) bool { return false }, member{toolresult.MetaKey, noteMember})}}.of(o.text)
}
