// Package taint finds values hidden at one place of a response in the other strings of that
// response.
//
// [Values] collects the hidden strings during shaping. [Values.Set] returns a [Set] of them.
// It searches texts for all values at once, at every nesting depth of escapes.
package taint

import (
	"bytes"
	"hash/maphash"
	"net/url"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/jsonish"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Bounds of the values of one response. [Set.Beyond] counts the values outside them.
const (
	MaxValues = 1 << 12
	MaxBytes  = 1 << 20 // of all values
	MaxValue  = 1 << 16 // bytes of one value
)

// nesting bounds the depth of documents in strings that are opened in a hidden value.
const nesting = 4

// Values holds the hidden strings of one response. The zero value is ready. It is not safe for
// concurrent use.
type Values struct {
	text   []byte // all values in sequence
	ends   []int  // the end of each value in text
	hashes []uint64
	slots  []int32 // open addressing: the number of a value plus 1; 0 is free
	beyond int
	covers bool // see Cover

	// Met counts all hidden values by name, including those that are not searched for.
	Met Meetings
}

var seed = maphash.MakeSeed()

// IsEmpty reports whether no value was added, and none was counted in Met.
func (v *Values) IsEmpty() bool { return len(v.ends)+v.beyond+len(v.Met.masks) == 0 }

// Cover records that the response has texts that need decoding before a search, such as
// base64.
func (v *Values) Cover() { v.covers = true }

// Reset removes all values and keeps the memory, unless it is large.
func (v *Values) Reset() {
	if cap(v.text) > MaxBytes/4 || len(v.slots) > 1<<12 {
		*v = Values{}
		return
	}
	*v = Values{text: v.text[:0], ends: v.ends[:0], hashes: v.hashes[:0], slots: v.slots}
	clear(v.slots)
}

// Point is a state of a collection.
type Point struct {
	values, beyond int
	covers         bool
	met            Meetings
}

// Point returns the state of the collection. The state of a nil collection is empty.
func (v *Values) Point() (p Point) {
	if v != nil {
		p = Point{values: len(v.ends), beyond: v.beyond, covers: v.covers}
		if v.Met.masks != nil {
			p.met.masks, p.met.all = slices.Clone(v.Met.masks), v.Met.all
			for _, counts := range v.Met.counts {
				p.met.counts = append(p.met.counts, slices.Clone(counts))
			}
		}
	}
	return p
}

// Back removes the values added since a point.
func (v *Values) Back(to Point) {
	if v == nil {
		return
	}
	v.beyond, v.covers, v.Met = to.beyond, to.covers, to.met
	n := to.values
	if n >= len(v.ends) {
		return
	}
	v.text, v.ends, v.hashes = v.text[:v.end(n-1)], v.ends[:n], v.hashes[:n]
	v.index(len(v.slots))
}

func (v *Values) end(i int) int {
	if i < 0 {
		return 0
	}
	return v.ends[i]
}

// at returns value i.
func (v *Values) at(i int) []byte { return v.text[v.end(i-1):v.ends[i]] }

// AddJSON adds the strings of a valid JSON value except member names. Numbers and literals add
// nothing.
func (v *Values) AddJSON(value []byte) {
	if len(value) > minBytes && value[0] == '"' {
		v.addString(value[1:len(value)-1], 0)
	} else if len(value) > minBytes && scan.IsOpener(value[0]) {
		v.addStrings(value, 0)
	}
}

// AddText adds a value of a text that is not JSON, such as 'abc' in password='abc'. The value
// may be an object or a list in any notation. It may extend beyond a secret, as a line does.
// So its first word is added too if it looks like a secret. Before a colon in a value of
// several lines it is the name of a member.
func (v *Values) AddText(value []byte) {
	value = bytes.TrimRight(bytes.TrimSpace(value), ",; \t\r\n")
	if len(value) < minBytes {
		return
	}
	if q := value[0]; q == '"' || q == '\'' || q == '`' {
		value = bytes.TrimSuffix(value[1:], value[:1])
	} else if scan.IsOpener(q) && bytes.IndexByte(value, '"') >= 0 {
		if bytes.Contains(value, []byte(`\"`)) {
			value, _ = unescape(value)
		}
		v.addStrings(value, 0)
		return
	} else if isNumber(value) {
		return
	}
	v.put(value)
	v.addString(value, 0)
	word, _, _ := bytes.Cut(value, []byte(" "))
	isName := bytes.HasSuffix(word, []byte(":")) && bytes.IndexByte(value, '\n') > 0
	if word = bytes.TrimRight(word, ",;.:)]}\"'`"); !isName && jsonish.LooksSecret(word) {
		v.put(word)
	}
}

// isNumber reports whether a text without quotes is a number.
func isNumber(text []byte) bool { return len(bytes.Trim(text, "0123456789+-.eE")) == 0 }

// schemes are words before a secret in a header of HTTP, as in Bearer abc.
var schemes = []string{"bearer", "basic", "token", "apikey", "digest"}

// addStrings adds each string in double quotes without a colon after it.
func (v *Values) addStrings(text []byte, depth int) {
	for at := bytes.IndexByte(text, '"'); at >= 0; at = bytes.IndexByte(text, '"') {
		text = text[at+1:]
		end := closingQuote(text)
		value, behind := text[:end], bytes.TrimLeft(text[min(end+1, len(text)):], " \t\r\n")
		if len(behind) == 0 || behind[0] != ':' {
			v.addString(value, depth)
		}
		text = text[min(end+1, len(text)):]
	}
}

// closingQuote returns the offset of the first double quote that is not escaped, or the length
// of the text.
func closingQuote(text []byte) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return len(text)
}

// addString adds a raw string without quotes. If its content is a document, addString adds the
// strings of the document too.
func (v *Values) addString(raw []byte, depth int) {
	if len(raw) < minBytes {
		return
	}
	said := raw
	if bytes.IndexByte(raw, '\\') >= 0 {
		said, _ = unescape(raw)
	}
	if said[0] <= ' ' || said[len(said)-1] <= ' ' {
		said = bytes.TrimSpace(said)
	}
	v.put(said)
	if n := bytes.IndexByte(said, ' '); n >= 0 && slices.Contains(schemes, strings.ToLower(string(said[:n]))) {
		v.put(bytes.TrimSpace(said[n:]))
	}
	if len(said) > minBytes && depth < nesting && scan.IsOpener(said[0]) {
		v.addStrings(said, depth+1)
	}
}

// AddEncoded adds each value as URLs spell it, such as a%2Fb or a/b%3D, if they spell it
// differently, while there is room. Long values and those with blanks have no such form here. It
// does nothing if neither the response nor a text that needs decoding has a percent sign.
func (v *Values) AddEncoded(response []byte) {
	if !v.covers && bytes.IndexByte(response, '%') < 0 && !(needless{}).in(response) {
		return
	}
	for i := 0; i < len(v.ends) && len(v.ends) < MaxValues-1 && len(v.text) < MaxBytes/2; i++ {
		value := v.at(i)
		if len(value) > 256 || bytes.ContainsAny(value, " %") {
			continue
		}
		if encoded := url.QueryEscape(string(value)); encoded != string(value) {
			v.put([]byte(encoded))
			v.put([]byte(strings.ReplaceAll(encoded, "%2F", "/")))
		}
	}
}

// put adds a value once, if it counts and there is room.
func (v *Values) put(value []byte) {
	if !Counts(value) {
		return
	}
	hash := maphash.Bytes(seed, value)
	if v.has(hash, value) {
		return
	}
	if len(v.ends) >= MaxValues || len(v.text)+len(value) > MaxBytes || len(value) > MaxValue {
		v.beyond++
		return
	}
	v.text = append(v.text, value...)
	v.ends, v.hashes = append(v.ends, len(v.text)), append(v.hashes, hash)
	if 2*len(v.ends) > len(v.slots) {
		v.index(max(64, 2*len(v.slots)))
		return
	}
	v.place(len(v.ends) - 1)
}

// has reports whether a value was added.
func (v *Values) has(hash uint64, value []byte) bool {
	for at := v.first(hash); len(v.slots) > 0 && v.slots[at] != 0; at = (at + 1) % len(v.slots) {
		if i := int(v.slots[at] - 1); v.hashes[i] == hash && bytes.Equal(v.at(i), value) {
			return true
		}
	}
	return false
}

func (v *Values) first(hash uint64) int { return int(hash & uint64(max(len(v.slots), 1)-1)) }

// index rebuilds the table with the given number of slots.
func (v *Values) index(slots int) {
	if slots == len(v.slots) {
		clear(v.slots)
	} else {
		v.slots = make([]int32, slots)
	}
	for i := range v.ends {
		v.place(i)
	}
}

// place puts value i into the table.
func (v *Values) place(i int) {
	at := v.first(v.hashes[i])
	for v.slots[at] != 0 {
		at = (at + 1) % len(v.slots)
	}
	v.slots[at] = int32(i + 1)
}
