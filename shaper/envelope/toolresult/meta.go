package toolresult

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// reserved are the keys in the _meta of some values that belong to the protocol.
func reserved(of ...string) []envelope.Reserved {
	var all []envelope.Reserved
	for _, path := range of {
		if path != "" {
			path += "."
		}
		all = append(all, envelope.Reserved{Of: path + "_meta", Has: isReserved})
	}
	return all
}

// isReserved reports whether a key of _meta belongs to the protocol: one that the
// specification names, or any behind a prefix, com.mcp.tools/ for one, whose second
// label is mcp or modelcontextprotocol.
func isReserved(key []byte) bool {
	prefix, _, prefixed := bytes.Cut(key, []byte("/"))
	if !prefixed {
		switch string(key) {
		case "progressToken", "traceparent", "tracestate", "baggage":
			return true
		}
		return false
	}
	_, labels, _ := bytes.Cut(prefix, []byte("."))
	second, _, _ := bytes.Cut(labels, []byte("."))
	return string(second) == "mcp" || string(second) == "modelcontextprotocol"
}
