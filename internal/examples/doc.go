// Package examples holds handlers of tools as a server's author would write them,
// in the style of the source documents and with nothing but the public packages.
// Its tests run each, and hold the answer to the contract.
package examples

import "encoding/json"

// Handler answers a call of a tool. Its error is that of the program, not of the
// call: an answer that would break the contract.
type Handler func(arguments json.RawMessage) ([]byte, error)
