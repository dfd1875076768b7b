package keyring

import (
	"errors"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"
)

// A secret is stored and removed. A missing one is no error, and an error has no words of the
// keyring.
func TestStore(t *testing.T) {
	keyring.MockInit()
	var s Store
	if err := errors.Join(s.Delete("a"), s.Set("a", "secret")); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Get("a"); got != "secret" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if err := s.Delete("a"); err != nil {
		t.Error(err)
	}
	if got, err := s.Get("a"); got != "" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	keyring.MockInitWithError(errors.New("words with secret"))
	if _, err := s.Get("a"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}
