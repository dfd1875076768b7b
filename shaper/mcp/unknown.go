package mcp

import (
	"crypto/rand"

	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

// BelongsToUnknown is [Exchange.BelongsTo] for an HTTP client without an authorization and
// without a session. Each result gets a random key, so the same result has another handle for
// every client, and no client can compute one. The handle is then the secret. It is valid for
// a client of the same name, such as its address. It is valid as long as the server remembers
// the result, at most until the process ends.
func (x *Exchange) BelongsToUnknown(name string) {
	if x.session.server.eng.Archive() == nil {
		return
	}
	x.by, x.owner = new(archive.Key), name
	rand.Read(x.by[:]) // never fails
}
