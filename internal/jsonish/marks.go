package jsonish

import "bytes"

// plain returns a bare word without the signs of a flag, a variable or coloured text:
// "--password", "$password", "-Dpassword". It also removes the rest of a terminal escape.
// It returns the word itself if there are none.
func plain(text []byte, start, end int) []byte {
	word := text[start:end]
	if n := colourEnd(text, start, end); n > 0 {
		return text[start+n : end]
	}
	trimmed := bytes.TrimLeft(word, "-$")
	if len(word)-len(trimmed) == 1 && len(trimmed) > 1 && word[0] == '-' && trimmed[0] == 'D' {
		trimmed = trimmed[1:]
	}
	return trimmed
}

// colourEnd returns the length of the part of a word that belongs to a colour escape.
func colourEnd(text []byte, start, end int) int {
	i := start
	for i > 0 && i > start-8 && (text[i-1]-'0' <= 9 || text[i-1] == ';') {
		i--
	}
	if i < 2 || text[i-1] != '[' || text[i-2] != 0x1b {
		return 0
	}
	n := 0
	for start+n < end && text[start+n]-'0' <= 9 {
		n++
	}
	if start+n < end && text[start+n] == 'm' {
		return n + 1
	}
	return 0
}

// colourBack returns the start of the escape of a terminal that ends at i; i is none.
func colourBack(text []byte, i int) int {
	if i < 3 || text[i-1] != 'm' {
		return i
	}
	j := i - 1
	for j > 0 && j > i-8 && (text[j-1]-'0' <= 9 || text[j-1] == ';') {
		j--
	}
	if j > 1 && text[j-1] == '[' && text[j-2] == 0x1b {
		return j - 2
	}
	return i
}

// inURL reports whether the colon at i separates a user and a password. They belong to a
// URL, to curl's -u (unless both are numbers), or to a data source of MySQL. The user is
// the word from start on.
func inURL(text []byte, start, i int) bool {
	before := text[:start]
	if isUserOfCurl(before) {
		return !isNumber(text[start:i]) || !isNumber(text[i+1:tokenEnd(text, i+1)])
	}
	url := bytes.HasSuffix(before, []byte("://"))
	if !url && start == i {
		return false
	}
	for end := i + 1; end < len(text) && end < i+maxLine; end++ {
		switch c := text[end]; {
		case c == '@':
			return end > i+1 && (url || bytes.HasPrefix(text[end:], []byte("@tcp(")) || bytes.HasPrefix(text[end:], []byte("@unix(")))
		case c <= ' ' || c == '/' || c == '"' || c == '\'' || c == '<' || !url && c == ':':
			return false
		}
	}
	return false
}

// isUserOfCurl reports whether a text ends with the flag of curl before a user and a
// password, and the quote around them. Lines that end with a backslash are one.
func isUserOfCurl(text []byte) bool {
	if n := len(text); n > 0 && isQuote(text[n-1]) {
		text = text[:n-1]
	}
	if !endsWithAny(text, " -u ", " --user ") {
		return false
	}
	for end, start := len(text), 0; ; end = start - 1 {
		line := text[max(0, end-8*maxLine):end]
		start = end - len(line) + bytes.LastIndexByte(line, '\n') + 1
		if bytes.Contains(text[start:end], []byte("curl")) {
			return true
		}
		if line = bytes.TrimRight(text[:max(0, start-1)], "\r"); len(text)-end > 8*maxLine || !endsWithAny(line, "\\") {
			return false
		}
	}
}

// tokenEnd returns the end of a word that a blank or a quote ends.
func tokenEnd(text []byte, i int) int {
	for i < len(text) && text[i] > ' ' && !isQuote(text[i]) {
		i++
	}
	return i
}

// isNumber reports whether a word holds digits alone.
func isNumber(word []byte) bool { return len(bytes.TrimLeft(word, digits)) == 0 }

// userEnd returns the end of a password that begins at i, behind a user that begins at
// start. It is the quote around both on curl's line, the at sign before a host, or a
// blank.
func userEnd(text []byte, start, i int) int {
	if start > 0 && isQuote(text[start-1]) && isUserOfCurl(text[:start]) {
		if n := bytes.IndexByte(text[i:lineEnd(text, i)], text[start-1]); n >= 0 {
			return i + n
		}
	}
	at := 0
	for end := i; end < len(text) && end < i+16*maxLine; end++ {
		switch c := text[end]; {
		case c == '@':
			at = end
		case c <= ' ' || c == '/' || c == '"' || c == '\'' || c == '<' || c == '>' || c == '(':
			if at > 0 {
				return at
			}
			return end
		}
	}
	if at > 0 {
		return at
	}
	return lineEnd(text, i)
}

// passwordName is the name given to the password of a URL.
var passwordName = []byte("password")
