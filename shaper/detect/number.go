package detect

import "github.com/seed-7aa78ce4/shape/profiles"

// appendNumbers appends the IBANs, cards and phone numbers of a text. At each run of
// digits the three are tried in this order.
func (d detector) appendNumbers(dst []profiles.Span, text []byte) []profiles.Span {
	for i := 0; i < len(text); i++ {
		if !isDigit(text[i]) {
			continue
		}
		start, end := digitsAround(text, i, i)
		if !d.mayBe(text, start, end, 0) {
			i = end
			continue
		}
		s, found := d.numberAt(text, i)
		if found && (len(dst) == 0 || dst[len(dst)-1].End <= s.Start || dst[len(dst)-1].Kind == "email") {
			dst = append(dst, s)
			i = s.End
		}
		for i < len(text) && isDigit(text[i]) {
			i++
		}
	}
	return dst
}

// numberAt returns the value whose first digits start at i.
func (d detector) numberAt(text []byte, i int) (s profiles.Span, found bool) {
	if d.iban && i >= 2 {
		if end := ibanEnd(text, i-2); end > 0 {
			return profiles.Span{Start: i - 2, End: end, Kind: "iban"}, true
		}
	}
	if d.card {
		if end := cardEnd(text, i); end > 0 {
			return profiles.Span{Start: i, End: end, Kind: "card"}, true
		}
	}
	if d.phone {
		if start, end := phoneAround(text, i); end > 0 {
			return profiles.Span{Start: start, End: end, Kind: "phone"}, true
		}
	}
	return s, false
}

// group is a run of digits text[start:end].
type group struct{ start, end int }

func (g group) len() int { return g.end - g.start }

// mostGroups bounds the groups that are read at one place.
const mostGroups = 8

// groupsAt reads groups of digits that start at i, as long as each is followed by one
// of the separators between and a digit. It reads a few groups, so each place costs a
// bounded time beside the digits of the first one.
func groupsAt(text []byte, i int, between func(c byte) bool) (all [mostGroups]group, n int) {
	for n < mostGroups {
		end := i
		for end < len(text) && isDigit(text[end]) && end-i <= longestCard {
			end++
		}
		if end == i {
			break
		}
		all[n] = group{i, end}
		n++
		if end >= len(text) || !between(text[end]) {
			break
		}
		i = end + 1
	}
	return all, n
}
