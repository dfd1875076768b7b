// Package keyring keeps logins in the keyring of the system: Secret Service, macOS Keychain or
// Windows Credential Manager.
package keyring

import (
	"errors"

	"github.com/zalando/go-keyring"
)

// Store is a store in the keyring of the user.
type Store struct{}

const service = "shape"

var errUnusable = errors.New("the keyring of the system cannot be used; --token-store file keeps it in a file")

// Get returns the secret of a server, or "" if there is none.
func (Store) Get(server string) (string, error) {
	secret, err := keyring.Get(service, server)
	return secret, fault(err)
}

// Set stores the secret of a server.
func (Store) Set(server, secret string) error { return fault(keyring.Set(service, server, secret)) }

// Delete removes the secret of a server, if there is one.
func (Store) Delete(server string) error { return fault(keyring.Delete(service, server)) }

// fault returns an error without the words of the system.
func fault(err error) error {
	if err == nil || errors.Is(err, keyring.ErrNotFound) {
		return nil
	}
	return errUnusable
}
