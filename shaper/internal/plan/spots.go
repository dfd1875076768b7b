package plan

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/jsonish"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Spots finds the offsets in a text at which the last word of a name may end, in any case of
// letters. The last word of "api_key" and of "apiKey" is "key". It serves texts without a sign
// after a name, such as tables and XML. If a name ends in "password", it also finds commands
// that take one.
type Spots struct {
	ends  scan.WordEnds
	words tails

	// Password means that a name ends in "password", so the rules hide passwords in URLs.
	Password bool
}

const minWord = 2 // a single letter stands everywhere

// newSpots collects the last words of names. It leaves out short names and names that end in
// other signs. It returns nil if no path ends in a name.
func newSpots(paths []fieldmask.Path) *Spots {
	s := &Spots{}
	s.ends.AddEnds([3]func(byte) bool{anyByte, equals("："[0]), equals("："[1])}) // the first bytes of both full-width signs
	known, named := map[string]bool{}, false
	for _, path := range paths {
		last, ok := path.Last()
		named = named || ok
		if word := lastWord(last.Written()); ok && len(word) >= minWord && !known[string(word)] {
			known[string(word)] = true
			s.add(word)
		}
	}
	if !named {
		return nil
	}
	if s.Password = known["password"]; s.Password {
		for _, command := range jsonish.Commands {
			if !known[command] {
				s.add([]byte(command))
			}
		}
	}
	return s
}

func (s *Spots) add(word []byte) {
	s.ends.Add(word)
	s.words.add(word)
}

// Next returns the first offset after from at which a word or a full-width sign ends. No
// longer word may contain it. It returns len(text)+1 if there is none.
func (s *Spots) Next(text []byte, from int) int {
	for end := s.ends.Next(text, from); end <= len(text); end = s.ends.Next(text, end) {
		if at := max(0, end-2); jsonish.WideSign(text[at:]) != 0 {
			return at + len("：")
		}
		if s.EndsAt(text, end) {
			return end
		}
	}
	return len(text) + 1
}

// EndsAt reports whether a word ends at an offset of a text.
func (s *Spots) EndsAt(text []byte, end int) bool {
	if end < minWord {
		return false
	}
	if end < len(text) && isWord[text[end]] {
		return false
	}
	at := int32(0)
	for i := end - 1; i >= 0; i-- {
		if at = s.words.step(at, lowered(text[i])); at == 0 {
			return false
		} else if s.words.nodes[at].ends {
			return true
		}
	}
	return false
}

// lastWord returns the last word of a name in lower case: the part after the last separator or
// from the last capital letter on.
func lastWord(name string) (word []byte) {
	for i := len(name); i > 0; i-- {
		c := name[i-1]
		upper := c >= 'A' && c <= 'Z'
		if lower := c | 0x20; c < '0' || c > '9' && (lower < 'a' || lower > 'z') {
			break
		}
		if upper && len(word) > 0 && i < len(name) && name[i] >= 'a' {
			return append([]byte{c | 0x20}, word...)
		}
		word = append([]byte{lowered(c)}, word...)
	}
	for _, head := range heads {
		if bytes.HasSuffix(word, []byte(head)) {
			return []byte(head)
		}
	}
	return word
}

// heads are common last words of names without a separator: "apikey" also matches "API_KEY".
var heads = []string{"key", "token", "secret", "password", "code"}

func lowered(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c | 0x20
	}
	return c
}
