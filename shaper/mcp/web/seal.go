package web

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"net/http"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/remote"
)

// eventIDs replaces ids of events that may hold text. It encrypts an id under the first key of
// this proxy and its replicas, so that none of them stores ids. A client that resumes a stream
// sends the replacement back, and the server gets its own id.
type eventIDs []cipher.AEAD

const (
	sealPrefix = "shape-"
	longestID  = 4 << 10 // bytes of an id that is replaced; an event loses a longer one
)

// newEventIDs returns the ids under keys.
func newEventIDs(keys []archive.Key) (e eventIDs) {
	for _, key := range keys {
		block, _ := aes.NewCipher(key[:])
		seal, _ := cipher.NewGCMWithRandomNonce(block)
		e = append(e, seal)
	}
	return e
}

// shown returns the id that the client gets: the id itself if it is a short token, and ""
// for one that is too long.
func (e eventIDs) shown(id string) string {
	switch {
	case id == "" || isEventID(id):
		return id
	case len(id) > longestID:
		return ""
	}
	return sealPrefix + base64.RawURLEncoding.EncodeToString(e[0].Seal(nil, nil, []byte(id), nil))
}

// open returns the server's id of one that the client sent.
func (e eventIDs) open(id string) string {
	text, isSealed := strings.CutPrefix(id, sealPrefix)
	if !isSealed {
		return id
	}
	sealed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return id
	}
	for _, key := range e {
		if own, err := key.Open(nil, nil, sealed, nil); err == nil {
			return string(own)
		}
	}
	return id
}

// openIn puts the server's id in the place of the one that a client resumes a stream after.
func (e eventIDs) openIn(header http.Header) {
	if id := header.Get(remote.LastEventHeader); id != "" {
		header.Set(remote.LastEventHeader, e.open(id))
	}
}

// isEventID reports whether an id is a short token, with the letters of base64.
func isEventID(id string) bool {
	word := strings.TrimRight(id, "=")
	return word != "" && len(id) <= longestToken && !hasOther(word, tokenLetters+"~+/")
}
