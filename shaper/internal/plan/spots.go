package plan

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/loose"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Spots finds the places of a text at which the last word of a name may end, in upper
// or lower case. The last word of "api_key" and of "apiKey" is "key". It serves texts
// in which no sign stands behind a name, such as tables and XML. If a name ends in
// "password", it also finds the commands that have one.
type Spots struct {
	ends  scan.WordEnds
	pair  [1 << 10]uint8 // by the last two bytes of a word: the index in words plus 1; 0 is none
	words [][][]byte

	// Password tells that a name ends in "password": the password in a URL goes by it.
	Password bool
}

const minWord = 2 // a single letter stands everywhere

// newSpots takes the words at the end of the names. Names that are too short, and
// those that end in other signs, are left out.
func newSpots(paths []fieldmask.Path) *Spots {
	s := &Spots{}
	s.ends.AddBytes([3]string{"\xef", "\xbc", "\x9a"})
	s.ends.AddBytes([3]string{"\xef", "\xbc", "\x9d"})
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
		for _, command := range loose.Commands {
			if !known[command] {
				s.add([]byte(command))
			}
		}
	}
	return s
}

func (s *Spots) add(word []byte) {
	s.ends.Add(word)
	key := pairOf(word[len(word)-2], word[len(word)-1])
	if s.pair[key] == 0 && len(s.words) < 255 {
		s.words = append(s.words, nil)
		s.pair[key] = uint8(len(s.words))
	} else if s.pair[key] == 0 {
		s.pair[key] = 255 // more pairs than numbers: they share the last one
	}
	at := s.pair[key] - 1
	s.words[at] = append(s.words[at], word)
}

// pairOf is equal for the upper and the lower case of two letters.
func pairOf(a, b byte) int { return int(a&31)<<5 | int(b&31) }

// Next returns the first place behind from at which a word ends and no longer one goes on,
// or a full-width sign; len(text)+1 is none.
func (s *Spots) Next(text []byte, from int) int {
	for end := s.ends.Next(text, from); end <= len(text); end = s.ends.Next(text, end) {
		if s.EndsAt(text, end) {
			return end
		}
	}
	return len(text) + 1
}

// EndsAt reports whether a word or a full-width sign ends at a place of a text, behind its
// second byte.
func (s *Spots) EndsAt(text []byte, end int) bool {
	if c := text[end-1]; c == 0x9a || c == 0x9d {
		return end > 2 && text[end-2] == 0xbc && text[end-3] == 0xef
	}
	n := s.pair[pairOf(text[end-2], text[end-1])]
	if n == 0 || end < len(text) && isWord[text[end]] {
		return false
	}
	for _, word := range s.words[n-1] {
		if start := end - len(word); start >= 0 && equalFold(text[start:end], word) {
			return true
		}
	}
	return false
}

// equalFold compares a text with letters in lower case, and with digits.
func equalFold(text, lower []byte) bool {
	for i, c := range lower {
		if d := text[i]; d != c && (c < 'a' || d|0x20 != c) {
			return false
		}
	}
	return true
}

// lastWord is the last word of a name, in lower case: what stands behind its last
// separator or capital letter.
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

// heads are words that often end a name which is written as one word: "apikey" also
// meets "API_KEY".
var heads = []string{"key", "token", "secret", "password", "code"}

func lowered(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c | 0x20
	}
	return c
}
