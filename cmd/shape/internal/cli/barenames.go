package cli

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/notice"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// bareNames finds names of --exclude that stand without quotes in texts that are not
// JSON. Excludes do not act there (GUARANTEES, excludes in texts), and the engine
// counts quoted names alone.
type bareNames struct {
	wanted [][]byte // not found so far
	found  []string // in the order of the flags
}

// want takes the last literal name of each mask.
func (b *bareNames) want(masks []string) {
	for _, mask := range masks {
		paths, err := fieldmask.Parse(mask)
		if err != nil {
			continue // the engine refuses the mask
		}
		for _, path := range paths {
			if last, ok := path.Last(); ok {
				if name, ok := last.Literal(); ok && name != "" {
					b.wanted = append(b.wanted, []byte(name))
				}
			}
		}
	}
}

// look searches a document for the names that it has not found yet.
func (b *bareNames) look(document []byte) {
	b.wanted = slices.DeleteFunc(b.wanted, func(name []byte) bool {
		found := standsBare(document, name)
		if found {
			b.found = append(b.found, string(name))
		}
		return found
	})
}

// standsBare reports whether a name stands in the document with a colon or an equals
// sign behind it, and without a quote between them. No member of JSON does.
func standsBare(document, name []byte) bool {
	for at := 0; ; at += len(name) {
		i := bytes.Index(document[at:], name)
		if i < 0 {
			return false
		}
		at += i
		if isWordStart(document[:at]) && isSign(document[at+len(name):]) {
			return true
		}
	}
}

// isWordStart reports whether a bare name may follow: at the start of a string,
// behind a blank or a sign, or behind the escape of a line end or a tab.
func isWordStart(before []byte) bool {
	if len(before) < 2 {
		return false
	}
	switch c := before[len(before)-1]; c {
	case 'n', 'r', 't':
		return before[len(before)-2] == '\\'
	default:
		return bytes.IndexByte([]byte("\" ?&;,({["), c) >= 0
	}
}

// isSign reports whether a sign follows that joins a name and a value. A quote before
// it closes the name of a member.
func isSign(behind []byte) bool {
	behind = bytes.TrimLeft(behind, " ")
	return len(behind) > 0 && (behind[0] == ':' || behind[0] == '=')
}

// notices point to the section that hides in texts.
func (b *bareNames) notices() (all []notice.Notice) {
	for _, name := range b.found {
		message := "excludes act on JSON alone; privacy hides in other texts"
		n := notice.Notice{Level: notice.Signal, Kind: "opaque", Message: message, Text: fmt.Sprintf("shape: --exclude %s: it stands in a text that is no JSON: %s", terminal.Printable(name), message)}
		n.Mask = name
		all = append(all, n)
	}
	return all
}
