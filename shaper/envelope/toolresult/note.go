package toolresult

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// MetaKey is the member of _meta that holds the facts of shaping for programs, and that
// marks a block of content as a note:
//
//	"_meta": {"io.github.seed-7aa78ce4/shape": {"archive": {"handle": "…", "hash": "sha256:…", "bytes": 71204}}}
const MetaKey = "io.github.seed-7aa78ce4/shape"

// NoteMembers are the members of structuredContent that may hold a note: the first one that
// the tool does not have itself.
var NoteMembers = []string{"_note", "_shape_note"}

const archiveKey = "archive"

// Note tells of a loss in one note, in each half that the client reads:
//
//	results[].entities: 60 of 600, rows: 3 of 60, +2 lists (first) · shape_retrieve k3f…
//
// Texts get a block of content of its own. structuredContent gets the member l.Member, if
// it is an object and the result is no failure. If the object has a member of that name
// itself, the note is in _shape_note. Programs find the handle in _meta. A note of an
// earlier look is replaced, so that there is one.
func (Dialect) Note(doc []byte, l envelope.Loss) []byte {
	said := Said(l)
	if kit.Kind(doc) == "array" { // content that stands alone
		return withBlock(doc, said)
	}
	told := inData(doc, said, l.Member)
	if content := kit.Get(doc, "content"); kit.Kind(content) == "array" && (l.InText || told == nil) {
		if told == nil {
			told = doc
		}
		told = kit.Put(told, "content", withBlock(content, said))
	}
	if l.Kept.Handle == "" {
		return told
	}
	meta := inMeta(kit.Get(doc, "_meta"), l.Kept)
	switch {
	case meta == nil:
		return told
	case told == nil:
		told = doc
	}
	return kit.Put(told, "_meta", meta)
}

// inData returns doc with the note as a member of structuredContent, nil if it has no
// place there.
func inData(doc []byte, said, member string) []byte {
	data := kit.Get(doc, "structuredContent")
	if member == "" || kit.Kind(data) != "object" || string(kit.Get(doc, "isError")) == "true" {
		return nil
	}
	if isTaken(data, member) {
		member = NoteMembers[1]
	}
	if isTaken(data, member) {
		return nil
	}
	return kit.Put(doc, "structuredContent", kit.Put(data, member, kit.Quote(said)))
}

// isTaken reports whether an object has a member of its own with the name of a note.
func isTaken(data []byte, member string) bool {
	own := kit.Get(data, member)
	return own != nil && !envelope.IsSaid([]byte(kit.Text(own)))
}

// withBlock returns content with the note as its last block, in place of an earlier note.
func withBlock(content []byte, said string) []byte {
	blocks := slices.DeleteFunc(kit.Elements(content), IsNote)
	note := kit.Put(Text([]byte(said)), "_meta", []byte(`{"`+MetaKey+`":"note"}`)) // no other block has it
	return kit.Array(append(blocks, note))
}

// inMeta returns _meta with the handle for programs, nil if _meta is no object.
func inMeta(meta []byte, k envelope.Kept) []byte {
	var at kit.Object
	at.Str("handle", k.Handle)
	at.Str("hash", k.Hash)
	at.Int("bytes", int64(len(k.Whole)))
	ours := kit.Get(meta, MetaKey)
	if kit.Kind(ours) != "object" {
		ours = nil
	}
	return kit.Put(meta, MetaKey, kit.Put(ours, archiveKey, at.Done()))
}

// IsNote reports whether a block of content is a note of [Dialect.Note].
func IsNote(block []byte) bool {
	return kit.Text(kit.Get(kit.Get(block, "_meta"), MetaKey)) == "note"
}

const (
	// mostTokens bounds a note in tokens of o200k. handleTokens bounds those of its handle: 16
	// letters and digits that form no words.
	mostTokens   = 40
	handleTokens = 15
	// insteadTokens bounds the words for a replaced payload, with the comma.
	insteadTokens = 5
	mostLists     = 3 // that a note names

	separator = " · " // before the handle
)

// Said returns a loss in words, in at most 40 tokens of o200k, and 60 more for a spread. It names up to three lists, the
// largest losses first, and up to five left out fields. It counts the rest. Longer paths lose their middle. A named list
// stands for all lists of its path. If more than 15 paths lost elements, it counts lists, not
// paths.
func Said(l envelope.Loss) string {
	where, room := "", mostTokens
	if l.Kept.Handle != "" {
		how := cmp.Or(l.Kept.Tool, "handle")
		where = separator + how + " " + l.Kept.Handle
		room -= handleTokens + cost(how) + 2
	}
	if l.Kept.Brief && len(l.Cuts)+l.Texts == 0 {
		return strings.TrimPrefix(where, separator)
	}
	return lost(l, room) + where
}

// spreadTokens bounds the spread of a list that rows with rare values represent.
const spreadTokens = 60

// spread returns the spread of the list that lost most, as "; level: info=480, error=8". It leaves
// out columns that take too many tokens.
func spread(cuts []envelope.Cut) string {
	if len(cuts) == 0 {
		return ""
	}
	said := ""
	for part := range strings.SplitSeq(mostLostFirst(cuts)[0].Spread, "; ") {
		if next := said + "; " + part; part != "" && cost(next) <= spreadTokens {
			said = next
		}
	}
	return said
}

// lost returns the part of a note before the handle, of at most room tokens without a spread.
func lost(l envelope.Loss, room int) string {
	left := &l.Kept
	switch isCut := len(l.Cuts)+l.Texts > 0; {
	case isCut && left.Fields > 0:
		said := cut(l, room-cost(omitted(left, 0))-1)
		return said + spread(l.Cuts) + "; " + omitted(left, room-cost(said)-1)
	case isCut:
		return cut(l, room) + spread(l.Cuts)
	case left.Fields > 0:
		return omitted(left, room-1) // the first word is two tokens without a blank before it
	}
	return "parts left out"
}

// mostNames is the number of left out fields that a note names.
const mostNames = 5

// omitted names as many left out fields as the tokens allow.
func omitted(left *envelope.Kept, room int) string {
	fields := fmt.Sprintf("%d fields", left.Fields)
	if left.Fields == 1 {
		fields = "1 field"
	}
	for named := min(mostNames, len(left.Omitted)); named > 0; named-- {
		var names []string
		for _, name := range left.Omitted[:named] {
			names = append(names, words.ShortenMiddle(name, 30))
		}
		if said := "omitted: " + strings.Join(names, ", ") + " (" + fields + ")"; cost(said) <= room {
			return said
		}
	}
	return fields + " omitted"
}

// cut returns the words for everything that was cut, of at most room tokens. Beside an outline
// it names the lists that a rule had cut before, since the outline shows the cut lists.
func cut(l envelope.Loss, room int) string {
	instead := ""
	lists := make([]envelope.Cut, 0, len(l.Cuts))
	for _, c := range l.Cuts {
		switch {
		case c.Referred:
			instead = "identifiers only"
		case c.Outlined:
			instead = "data outlined"
		default:
			lists = append(lists, c)
		}
	}
	switch {
	case instead != "" && len(lists) > 0:
		return instead + ", " + fitting(mostLostFirst(lists), room-insteadTokens)
	case instead != "":
		return instead
	case len(lists) > 0:
		return fitting(mostLostFirst(lists), room)
	case l.Texts == 1:
		return "1 text shortened"
	}
	return fmt.Sprintf("%d texts shortened", l.Texts)
}

// mostLostFirst returns the cuts with those that lost most elements first. Of those that lost
// the same, the first in the document stays first. The entry of all other paths is the last.
func mostLostFirst(cuts []envelope.Cut) []envelope.Cut {
	lost := func(c envelope.Cut) int {
		if c.Path == envelope.OtherPaths {
			return -1
		}
		return c.Total - c.Kept
	}
	return slices.SortedStableFunc(slices.Values(cuts), func(a, b envelope.Cut) int { return cmp.Compare(lost(b), lost(a)) })
}

// fitting names as many lists as the tokens allow. It shortens several paths less than a
// single one: one readable path says more than several stumps.
func fitting(cuts []envelope.Cut, room int) string {
	for named := min(mostLists, len(cuts)); named > 0; named-- {
		for _, longest := range []int{64, 40, 24, 16, 10} {
			if said := listed(cuts, named, longest); cost(said) <= room {
				return said
			}
			if named > 1 && longest == 24 {
				break
			}
		}
	}
	return listed(cuts, 0, 0)
}

// listed names the first cuts, with paths of at most so many bytes, and counts the rest. It
// is tried several times, so that it allocates little.
func listed(cuts []envelope.Cut, named, longest int) string {
	b, rest := make([]byte, 0, longestSaid), 0
	for i, c := range cuts {
		if i >= named || c.Path == envelope.OtherPaths {
			rest++
			if c.Path == envelope.OtherPaths { // it counts lists of other paths
				rest += max(0, c.Lists-1)
			}
			continue
		}
		b = append(separated(b), words.ShortenMiddle(c.Path, longest)...)
		b = strconv.AppendInt(append(b, ": "...), int64(c.Kept), 10)
		b = strconv.AppendInt(append(b, " of "...), int64(c.Total), 10)
	}
	if rest > 0 {
		b = strconv.AppendInt(append(separated(b), '+'), int64(rest), 10)
		b = append(b, " list"...)
	}
	if rest > 1 {
		b = append(b, 's')
	}
	return string(append(append(append(b, " ("...), chosen(cuts)...), ')'))
}

const longestSaid = 300 // bytes, about

func separated(b []byte) []byte {
	if len(b) == 0 {
		return b
	}
	return append(b, ", "...)
}

// chosen returns how the kept elements were selected.
func chosen(cuts []envelope.Cut) string {
	by, differ := cuts[0].RankedBy, true
	for _, c := range cuts {
		if differ = differ && c.Differ; c.RankedBy != by {
			by = ""
		}
	}
	switch {
	case differ:
		return "rare, first, last"
	case by == "":
		return "first"
	}
	return "by " + words.ShortenMiddle(by, 12)
}

// cost returns an upper bound of a note's tokens in o200k. A word that is common in responses
// is one token. Four other letters are up to three, three digits are one, and each other byte
// is one.
func cost(text string) (tokens int) {
	for i := 0; i < len(text); {
		n := runOf(text[i:], isLetter)
		digits := runOf(text[i:], isDigit)
		switch {
		case n > 0:
			if tokens++; !common()[text[i:i+n]] {
				tokens += (3*n+3)/4 - 1
			}
			i += n
		case digits > 0:
			tokens += (digits + 2) / 3
			i += digits
		case strings.HasPrefix(text[i:], "[]."):
			tokens++
			i += 3
		case strings.HasPrefix(text[i:], "[]:"):
			tokens += 2
			i += 3
		case text[i] == ' ' && i+1 < len(text) && text[i+1] < utf8.RuneSelf && text[i+1] != ' ' && !isDigit(text[i+1]):
			i++ // it belongs to the word behind it
		case text[i] < utf8.RuneSelf:
			tokens++
			i++
		default:
			_, size := utf8.DecodeRuneInString(text[i:])
			tokens += size
			i += size
		}
	}
	return tokens
}

// common are words that o200k has as one token, with and without a blank before them.
var common = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq("by children comments content data documents edges entries errors events field fields files first handle id items issues last rare " +
		"labels links list lists logs matches messages name node nodes of omitted pages records results retrieve rows score shape " +
		"shortened sources tags texts text url users values verification " +
		"api at author avatar body commit created date description email hash href html key license message metadata " +
		"owner payload permissions properties repository self sha signature state type updated user value version") {
		set[word] = true
	}
	return set
})

func runOf(text string, is func(byte) bool) (n int) {
	for n < len(text) && is(text[n]) {
		n++
	}
	return n
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
