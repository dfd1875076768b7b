package view

import (
	"errors"
	"net/http"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/tune"
)

// asksSave asks to write a text over the one with a hash, "" for no file.
type asksSave struct {
	Config string `json:"config"`
	Hash   string `json:"hash"`
}

type saved struct {
	Hash    string `json:"hash"`
	Warning string `json:"warning,omitempty"` // of a file without trust
}

// save writes the file in force. A text with an error is refused: proxies would refuse it, too.
// If the file changed meanwhile, the refusal holds its text.
func (s *server) save(_ *http.Request, a *asksSave) (any, error) {
	if _, _, found := s.load(&a.Config); len(found) > 0 {
		for _, d := range found {
			if !d.IsWarning {
				return nil, &problem{Message: "the configuration has an error, and was not saved: " + d.Message, Line: d.Line, Column: d.Column}
			}
		}
	}
	f := s.file()
	if f.Problem != "" {
		return nil, errors.New(f.Problem)
	}
	if f.Hash != a.Hash {
		return nil, conflictOf(f.onDisk(), nil)
	}
	warning, err := tune.Replace(s.App, s.config, f.Path, f.onDisk(), []byte(a.Config))
	if errors.Is(err, tune.ErrChanged) {
		f = s.file()
		return nil, conflictOf(f.onDisk(), nil)
	}
	if err != nil {
		return nil, err
	}
	told := saved{Hash: hashOf([]byte(a.Config))}
	if warning != nil {
		told.Warning = warning.Error()
	}
	return told, nil
}

// conflict is the refusal to write over a text that the page has not seen.
type conflict struct {
	Config onDisk `json:"config"`
	Mine   string `json:"mine,omitempty"` // the text that was not written, if the server made it
}

type onDisk struct {
	Text string `json:"text"`
	Hash string `json:"hash"`
}

// conflictOf returns the refusal with the text on disk, nil for no file, and the refused text.
func conflictOf(theirs, mine []byte) error {
	return &conflict{onDisk{string(theirs), hashOf(theirs)}, string(mine)}
}

func (*conflict) Error() string { return tune.ErrChanged.Error() }
