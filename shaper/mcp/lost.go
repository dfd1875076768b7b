package mcp

import (
	"maps"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Adopt takes over the requests of another stream that were not answered there: the
// client may ask for the answers on this one, as those of Streamable HTTP do after a
// stream was interrupted (MCP 2025-11-25, transports).
func (x *Exchange) Adopt(other *Exchange) {
	for key, a := range other.takeAll() {
		x.mu.Lock()
		x.pending.put(key, a)
		x.mu.Unlock()
	}
}

// Lost returns error responses to all requests that were not answered, where the answer
// cannot come any more: a message or a batch, nil where there are none. The fault says
// why. Nobody answers who only listens.
func (x *Exchange) Lost(fault string) []byte {
	var all [][]byte
	lost := x.takeAll()
	for _, key := range slices.Sorted(maps.Keys(lost)) {
		if lost[key].method != "subscriptions/listen" {
			all = append(all, Failure(idOf(key), fault))
		}
	}
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	return listOf(all)
}

// takeAll is all requests that wait, which wait no longer.
func (x *Exchange) takeAll() map[string]asked {
	x.mu.Lock()
	defer x.mu.Unlock()
	all := x.pending.by
	x.pending = newRecent[asked](mostPending)
	return all
}

// idOf is the id whose key is given, as it is written.
func idOf(key string) []byte {
	if key[0] == '"' {
		return scan.AppendQuote(nil, []byte(key[1:]))
	}
	return []byte(key)
}

// Failure is the error response to a request, whose id is given as it is written; null
// is that of a message that nobody can answer.
func Failure(id []byte, fault string) []byte {
	out := append([]byte(`{"jsonrpc":"2.0","id":`), id...)
	out = append(out, `,"error":{"code":-32603,"message":`...)
	return append(scan.AppendQuote(out, []byte(fault)), "}}"...)
}
