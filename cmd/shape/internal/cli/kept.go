package cli

import (
	"fmt"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/notice"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// kept is what a report says of where all of a document is.
type kept struct {
	Handle string `json:"handle,omitempty"`
	Hash   string `json:"hash,omitempty"`
	Bytes  int    `json:"bytes,omitempty"`
	Error  string `json:"error,omitempty"` // why it is nowhere: nothing was left out
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

// keeps opens the archive of a configuration for an engine. Where that cannot be done it is
// said once, and nothing is cut.
func (a *app) keeps(in profiles.Archive) []shaper.Option {
	if in.Store == "" {
		return nil
	}
	results, err := shaper.OpenArchive(in)
	if err != nil {
		a.stderr.Tell(notice.Notice{Level: notice.Warning, Kind: "archive", Message: "nothing is left out, since it could not be kept: " + err.Error()})
	}
	return []shaper.Option{shaper.WithArchive(results)}
}

// shelf is what was kept of documents that have no place to tell of it.
type shelf struct {
	first []shaper.Kept
	all   int
}

// mostTold is how many handles are told of by themselves; a report has all of them.
const mostTold = 16

func (s *shelf) add(k shaper.Kept) {
	if k.Handle == "" || k.Noted {
		return
	}
	if s.all++; s.all <= mostTold {
		s.first = append(s.first, k)
	}
}

// notices say where all of the documents is.
func (s *shelf) notices() (all []notice.Notice) {
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
