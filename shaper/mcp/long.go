package mcp

import "fmt"

// tooLong handles a message over the limit: it passes where nothing may be hidden in it.
// Else a response is an error, and anything else goes.
func (x *Exchange) tooLong(msg []byte) []byte {
	if !x.session.server.hides() {
		return msg
	}
	o, ok := read(msg)
	a, _ := x.waiting(&o)
	if !ok || !o.has("id") {
		return nil
	}
	fault := fmt.Sprintf("the response has more than %d bytes, and something may be hidden in it", x.session.server.limit)
	if a.method == "tools/call" || a.method == "tasks/result" {
		return answer(&o, refusalOf(a.call, fault))
	}
	out := append([]byte(`{"jsonrpc":"2.0","id":`), o.value("id")...)
	return append(out, `,"error":{"code":-32603,"message":"`+fault+`"}}`...)
}
