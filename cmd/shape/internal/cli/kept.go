package cli

import (
	"fmt"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/notice"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// kept is the archived full document in a report.
type kept struct {
	Handle string `json:"handle,omitempty"`
	Hash   string `json:"hash,omitempty"`
	Bytes  int    `json:"bytes,omitempty"`
	Error  string `json:"error,omitempty"` // the reason that nothing was archived, and so nothing was cut
}

func keptOf(k shaper.Kept) *kept {
	switch {
	case k.Err != nil:
		return &kept{Error: k.Err.Error()}
	case k.Handle == "":
		return nil
	}
	return &kept{Handle: string(k.Handle), Hash: k.Hash, Bytes: k.Bytes}
}

// keeps opens the archive of a configuration for an engine. If that fails, it warns once, and
// the engine cuts nothing.
func (a *app) keeps(in profiles.Archive) []shaper.Option {
	if in.Store == "" {
		return nil
	}
	store, err := shaper.OpenArchive(in)
	if err != nil {
		a.stderr.Tell(notice.Notice{Level: notice.Warning, Kind: "archive", Message: "nothing is left out, since it could not be kept: " + err.Error()})
	}
	return []shaper.Option{shaper.WithArchive(store)}
}

// archivedDocuments collects archived documents whose output has no place for a note.
type archivedDocuments struct {
	first []shaper.Kept
	all   int
}

// mostTold bounds the printed handles; a report has all.
const mostTold = 16

func (s *archivedDocuments) add(k shaper.Kept) {
	if k.Handle == "" || k.Noted {
		return
	}
	if s.all++; s.all <= mostTold {
		s.first = append(s.first, k)
	}
}

// notices returns the handles of the archived documents.
func (s *archivedDocuments) notices() (all []notice.Notice) {
	say := func(message string) {
		all = append(all, notice.Notice{Level: notice.Plain, Kind: "kept", Message: message})
	}
	for _, k := range s.first {
		say(fmt.Sprintf("parts were left out; all of it: shape retrieve %s", k.Handle))
	}
	if more := s.all - len(s.first); more > 0 {
		say(fmt.Sprintf("parts were left out of %s more; --report names where they are", counted(more, "document")))
	}
	return all
}
