package filter

import (
	"fmt"

	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/shaper"
)

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
		say(fmt.Sprintf("parts were left out of %s more; --report names where they are", terminal.Counted(more, "document")))
	}
	return all
}
