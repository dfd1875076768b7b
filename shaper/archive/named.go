package archive

import (
	"context"
	"errors"
)

// IsShared reports whether the store is one that other machines reach.
func (d Archive) IsShared() bool {
	_, isShared := d.Store.(*shared)
	return isShared
}

var errOwn = errors.New("archive: only a shared store keeps state")

// Save keeps state of a producer under a name, in the place of the one before. Every replica
// with the key of the producer loads it. Only a shared store takes it; its limits hold.
func (d Archive) Save(ctx context.Context, name string, state []byte) error {
	s, isShared := d.Store.(*shared)
	if !isShared {
		return errOwn
	}
	for _, key := range d.Keys() { // while keys change, each replica reads its own first one
		if err := s.keep(ctx, key, key.state(name), state); err != nil {
			return err
		}
	}
	return nil
}

// Load returns the state that was saved last under a name. The error is that of
// [Archive.Redeem].
func (d Archive) Load(ctx context.Context, name string) ([]byte, error) {
	s, isShared := d.Store.(*shared)
	if !isShared {
		return nil, errOwn
	}
	for _, key := range d.Keys() {
		state, err := s.get(ctx, key, key.state(name))
		if !errors.Is(err, ErrUnknown) {
			return state, err
		}
	}
	return nil, ErrUnknown
}

// state is the handle of state under a name. No document has it: see [Key.handle].
func (k Key) state(name string) Handle { return k.handleFor("state", name) }
