package archive

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxQuery = 4 << 10 // bytes
	maxWords = 256     // distinct words of a query; more do not count
	maxTerms = 512     // words, and pairs of words that follow each other

	// maxSteps bounds the size of a regular expression times that of the document.
	maxSteps = 1<<31 - 1
)

// wordSet is a set of words and pairs of a query, by their numbers.
type wordSet [maxTerms / 64]uint64

func (s *wordSet) add(word int) { s[word/64] |= 1 << (word % 64) }

func (s *wordSet) has(word int) bool { return s[word/64]>>(word%64)&1 == 1 }

// all yields the numbers in a set.
func (s *wordSet) all(yield func(word int) bool) {
	for i, part := range s {
		for ; part != 0; part &= part - 1 {
			if !yield(i*64 + bits.TrailingZeros64(part)) {
				return
			}
		}
	}
}

func (s *wordSet) addAll(o *wordSet) {
	for i, part := range o {
		s[i] |= part
	}
}

// query finds the words of a text, or an expression. It finds all words in one read of the
// text.
type query struct {
	expression *regexp.Regexp // nil for words
	lengths    []int          // of the words, by their numbers
	next       [][256]uint16  // the state after a byte, by the state before it
	found      [][]int        // the words that end in a state
	pairs      map[[2]int]int // the number of a pair, by those of its words
	terms      []term         // the words, and from maxWords on the pairs
	folded     []byte         // the text of each
}

// term is a word, or two words that follow each other. The rarer it is, the heavier.
type term struct {
	rows, leaves  int     // those that have it
	inRow, inLeaf float64 // its weights
	part          float64 // the part of a weight that counts inside a longer word
}

// compile reads a query for a document of a size: words, or an expression between slashes.
func compile(text string, size int) (*query, error) {
	if len(text) > maxQuery {
		return nil, &AskError{fmt.Sprintf("query: longer than %d bytes", maxQuery)}
	}
	if begin, end := strings.IndexByte(text, '/'), strings.LastIndexByte(text, '/'); begin == 0 && end > 1 {
		switch text[end+1:] {
		case "":
			return compileExpression("(?m)"+text[1:end], size)
		case "i":
			return compileExpression("(?mi)"+text[1:end], size)
		}
	}
	q := &query{next: make([][256]uint16, 1), found: make([][]int, 1), pairs: map[[2]int]int{}}
	numbers, before := map[string]int{}, -1
	for _, word := range strings.FieldsFunc(string(fold(nil, []byte(text))), isBetween) {
		word = cmp.Or(strings.TrimLeft(strings.TrimRight(word, "*:.!?_"), "*_"), word) // without the signs of a sentence or of Markdown
		number, isKnown := numbers[word]
		if !isKnown && len(numbers) == maxWords {
			break
		}
		if !isKnown {
			number = len(numbers)
			numbers[word] = number
			q.addWord(word)
		}
		if _, isKnown := q.pairs[[2]int{before, number}]; before >= 0 && !isKnown && len(q.pairs) < maxTerms-maxWords {
			q.pairs[[2]int{before, number}] = maxWords + len(q.pairs)
		}
		before = number
	}
	if len(numbers) == 0 {
		return nil, &AskError{"query: has no words"}
	}
	q.link()
	q.terms = make([]term, maxWords+len(q.pairs))
	return q, nil
}

func compileExpression(text string, size int) (*query, error) {
	expression, err := regexp.Compile(text)
	if err != nil {
		reason := ""
		if wrong, ok := errors.AsType[*syntax.Error](err); ok {
			reason = ": " + wrong.Code.String()
		}
		return nil, &AskError{"query: not a regular expression" + reason}
	}
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err == nil {
		var program *syntax.Prog
		if program, err = syntax.Compile(parsed.Simplify()); err == nil && len(program.Inst)*size <= maxSteps {
			return &query{expression: expression, terms: make([]term, 1)}, nil
		}
	}
	return nil, &AskError{"query: the expression is too large for this document"}
}

// isBetween reports whether a character separates words, in queries and in long lines.
func isBetween(r rune) bool {
	return unicode.IsSpace(r) || r < utf8.RuneSelf && strings.IndexByte("\",;()[]{}<>|'`\\", byte(r)) >= 0
}

// addWord adds a word to the states, a tree of the beginnings of words.
func (q *query) addWord(word string) {
	state := uint16(0)
	for _, c := range []byte(word) {
		if q.next[state][c] == 0 {
			q.next[state][c] = uint16(len(q.next))
			q.next, q.found = append(q.next, [256]uint16{}), append(q.found, nil)
		}
		state = q.next[state][c]
	}
	q.found[state] = append(q.found[state], len(q.lengths))
	q.lengths = append(q.lengths, len(word))
}

// link completes the states (Aho and Corasick). If a byte continues no word, the next state is
// that of a shorter end of the text, the longest one that begins a word.
func (q *query) link() {
	shorter := make([]uint16, len(q.next))
	var queue []uint16
	for _, state := range q.next[0] {
		if state != 0 {
			queue = append(queue, state)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		state := queue[0]
		q.found[state] = append(q.found[state], q.found[shorter[state]]...)
		for c, after := range q.next[state] {
			if after == 0 {
				q.next[state][c] = q.next[shorter[state]][c]
			} else {
				shorter[after] = q.next[shorter[state]][c]
				queue = append(queue, after)
			}
		}
	}
}

// each visits the places of a text where a word or a pair stands, in the order of their ends.
// isWhole tells that no letter and no digit touches it.
func (q *query) each(text []byte, visit func(word, start, end int, isWhole bool)) {
	if q.expression != nil {
		for _, at := range q.expression.FindAllIndex(text, -1) {
			visit(0, at[0], at[1], true)
		}
		return
	}
	q.folded = fold(q.folded[:0], text)
	folded := q.folded
	state, before, end := uint16(0), -1, 0
	for i, c := range folded {
		state = q.next[state][c]
		for _, word := range q.found[state] {
			start := i + 1 - q.lengths[word]
			isWhole := !isWord(folded, start-1) && !isWord(folded, i+1)
			visit(word, start, i+1, isWhole)
			if !isWhole {
				continue
			}
			if pair, ok := q.pairs[[2]int{before, word}]; ok && start > end && start-end <= mostBetween {
				visit(pair, start, i+1, true)
			}
			if start > end || before < 0 {
				before, end = word, i+1
			}
		}
	}
}

const mostBetween = 3 // bytes between the words of a pair

func isWord(text []byte, i int) bool {
	if i < 0 || i >= len(text) {
		return false
	}
	c := text[i]
	return c >= utf8.RuneSelf || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// fold appends a text in lower case, of the same length. A letter whose lower form has another
// length stays.
func fold(folded, text []byte) []byte {
	folded = slices.Grow(folded, len(text))
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			if c >= 'A' && c <= 'Z' {
				c |= 0x20
			}
			folded = append(folded, c)
			i++
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		if lower := unicode.ToLower(r); r != utf8.RuneError && utf8.RuneLen(lower) == n {
			folded = utf8.AppendRune(folded, lower)
		} else {
			folded = append(folded, text[i:i+n]...)
		}
		i += n
	}
	return folded
}

// weigh sets the weights of the terms that some of the rows and leaves have. The first words of
// a long query count most, and short parts of words count little.
func (q *query) weigh(rows, leaves int) {
	const leastPart = 4 // bytes
	for i := range q.terms {
		t := &q.terms[i]
		place := 1 / (1 + float64(i%maxWords)/50)
		t.inRow = (0.05 + math.Log(float64(1+rows)/float64(1+t.rows))) * place
		t.inLeaf = 0.3*t.inRow + math.Log(float64(1+leaves)/float64(1+t.leaves))*place
		t.part = 0.3
		if i < len(q.lengths) && q.lengths[i] < leastPart {
			t.part = 0.03
		}
	}
}

// sum adds the weights of words, and those of whole words again.
func (q *query) sum(words, whole *wordSet, weight func(*term) float64) (sum float64) {
	for word := range words.all {
		sum += q.terms[word].part * weight(&q.terms[word])
	}
	for word := range whole.all {
		sum += weight(&q.terms[word])
	}
	return sum
}
