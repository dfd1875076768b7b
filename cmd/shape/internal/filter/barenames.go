package filter

import (
	"bytes"
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// bareNames finds names of --exclude without quotes in texts that are not JSON. Excludes do not
// act there (GUARANTEES, excludes in texts), and the engine counts quoted names only.
type bareNames struct {
	wanted [][]byte // not found yet
	found  []string // in the order of the flags
}

// want adds the last literal name of each mask.
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

// look searches a document for the names that are still wanted.
func (b *bareNames) look(document []byte) {
	b.wanted = slices.DeleteFunc(b.wanted, func(name []byte) bool {
		found := hasBareName(document, name)
		if found {
			b.found = append(b.found, string(name))
		}
		return found
	})
}

// hasBareName reports whether the document holds name followed by a colon or an equals sign,
// without a quote between them. No member of JSON has this form.
func hasBareName(document, name []byte) bool {
	for at := 0; ; at += len(name) {
		i := bytes.Index(document[at:], name)
		if i < 0 {
			return false
		}
		at += i
		// A quote before the sign closes the name of a member.
		behind := bytes.TrimLeft(document[at+len(name):], " ")
		if isWordStart(document[:at]) && len(behind) > 0 && (behind[0] == ':' || behind[0] == '=') {
			return true
		}
	}
}

// isWordStart reports whether a bare name may follow. It may at the start of a string, and
// after a blank, a sign, or the escape of a line end or a tab.
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
