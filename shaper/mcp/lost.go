package mcp

import (
	"fmt"
	"maps"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/lines"
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
	if len(all) == 1 {
		return all[0]
	}
	return listOf(all)
}

// idOf returns the id of a pending request by its key.
func idOf(key string) []byte {
	if key == anyID {
		return []byte("null")
	}
	return lines.OfKey(key)
}

// Failure returns the error response to a request. id is the raw id; null stands for a message
// without a readable id.
func Failure(id []byte, fault string) []byte { return failure(id, -32603, fault) }

func failure(id []byte, code int, fault string) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, id, code, scan.AppendQuote(nil, []byte(fault)))
}
