package mcp

import (
	"maps"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Adopt takes over the unanswered requests of another stream. The client may ask for their
// answers on this one, as in Streamable HTTP after an interrupted stream (MCP 2025-11-25,
// transports).
func (x *Exchange) Adopt(other *Exchange) {
	for key, a := range other.pending.takeAll() {
		x.pending.put(key, a)
	}
}

// Lost returns error responses to all unanswered requests, once no answer can come: a message,
// a batch, or nil. fault states the cause. A request that only listens gets no response.
func (x *Exchange) Lost(fault string) []byte {
	var all [][]byte
	lost := x.pending.takeAll()
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

// idOf is the id whose key is given, as it is written.
func idOf(key string) []byte {
	if key[0] == '"' {
		return scan.AppendQuote(nil, []byte(key[1:]))
	}
	return []byte(key)
}

// Failure returns the error response to a request. id is the raw id; null stands for a message
// without a readable id.
func Failure(id []byte, fault string) []byte {
	out := append([]byte(`{"jsonrpc":"2.0","id":`), id...)
	out = append(out, `,"error":{"code":-32603,"message":`...)
	return append(scan.AppendQuote(out, []byte(fault)), "}}"...)
}
