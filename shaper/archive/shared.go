package archive

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// ErrStore is wrapped by the errors of a shared store that does not work. The document may be
// there: a later Redeem can succeed.
var ErrStore = errors.New("archive: the store failed")

// shared is a store that other machines reach. It seals each document under the key of its
// producer, and gives it a name of that key. So the backend learns only sizes and times: a
// handle opens the document of a client without a secret.
type shared struct {
	backend Store
	limits  Limits
	warn    func(error) // nil for none
	now     func() time.Time

	mutex  sync.Mutex
	warned time.Time
}

// warnPause is the time between two warnings of a store.
const warnPause = time.Minute

func (s *shared) keep(ctx context.Context, key Key, h Handle, document []byte) error {
	if err := s.limits.admit(ctx, h, int64(len(document))); err != nil {
		return err
	}
	return s.fault(ctx, s.backend.Put(ctx, key.name(h), key.seal(h, document)))
}

func (s *shared) redeem(ctx context.Context, d Archive, h Handle) ([]byte, error) {
	for _, key := range d.Keys() {
		document, err := s.get(ctx, key, h)
		switch {
		case err == nil && (d.isBlind || key.handle(document) == h):
			return document, nil
		case err != nil && !errors.Is(err, ErrUnknown):
			return nil, err
		}
	}
	return nil, ErrUnknown
}

// get returns a document or state that was kept with a key. The error is that of
// [Archive.Redeem].
func (s *shared) get(ctx context.Context, key Key, h Handle) ([]byte, error) {
	value, err := s.backend.Get(ctx, key.name(h))
	if errors.Is(err, ErrUnknown) {
		return nil, ErrUnknown
	}
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	document, ok := key.open(h, value)
	if !ok {
		return nil, ErrUnknown
	}
	return document, nil
}

// fault returns an error of the backend as one that wraps ErrStore, and warns of it unless it
// did so in the last minute. The end of ctx is no fault.
func (s *shared) fault(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	}
	err = fmt.Errorf("%w: %w", ErrStore, err)
	s.mutex.Lock()
	now := s.now()
	isDue := s.warn != nil && (s.warned.IsZero() || now.Sub(s.warned) >= warnPause)
	if isDue {
		s.warned = now
	}
	s.mutex.Unlock()
	if isDue {
		s.warn(err)
	}
	return err
}

// Put fails: only [Archive.Keep] has the key that seals a document.
func (s *shared) Put(context.Context, Handle, []byte) error {
	return errors.New("archive: a shared store takes documents from Archive.Keep alone")
}

// Get finds nothing: only [Archive.Redeem] has the key that opens a value.
func (s *shared) Get(context.Context, Handle) ([]byte, error) { return nil, ErrUnknown }

func (s *shared) Stat(ctx context.Context) (Stat, error) {
	stat, err := s.backend.Stat(ctx)
	stat.Bytes -= int64(stat.Documents) * sealBytes
	return stat, s.fault(ctx, err)
}

func (s *shared) Close() error { return s.backend.Close() }

// A sealed value is
//
//	version  1 byte: 1
//	key id   4 bytes of an HMAC of the handle under the key of the producer
//	nonce    12 bytes
//	sealed   the document under AES-256-GCM
//	tag      16 bytes
//
// Each document has an AES key of its own, derived from the key of its producer and its
// handle. The additional data are version, key id, handle and owner.
const (
	sealVersion = 1
	headBytes   = 1 + 4
	sealBytes   = headBytes + 12 + 16 // more than the document
)

// name returns the name of a document in the backend, in the form of a handle.
func (k Key) name(h Handle) Handle { return k.handleFor("name", string(h)) }

func (k Key) seal(h Handle, document []byte) []byte {
	head := k.head(h)
	value := append(make([]byte, 0, len(document)+sealBytes), head...)
	return k.aead(h).Seal(value, nil, document, k.bind(head, h))
}

// open returns the document in a sealed value. ok is false for a value of another key, another
// handle or another form.
func (k Key) open(h Handle, value []byte) (document []byte, ok bool) {
	head := k.head(h)
	sealed, isOurs := bytes.CutPrefix(value, head)
	if !isOurs {
		return nil, false
	}
	document, err := k.aead(h).Open(nil, nil, sealed, k.bind(head, h))
	return document, err == nil
}

func (k Key) head(h Handle) []byte {
	id := k.For("id", string(h))
	return append([]byte{sealVersion}, id[:headBytes-1]...)
}

// bind returns the additional data of a value.
func (k Key) bind(head []byte, h Handle) []byte {
	owner := k.For("owner", "")
	return slices.Concat(head, []byte(h), owner[:])
}

func (k Key) aead(h Handle) cipher.AEAD {
	key := k.For("seal", string(h))
	block, err := aes.NewCipher(key[:])
	if err != nil {
		panic(err) // not with 32 bytes
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err) // not with AES
	}
	return aead
}
