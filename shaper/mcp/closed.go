package mcp

import "fmt"

// While the configuration is closed ([profiles.Set.Closed]) its hiding rules are not known.
// No tool runs, and no content of the server is shown.

// closedBy is the fault of a configuration that is closed, nil if it answers.
func (s *Server) closedBy() error { return s.eng.Profiles().ClosedBy() }

// closedCall answers a tools/call while the configuration is closed. The server does not
// get the call: a tool that writes must not run if its result cannot be shown.
func (s *Session) closedCall(tool string) []byte {
	why := s.server.closedBy()
	if why == nil {
		return nil
	}
	return s.Refusal(Call{Tool: tool}, fmt.Errorf("%w\nCall it again after the configuration is mended; no restart is needed", why))
}

// bare is a tool by its name and its input schema alone.
func bare(o *object) []byte {
	return o.without(func(name string) bool { return name != "name" && name != "inputSchema" })
}

// emptyLists are the results of list methods while the configuration is closed.
var emptyLists = map[string]string{
	"resources/list": "resources", "resources/templates/list": "resourceTemplates", "prompts/list": "prompts", "tasks/list": "tasks",
}

// closedDoors are the methods whose doors show nothing while the configuration is closed,
// and those whose results hold no content.
var closedDoors = map[string]bool{
	"tools/list": true, "tools/call": true, "tasks/result": true, "initialize": true, "server/discover": true,
	"subscriptions/listen": true, "ping": true, "logging/setLevel": true, "resources/subscribe": true, "resources/unsubscribe": true,
}

// closedResponse is a response while the configuration is closed; nil means that its door
// handles it.
func (x *Exchange) closedResponse(o *object, a asked) []byte {
	why := x.session.server.closedBy()
	id := o.value("id")
	if why == nil || closedDoors[a.method] || !o.has("result") {
		return nil
	}
	name, isList := emptyLists[a.method]
	switch {
	case id == nil:
		id = []byte("null")
	case isList:
		result := o.inner("result")
		return response(id, result.without(func(name string) bool {
			return name != "resultType" && name != "ttlMs" && name != "cacheScope"
		}, member{name, []byte("[]")}))
	}
	return Failure(id, why.Error())
}

// closedNotice is a notification or a request of the server while the configuration is
// closed: its params show nothing but what the protocol needs to relate it to others.
func (x *Exchange) closedNotice(o *object) []byte {
	at, ok := o.span("params")
	if !ok || o.isAmbiguous("params") {
		return o.without(func(name string) bool { return name == "params" })
	}
	params := o.inner("params")
	var more []member
	if params.has("data") {
		more = []member{{"data", []byte(`"[withheld]"`)}}
	}
	kept := params.without(func(name string) bool { return !protocolParams[name] }, more...)
	return edits{{at, kept}}.of(o.text)
}

var protocolParams = map[string]bool{
	"requestId": true, "progressToken": true, "progress": true, "total": true, "taskId": true, "status": true, "level": true,
}
