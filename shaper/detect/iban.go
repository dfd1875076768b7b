package detect

// ibanEnd returns the end of the IBAN that starts at i; 0 if there is none (ISO 13616).
// It is written together, or in groups of four with one space or hyphen between them,
// in letters of one case.
func ibanEnd(text []byte, i int) int {
	if i+4 > len(text) || isAlnum(at(text, i-1)) || !isLetter(text[i]) || !isLetter(text[i+1]) {
		return 0
	}
	length := ibanLength(text[i]&^0x20, text[i+1]&^0x20)
	if length == 0 {
		return 0
	}
	var chars [longestIBAN]byte
	end := readIBAN(chars[:length], text, i)
	if end == 0 || isAlnum(at(text, end)) || !isMod97(chars[:length]) {
		return 0
	}
	return end
}

// readIBAN reads so many letters and digits, in capitals and without separators, and
// returns their end; 0 if something else stands between them.
func readIBAN(chars, text []byte, i int) (end int) {
	lower, between, n := text[i]&0x20, byte(0), 0
	for end = i; end < len(text) && n < len(chars); end++ {
		switch c := text[end]; {
		case isDigit(c):
			chars[n] = c
			n++
		case isLetter(c) && c&0x20 == lower:
			chars[n] = c &^ lower
			n++
		case (c == ' ' || c == '-') && n > 0 && n%4 == 0 && isAlnum(text[end-1]) && (n == 4 || c == between):
			between = c
		default:
			return 0
		}
	}
	if n < len(chars) {
		return 0
	}
	return end
}

// isMod97 reports whether the check digits, the third and fourth character, are right.
func isMod97(chars []byte) bool {
	rest := 0
	for i := range chars {
		c := chars[(i+4)%len(chars)]
		if isDigit(c) {
			rest = (rest*10 + int(c-'0')) % 97
		} else {
			rest = (rest*100 + int(c-'A') + 10) % 97
		}
	}
	return rest == 1
}

const longestIBAN = 33

// ibanLength returns the number of characters of a country's IBAN, by its code in
// capital letters; 0 if the country has none.
func ibanLength(a, b byte) int {
	if a-'A' >= 26 || b-'A' >= 26 {
		return 0
	}
	return int(ibanLengths[int(a-'A')*26+int(b-'A')])
}

// ibanLengths holds the lengths of the IBAN registry of SWIFT, by country code.
var ibanLengths = func() (lengths [26 * 26]byte) {
	const table = "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 " +
		"DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 " +
		"IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 " +
		"MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 " +
		"SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
	for i := 0; i < len(table); i += 5 {
		lengths[int(table[i]-'A')*26+int(table[i+1]-'A')] = (table[i+2]-'0')*10 + table[i+3] - '0'
	}
	return lengths
}()
