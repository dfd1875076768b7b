package mcp

import (
	"context"
	"fmt"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/exempt"
)

// While the configuration is closed ([profiles.Set.Closed]) its hiding rules are not known.
// No tool runs, and no content of the server is shown.

// closedBy is the fault of a configuration that is closed, nil if it answers.
func (s *Server) closedBy() error { return s.eng.Profiles().ClosedBy() }

// closed returns the error of a call while the configuration is closed, nil if it answers.
func (s *Session) closed() error {
	why := s.server.closedBy()
	if why == nil {
		return nil
	}
	return fmt.Errorf("%w\nCall it again after the configuration is mended; no restart is needed", why)
}

// bareTools returns a list without the elements that are no tools; those would pass unchanged.
func bareTools(list []byte) []byte {
	var all [][]byte
	for _, at := range elements(list) {
		if o, ok := read(list[at.Start:at.End]); ok && !o.twice && o.said("name") != "" {
			all = append(all, list[at.Start:at.End])
		}
	}
	if all == nil {
		return []byte("[]")
	}
	return listOf(all)
}

// bare is a tool by its name and its input schema alone.
func bare(o *object) []byte {
	return o.without(func(name string) bool { return name != "name" && name != "inputSchema" })
}

// emptyLists are the results of list methods while the configuration is closed.
var emptyLists = map[string]string{
	"resources/list": "resources", "resources/templates/list": "resourceTemplates", "prompts/list": "prompts", "tasks/list": "tasks",
}

// closedHandlers are the methods whose handlers show nothing while the configuration is closed.
var closedHandlers = map[string]bool{
	"tools/call": true, "tasks/result": true, "initialize": true, "server/discover": true, "subscriptions/listen": true,
}

// emptyResults are the methods whose results hold nothing that a client needs.
var emptyResults = map[string]bool{
	"ping": true, "logging/setLevel": true, "resources/subscribe": true, "resources/unsubscribe": true,
}

// isOfProtocol reports whether a member of any result is the protocol's own.
func isOfProtocol(name string) bool {
	return name == "resultType" || name == "ttlMs" || name == "cacheScope"
}

// closedResponse is a response while the configuration is closed; nil leaves it to its
// handler.
func (r *reply) closedResponse(ctx context.Context, o *object) []byte {
	why := r.session.server.closedBy()
	id := o.value("id")
	if why == nil || closedHandlers[r.request.method] || !o.has("result") {
		return nil
	}
	if id == nil || scan.IsOpener(id[0]) {
		id = []byte("null")
	}
	result := o.inner("result")
	name, isList := emptyLists[r.request.method]
	switch {
	case r.request.method == "tools/list" && result.has("tools") && !result.twice && !o.twice:
		tools := member{"tools", bareTools(result.value("tools"))}
		listed, _ := read(result.without(func(name string) bool { return name != "nextCursor" && !isOfProtocol(name) }, tools))
		return response(id, r.tools(ctx, &listed))
	case isList:
		return response(id, result.without(func(name string) bool { return !isOfProtocol(name) }, member{name, []byte("[]")}))
	case emptyResults[r.request.method]:
		return response(id, result.without(func(name string) bool { return !isOfProtocol(name) }))
	}
	return Failure(id, why.Error())
}

// closedNotice handles a notification or a request of the server while the configuration is
// closed. It shows only the members that relate it to other messages.
func (r *reply) closedNotice(ctx context.Context, o *object, method string) []byte {
	if o.isAmbiguous("params") {
		bare, _ := read(o.without(func(name string) bool { return name == "params" }))
		o = &bare
	}
	return r.asNotice(ctx, o, exempt.Params(method), func(_ *reply, _ context.Context, params *object) []byte {
		return params.without(func(name string) bool { return !protocolParams[name] })
	})
}

// protocolParams relate a message to others.
var protocolParams = map[string]bool{
	"requestId": true, "progressToken": true, "progress": true, "total": true, "taskId": true, "status": true, "level": true,
	"data": true, // [withheld]
}
