package mcp

import (
	"context"
	"slices"
	"strconv"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/definitions"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/exempt"
)

// told is a tool as clients see it, under one generation of the configuration.
type told struct {
	name   string
	given  []byte // the tool as the server describes it
	served []byte // as the client sees it; given itself if nothing changes, nil if the tool is denied
	whole  []byte // served before the key tools shortened it
	short  bool   // served shows less of a description or an input schema than whole
	view   *shaper.View
	schema *shaper.Schema // that is advertised; nil is none
	data   bool           // a program reads structuredContent: the client shows the view of the tool
	caller []string       // the choices that a caller may make and is told of
	text   string
	note   string // the member of structuredContent for a note; "" is none
}

// Tool returns the client's version of a Tool object of tools/list, and remembers it. Later
// results keep to it. It returns nil for a tool that the configuration denies. In a value that
// is no tool, privacy and tiers act on all members.
func (s *Session) Tool(tool []byte) []byte {
	o, ok := read(tool)
	name := o.said("name")
	if !ok || o.twice || name == "" {
		return s.server.protect(context.Background(), exempt.Strict, tool)
	}
	t := s.server.tell(name, &o, s.tools.showsViews())
	s.tools.add(t)
	if t.served != nil {
		s.server.labels(name)
	}
	return t.served
}

// mostTold bounds the tools that are remembered for all clients.
const mostTold = 1 << 12

// tell returns the client's version of a tool, cached. views tells that the client shows
// views.
func (s *Server) tell(name string, o *object, views bool) *told {
	data := views && hasView(o)
	key := s.Name() + "\x00" + strconv.FormatBool(data) + "\x00" + string(o.text)
	s.mu.Lock()
	known := s.told[key]
	s.mu.Unlock()
	if known != nil && known.isCurrent(s) {
		return known
	}
	t := s.newTold(name, o, data)
	s.mu.Lock()
	defer s.mu.Unlock()
	if by := s.eng.Profiles(); len(s.told) >= mostTold || s.toldUnder != by {
		clear(s.told) // lists are asked for seldom, and a plan holds its whole configuration
		s.toldUnder = by
	}
	s.told[key] = t
	return t
}

// isCurrent reports whether t was made under the current configuration.
func (t *told) isCurrent(s *Server) bool { return t.view != nil && t.view.IsOf(s.eng.Profiles()) }

func (s *Server) newTold(name string, o *object, data bool) *told {
	t := &told{name: name, given: slices.Clone(o.text), data: data}
	definition := s.eng.Profiles().Lists().Definition(s.Name(), name)
	if definition.Denied {
		return t
	}
	t.served, t.whole = t.given, t.given
	var err error
	if t.view, err = s.eng.View(shaper.Request{Server: s.Name(), Tool: name, Dialect: "mcp", AsData: t.data, Transit: true}); err != nil {
		if s.closedBy() != nil {
			t.served = s.protect(context.Background(), exempt.Of("tool"), bare(o))
		}
		return t // and so will be the error of each call
	}
	t.served = s.protect(context.Background(), exempt.Of("tool"), t.given)
	if !same(t.served, t.given) {
		protected, _ := read(t.served)
		o = &protected
	}
	mode := ""
	mode, t.text = t.view.Delivery()
	t.choices(o)
	t.advertise(s, o, mode)
	t.serve(o, mode)
	if s.mayCut(t) {
		t.makeRoom()
	}
	t.whole = t.served
	t.served, t.short = definitions.Shorten(t.whole, definition)
	return t
}

// advertise narrows the output schema. A protected schema gives up only values that a hiding
// rule removes; comfort rules that would break it step back.
func (t *told) advertise(s *Server, o *object, mode string) {
	given := o.value("outputSchema")
	if given == nil || mode == "drop" {
		return
	}
	view := t.view
	if mode == "protect" {
		var err error
		view, err = s.eng.View(shaper.Request{Server: s.Name(), Tool: t.name, Dialect: "mcp", HidingOnly: true, Transit: true})
		if err != nil {
			return
		}
	}
	if schema, err := view.Schema(given); err == nil {
		t.schema = schema
	}
}

// serve writes the tool as the client sees it.
func (t *told) serve(o *object, mode string) {
	var changes edits
	if at, ok := o.span("outputSchema"); ok && t.schema != nil {
		changes.replace(o.text, at, unlessSame(o.text[at.Start:at.End], t.schema.Text))
	}
	if at, ok := o.span("inputSchema"); ok && len(t.caller) > 0 {
		changes.replace(o.text, at, t.withChoices(o.value("inputSchema")))
	}
	t.served = changes.of(t.served)
	if mode == "drop" && o.has("outputSchema") {
		now, _ := read(t.served)
		t.served = now.without(func(name string) bool { return name == "outputSchema" })
	}
}

// unlessSame returns the text before a change, if no more than white space has changed.
func unlessSame(before, after []byte) []byte {
	if scan.SameTokens(after, before) {
		return before
	}
	return after
}

// Arguments for the choices of a caller.
const (
	fieldsArgument  = "_fields"
	modeArgument    = "_mode"
	profileArgument = "_profile"
)

var argumentOf = map[string]string{"fields": fieldsArgument, "mode": modeArgument, "profile": profileArgument}

// choices records the choices of a caller whose argument the tool itself does not have.
func (t *told) choices(o *object) {
	input := o.inner("inputSchema")
	own := input.inner("properties")
	for _, choice := range t.view.Caller() {
		if !own.has(argumentOf[choice]) && (choice != "mode" || len(t.view.ModeNames()) > 0) {
			t.caller = append(t.caller, choice)
		}
	}
}

// withChoices returns an input schema with the arguments for the caller's choices.
func (t *told) withChoices(schema []byte) []byte {
	o, ok := read(schema)
	if !ok {
		return schema
	}
	own := o.inner("properties")
	var more []member
	for _, choice := range t.caller {
		more = append(more, member{argumentOf[choice], t.describe(choice)})
	}
	properties := own.without(func(string) bool { return false }, more...)
	if at, ok := o.span("properties"); ok {
		return edits{{Span: at, With: properties}}.of(schema)
	}
	return o.without(func(string) bool { return false }, member{"properties", properties})
}

// describe returns the schema of a choice's argument.
func (t *told) describe(choice string) []byte {
	switch choice {
	case "fields":
		return []byte(`{"type":"array","items":{"type":"string"},"minItems":1,"description":"Only these fields of the result: names or paths such as rows.id."}`)
	case "mode":
		return oneOf(t.view.ModeNames(), "How much of each item of the result.")
	}
	return oneOf(t.view.ProfileNames(), "How much of the result.")
}

func oneOf(names []string, description string) []byte {
	out := []byte(`{"type":"string","enum":[`)
	for i, name := range names {
		if i > 0 {
			out = append(out, ',')
		}
		out = scan.AppendQuote(out, []byte(name))
	}
	out = append(out, `],"description":`...)
	return append(scan.AppendQuote(out, []byte(description)), '}')
}
