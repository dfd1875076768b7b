package plan

import (
	"bytes"
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// Spots finds the places of a text at which the last word of a name may end, in upper
// or lower case. The last word of "api_key" and of "apiKey" is "key". It serves texts
// in which no sign stands behind a name, such as tables and XML.
type Spots struct {
	window  int            // bytes at the end of each word that pairs are taken from
	pair    [1 << 10]uint8 // by two bytes: the index in ends plus 1; 0 is none
	ends    [][]wordPair
	longest int

	// Password tells that a name ends in "password": the password in a URL goes by it.
	Password bool
}

// wordPair is a word, and the place of a pair of bytes in it.
type wordPair struct {
	word []byte
	at   int
}

const (
	maxWindow = 5
	minWord   = 2 // a single letter stands everywhere
)

// newSpots takes the words at the end of the names. Names that are too short, and
// those that end in other signs, are left out.
func newSpots(paths []fieldmask.Path) *Spots {
	s := &Spots{window: maxWindow}
	var words [][]byte
	for _, path := range paths {
		last, ok := path.Last()
		if word := lastWord(last.Written()); ok && len(word) >= minWord && !slices.ContainsFunc(words, func(w []byte) bool { return string(w) == string(word) }) {
			words = append(words, word)
			s.Password = s.Password || string(word) == "password"
			s.window, s.longest = min(s.window, len(word)), max(s.longest, len(word))
		}
	}
	if len(words) == 0 {
		return nil
	}
	for _, word := range words {
		for at := len(word) - s.window; at+1 < len(word); at++ {
			s.add(wordPair{word, at})
		}
	}
	return s
}

func (s *Spots) add(p wordPair) {
	key := pairOf(p.word[p.at], p.word[p.at+1])
	if s.pair[key] == 0 && len(s.ends) < 255 {
		s.ends = append(s.ends, nil)
		s.pair[key] = uint8(len(s.ends))
	} else if s.pair[key] == 0 {
		s.pair[key] = 255 // more pairs than numbers: they share the last one
	}
	at := s.pair[key] - 1
	s.ends[at] = append(s.ends[at], p)
}

// pairOf is equal for the upper and the lower case of two letters.
func pairOf(a, b byte) int { return int(a&31)<<5 | int(b&31) }

// Next returns the first place behind from at which a word ends and no longer one goes on; len(text)+1 is none.
func (s *Spots) Next(text []byte, from int) int {
	step := max(s.window-1, 1)
	for i := max(0, from+1-s.window); i+1 < len(text); i += step {
		if n := s.pair[pairOf(text[i], text[i+1])]; n != 0 {
			if end := s.endAt(text, i, from, s.ends[n-1]); end > 0 {
				return end
			}
		}
	}
	return len(text) + 1
}

// endAt returns the first place behind from at which a word ends that holds the pair
// at i; 0 is none.
func (s *Spots) endAt(text []byte, i, from int, spots []wordPair) (first int) {
	for _, p := range spots {
		start := i - p.at
		end := start + len(p.word)
		if start < 0 || end > len(text) || end <= from || first > 0 && end >= first || end < len(text) && isWord[text[end]] {
			continue
		}
		if equalFold(text[start:end], p.word) {
			first = end
		}
	}
	return first
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
