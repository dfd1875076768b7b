// Package examples holds handlers of tools as a server's author would write them,
// in the style of the source documents and with nothing but the public packages.
// Its tests run each, and hold the answer to the contract.
//
// The examples show more handlers with their answers in full, and go on from
// there: a list in pages and a feature that is switched off (listing_test.go), an
// archive of what was cut off, and digests of sources (research_test.go), a scan
// shaped under a profile that the program brings along (codescalpel_test.go),
// results that the engine narrows to a mode and to fields (search_test.go), and
// the same behind other contracts: converted, and over JSON-RPC (gateway_test.go).
package examples

import "encoding/json"

// Handler answers a call of a tool. Its error is that of the program, not of the
// call: an answer that would break the contract.
type Handler func(arguments json.RawMessage) ([]byte, error)
