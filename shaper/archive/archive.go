// Package archive keeps the full results that responses were cut from, and returns them to
// their producer.
//
// A [Store] maps handles to documents. An [Archive] is a store with the [Key] of one producer.
// It makes its handles with that key, so a handle of another producer opens no document.
//
// A [Handle] is the first 80 bits of an HMAC of the document's hash under that key. At 10,000
// guesses a second for 30 days against 2^20 documents, a guess succeeds with a chance below
// 2^-25.
//
// A store that other machines reach is a shared store ([Register]). It gets sealed values: no
// document, no name and no hash of a text is in it.
//
// shaper/envelope/RULES.md lists the rules that it cites.
package archive

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Store keeps documents by their handles. It is safe for concurrent use.
type Store interface {
	// Put keeps a document under a handle until it is too old, or others need its
	// room. When it returns without an error a Get finds all of the document, in
	// every process that shares the store.
	Put(ctx context.Context, h Handle, document []byte) error
	// Get returns the document under a handle: all of it, or ErrUnknown.
	Get(ctx context.Context, h Handle) ([]byte, error)
	// Stat tells how much is kept.
	Stat(ctx context.Context) (Stat, error)
	// Close releases the resources of the store. Documents on disk stay.
	Close() error
}

// Stat tells how much a store holds.
type Stat struct {
	Documents int
	Bytes     int64
}

// ErrUnknown is the only error for a handle without a document. The handle is malformed, was
// never made, has expired, or belongs to another producer.
var ErrUnknown = errors.New("archive: no result under this handle (unknown, expired, or another client's)")

// Handle names a document that is kept: 16 letters and digits in lower case. It is short,
// since a model reads and repeats it.
type Handle string

// A handle has 80 bits. A guess redeems only documents of the guesser's own key, and a wrong
// guess costs one read of the disk. Suppose 10,000 guesses a second for 30 days, 2^34.6 in all,
// and 2^20 documents. The chance of one hit is 2^(34.6+20-80), less than one in ten million. The
// chance that two of 2^20 documents of one key get the same handle is 2^(39-80).
const (
	handleBytes  = 10 // 80 bits
	handleLength = 16 // characters of base32 for 80 bits
)

var alphabet = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// IsValid reports whether h has the form of a handle made by a key.
func (h Handle) IsValid() bool {
	if len(h) != handleLength {
		return false
	}
	raw, err := alphabet.DecodeString(string(h))
	return err == nil && len(raw) == handleBytes && alphabet.EncodeToString(raw) == string(h)
}

// Key is the secret of a producer.
type Key [sha256.Size]byte

// For derives the key of a client from a name, such as an authorization header or a session.
// The name may be a secret. kind separates names of different kinds.
func (k Key) For(kind, name string) Key {
	mac := hmac.New(sha256.New, k[:])
	mac.Write(slices.Concat([]byte(kind), []byte{0}, []byte(name)))
	return Key(mac.Sum(nil))
}

// handle is that of a document: an HMAC of its hash under the key.
func (k Key) handle(document []byte) Handle {
	hash := sha256.Sum256(document)
	return k.handleFor("document", string(hash[:]))
}

// handleFor returns the handle of a name. kind separates names of different kinds.
func (k Key) handleFor(kind, name string) Handle {
	sum := k.For(kind, name)
	return Handle(alphabet.EncodeToString(sum[:handleBytes]))
}

// randomHandle returns a handle that no key makes.
func randomHandle() Handle {
	var raw [handleBytes]byte
	rand.Read(raw[:]) // never fails
	return Handle(alphabet.EncodeToString(raw[:]))
}

// Hash returns "sha256:" and the 64 hexadecimal digits of the document's hash. A reader can
// compute it to check a document (seed 000; RULES R27 and R30).
func Hash(document []byte) string {
	return words.SHA256(document)
}

// Archive is a store as one producer sees it.
type Archive struct {
	Store Store
	Key   Key

	former  []Key // the producer's keys that redeem, and make no handle
	isBlind bool  // handles are random
}

// Keys returns the keys that redeem, the one that makes handles first.
func (d Archive) Keys() []Key { return append([]Key{d.Key}, d.former...) }

// For returns the archive of a client: see [Key.For].
func (d Archive) For(kind, name string) Archive {
	keys := d.Keys()
	for i, k := range keys {
		keys[i] = k.For(kind, name)
	}
	d.Key, d.former = keys[0], keys[1:]
	return d
}

// ForUnknown returns an archive for clients that have no secret. The same document gets another
// handle each time, and no client can compute one: the handle is the secret. In a shared store
// it is valid for every client of that name, such as an address. In another store it is valid
// for the returned value alone.
func (d Archive) ForUnknown(name string) Archive {
	if d.IsShared() {
		d = d.For("unknown", name)
		d.isBlind = true
		return d
	}
	rand.Read(d.Key[:]) // never fails
	return d
}

// Keep keeps a document, and returns its handle. The same document has the same handle, except
// in an archive of [Archive.ForUnknown].
func (d Archive) Keep(ctx context.Context, document []byte) (Handle, error) {
	h := d.Key.handle(document)
	if d.isBlind {
		h = randomHandle()
	}
	var err error
	if s, isShared := d.Store.(*shared); isShared {
		err = s.keep(ctx, d.Key, h, document)
	} else {
		err = d.Store.Put(ctx, h, document)
	}
	if err != nil {
		return "", err
	}
	return h, nil
}

// Redeem returns the document under a handle of this producer, or ErrUnknown. A shared store
// that cannot be read is an error that wraps ErrStore.
func (d Archive) Redeem(ctx context.Context, h Handle) ([]byte, error) {
	if !h.IsValid() {
		return nil, ErrUnknown
	}
	if s, isShared := d.Store.(*shared); isShared {
		return s.redeem(ctx, d, h)
	}
	document, err := d.Store.Get(ctx, h)
	if err != nil {
		return nil, err
	}
	if d.Key.handle(document) != h {
		return nil, ErrUnknown
	}
	return document, nil
}
