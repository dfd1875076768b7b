package detect

// longestCard is the largest number of digits on a card (ISO/IEC 7812).
const longestCard = 19

// cardEnd returns the end of the card number that starts at i; 0 if there is none. Its
// digits stand together, or in the groups that are printed on cards with one space or
// hyphen between them.
func cardEnd(text []byte, i int) int {
	if before := at(text, i-1); isAlnum(before) || (before == '.' || before == ',') && isDigit(at(text, i-2)) {
		return 0
	}
	between := byte(0)
	groups, n := groupsAt(text, i, func(c byte) bool {
		if between == 0 && (c == ' ' || c == '-') {
			between = c
		}
		return c == between && c != 0
	})
	for ; n > 0; n-- {
		if end := groups[n-1].end; isPrinted(groups[:n]) && isClosed(text, end, between, n) && isCard(text[i:end]) {
			return end
		}
	}
	return 0
}

// isPrinted reports whether groups have the sizes that cards show: all digits together,
// fours with a shorter last group, 4-6-5 or 4-6-4.
func isPrinted(groups []group) bool {
	switch last := groups[len(groups)-1].len(); {
	case len(groups) == 1:
		return last >= 12
	case groups[0].len() != 4:
		return false
	case len(groups) == 3:
		return groups[1].len() == 6 && (last == 4 || last == 5)
	case len(groups) != 4 && len(groups) != 5 || last > 4:
		return false
	default:
		for _, g := range groups[1 : len(groups)-1] {
			if g.len() != 4 {
				return false
			}
		}
		return true
	}
}

// isClosed reports whether a number can end at end: no letter or digit, decimal or
// further group follows.
func isClosed(text []byte, end int, between byte, groups int) bool {
	c, next := at(text, end), at(text, end+1)
	return !isAlnum(c) && !(c == '.' && isDigit(next)) && !(groups > 1 && between == '-' && c == '-' && isDigit(next))
}

// isCard reports whether written has the prefix and the length of a payment network,
// and the right check digit. Separators are skipped.
func isCard(written []byte) bool {
	var digits [longestCard + 1]byte
	n := 0
	for _, c := range written {
		if !isDigit(c) {
			continue
		}
		if n == len(digits) {
			return false
		}
		digits[n] = c - '0'
		n++
	}
	return n <= longestCard && isIssued(digits[:n]) && isLuhn(digits[:n])
}

// network is a range of prefixes and the lengths of its numbers, both inclusive.
type network struct{ digits, from, to, shortest, longest int }

// networks are the prefixes in use, by the published ranges of the networks. Lengths that
// are rarely issued are left out: they are the usual lengths of other numbers.
var networks = []network{
	{1, 4, 4, 16, 16},                            // Visa
	{2, 51, 55, 16, 16}, {4, 2221, 2720, 16, 16}, // Mastercard
	{2, 34, 34, 15, 15}, {2, 37, 37, 15, 15}, // American Express
	{4, 6011, 6011, 16, 16}, {3, 644, 649, 16, 16}, {2, 65, 65, 16, 16}, // Discover
	{2, 62, 62, 16, 19},                                             // UnionPay
	{3, 300, 305, 14, 14}, {2, 36, 36, 14, 14}, {2, 38, 39, 14, 14}, // Diners Club
	{4, 3528, 3589, 16, 16},                                                   // JCB
	{4, 5018, 5018, 12, 19}, {4, 5020, 5020, 12, 19}, {4, 5038, 5038, 12, 19}, // Maestro
	{4, 5893, 5893, 12, 19}, {4, 6304, 6304, 12, 19}, {4, 6759, 6763, 12, 19},
	{4, 2200, 2204, 16, 16}, // Mir
}

// isIssued reports whether digits have the prefix and the length of a network.
func isIssued(digits []byte) bool {
	for _, n := range networks {
		if len(digits) < n.shortest || len(digits) > n.longest {
			continue
		}
		prefix := 0
		for _, d := range digits[:n.digits] {
			prefix = prefix*10 + int(d)
		}
		if n.from <= prefix && prefix <= n.to {
			return true
		}
	}
	return false
}

// isLuhn reports whether the last digit is the check digit of the others (ISO/IEC
// 7812-1, annex B).
func isLuhn(digits []byte) bool {
	sum := 0
	for i, d := range digits {
		n := int(d)
		if (len(digits)-i)%2 == 0 {
			if n *= 2; n > 9 {
				n -= 9
			}
		}
		sum += n
	}
	return sum%10 == 0
}
