package tokens

// Estimate is the default counter. It knows no vocabulary: it weighs runs of
// letters, digits, punctuation and white space by what they cost on average in
// the o200k_base tokenizer, fitted over tool responses, source text, base64,
// hex, floats, Chinese and Russian. Over 1,291 such texts its mean error is
// 4.6 % and its worst 35 %, where a quarter of the bytes is off by 19 % on
// average. It is an estimate for every model.
type Estimate struct{}

// Name returns "estimate".
func (Estimate) Name() string { return "estimate" }

// Exact returns false.
func (Estimate) Exact() bool { return false }

// Weights, in thousandths of a token.
const (
	perWord        = 1016 // a run of letters
	perLongLetter  = 90   // each letter of a run beyond six
	perHump        = 1379 // a capital after a small letter
	perCapital     = 312  // a capital after a capital
	perThreeDigits = 1171
	perBlankRun    = 1883 // white space that is more than one blank
	perSignRun     = 461  // punctuation
	perSign        = 260  // each sign of a run beyond the first
	perTwoByte     = 222  // characters of two bytes, and of more
	perManyByte    = 685
)

// Most is a number of tokens that no text of so many bytes is taken to have: a line end
// between two other classes is what costs most.
func (Estimate) Most(bytes int) int { return 2 * bytes }

type class uint8

const (
	wide class = iota
	letter
	digit
	blank
	sign
)

// classes tells the class of each byte.
var classes = func() (table [256]class) {
	for c := range table[:0x80] {
		switch {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			table[c] = letter
		case c >= '0' && c <= '9':
			table[c] = digit
		case c <= ' ':
			table[c] = blank
		default:
			table[c] = sign
		}
	}
	return table
}()

// Count estimates the tokens of a text; at least 1 where there is any.
func (Estimate) Count(text []byte) int {
	total := 0
	for i := 0; i < len(text); {
		from, of := i, classes[text[i]]
		for i < len(text) && classes[text[i]] == of {
			i++
		}
		total += cost(of, text[from:i])
	}
	return (total + 999) / 1000
}

// cost weighs one run of bytes of a class.
func cost(of class, run []byte) int {
	n := len(run)
	switch of {
	case letter:
		return perWord + perLongLetter*max(0, n-6) + capitals(run)
	case digit:
		return perThreeDigits * ((n + 2) / 3)
	case sign:
		return perSignRun + perSign*(n-1)
	case blank:
		if n == 1 && run[0] == ' ' {
			return 0
		}
		return perBlankRun
	}
	return characters(run)
}

func capitals(run []byte) (total int) {
	for i := 1; i < len(run); i++ {
		switch {
		case run[i] > 'Z':
		case run[i-1] > 'Z':
			total += perHump
		default:
			total += perCapital
		}
	}
	return total
}

func characters(run []byte) (total int) {
	for _, c := range run {
		switch {
		case c >= 0xE0:
			total += perManyByte
		case c >= 0xC0:
			total += perTwoByte
		}
	}
	return total
}
