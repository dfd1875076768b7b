package mcp

import "bytes"

// ViewsExtension is the extension by which a client declares that it shows views of tools
// (MCP Apps). A tool names its view in _meta.ui.resourceUri.
const ViewsExtension = "io.modelcontextprotocol/ui"

// clientCapabilitiesKey is the key of _meta with the capabilities of a client (MCP
// 2026-07-28).
const clientCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

// ShowsViews records whether the client declared [ViewsExtension]. For such a client comfort
// rules leave structuredContent of a tool with a view alone. For others the tool's results are
// shaped like any. A list of tools from before stays valid for the client's results.
func (s *Session) ShowsViews(shows bool) {
	s.tools.mu.Lock()
	s.tools.views = shows
	s.tools.mu.Unlock()
}

// learnViews notes whether the capabilities of a request declare the extension.
func (s *Session) learnViews(method string, params, meta *object) {
	from, name := meta, clientCapabilitiesKey
	if method == "initialize" {
		from, name = params, "capabilities"
	}
	if !from.has(name) {
		return
	}
	capabilities := from.inner(name)
	extensions := capabilities.inner("extensions")
	s.ShowsViews(extensions.has(ViewsExtension))
}

// hasView reports whether a tool has a view.
func hasView(tool *object) bool {
	meta := tool.inner("_meta")
	ui := meta.inner("ui")
	return ui.said("resourceUri") != "" || meta.said("ui/resourceUri") != ""
}

// Varies reports whether a client that declared [ViewsExtension] is told otherwise of a Tool
// object of tools/list than another client. A list with such a tool must not be shared: its
// cacheScope is "private" (MCP 2026-07-28), never "public".
func (s *Session) Varies(tool []byte) bool {
	o, ok := read(tool)
	name := o.said("name")
	if !ok || o.twice || name == "" || !hasView(&o) {
		return false
	}
	shown, other := s.server.tell(name, &o, true), s.server.tell(name, &o, false)
	return !bytes.Equal(shown.served, other.served) || s.server.mayKeep(shown) != s.server.mayKeep(other)
}

// unshared returns a list of tools with cacheScope "private" in the place of "public" if the
// list varies among clients.
func (s *Session) unshared(list *object) []byte {
	at, ok := list.span("cacheScope")
	if !ok || list.said("cacheScope") != "public" {
		return list.text
	}
	tools := list.value("tools")
	for _, tool := range elements(tools) {
		if s.Varies(tools[tool.Start:tool.End]) {
			return edits{{Span: at, With: []byte(`"private"`)}}.of(list.text)
		}
	}
	return list.text
}
