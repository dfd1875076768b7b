package jsonish

import (
	"bytes"
	"cmp"

	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Names are searched backwards from their end. So the text before a name, such as an
// apostrophe or half a string, does not matter. Each search ends at the nearest quote of
// its kind, and no two searches read the same bytes.

// signedFrom returns the first name with a sign in text[i:to]; else its sign is to.
func (r *finder) signedFrom(i, to int) (found Assignment, ok bool) {
	for ; i < to; i = found.Behind {
		if i = r.text[:to].Separator(i); i >= to {
			break
		}
		if found, ok = r.nameBefore(i); ok {
			return found, true
		}
	}
	return Assignment{Sign: to, Behind: to}, false
}

// nameBefore returns the name before the separator at i. The equals sign of ":=" is part of
// the separator, and so is the bracket of "=>".
func (r *finder) nameBefore(i int) (found Assignment, ok bool) {
	text := r.text
	found.Sign, found.Behind = i, i+1
	switch next := text.At(i + 1); {
	case text[i] == lex.WideLead:
		found.Behind = i + len("：")
	case next == '=' && text[i] == ':', next == '>' && text[i] == '=':
		found.Behind = i + 2
	}
	end := text.BlanksBack(0, i)
	if text.Before(end) == 'm' {
		if start, ok := colourStart(text, end-1, 7); ok {
			end = start
		}
	}
	if end == 0 {
		return found, false
	}
	if text[i] == ':' && text.At(i+1) > ' ' {
		if start := text.BareWord(i); inURL(text, start, i) {
			found.URL, found.Name = true, scan.Span{Start: start, End: i}
			return found, true
		}
	}
	behind := text.WrittenBlanksBack(end)
	if behind == 0 {
		return found, false
	}
	if text[end-1] == ']' {
		behind, end = end-1, end-1
		if end == 0 {
			return found, false
		}
	}
	if name := bytes.TrimSuffix(bytes.TrimSuffix(text[:end], []byte("%5D")), []byte("%5d")); len(name) < end { // user%5Bname%5D
		found.Name = scan.Span{Start: text.BareWord(len(name)) + len("5B"), End: len(name)}
		return found, found.Name.Start < found.Name.End
	}
	if sign := text.QuoteBefore(behind); sign != nil {
		found.Quoted = true
		found.Name, ok = quoted(text, behind, sign)
		return found, ok
	}
	if compares(text, i) || text[:i].LineEnd(end) < i {
		return found, false
	}
	end = beforeDress(text[:i], end)
	found.Name = scan.Span{Start: text.BareWord(end), End: end}
	return found, found.Name.Start < end
}

// beforeDress returns the end of the bare name before end. Its dress goes: the sign of an
// optional member of TypeScript, bold text and code of Markdown, and a curly quote. So does
// the verb in "The password is: x".
func beforeDress(text lex.Text, end int) int {
	for n := 0; n < 2 && end > 0 && bytes.IndexByte([]byte("?*`"), text[end-1]) >= 0; n++ {
		end--
	}
	end = len(bytes.TrimSuffix(text[:end], []byte("”")))
	return len(bytes.TrimSuffix(text[:text.BlanksBack(end-min(end, 1), end)], []byte(" is")))
}

// compares reports whether the sign at i is part of "==".
func compares(text lex.Text, i int) bool {
	return text[i] == '=' && (text.Before(i) == '=' || text.At(i+1) == '=')
}

// quoted returns the name that the quote before i closes. The opening quote has the same
// form, and as many backslashes or more. Without one, the text was cut in the name or
// right before it.
func quoted(text lex.Text, i int, sign []byte) (name scan.Span, ok bool) {
	i -= len(sign)
	end := i - text.Backslashes(0, i)
	open := bytes.LastIndex(text[:end], sign)
	if open < 0 {
		return scan.Span{End: end}, end > 0
	} else if text.Backslashes(0, open) < i-end {
		return name, false
	}
	return scan.Span{Start: open + len(sign), End: end}, true
}

// colourStart returns the start of the escape of a terminal whose numbers end at i. It
// has at most most signs of numbers.
func colourStart(text lex.Text, i, most int) (start int, ok bool) {
	for start = i; start > 0 && start > i-most && (text[start-1]-'0' <= 9 || text[start-1] == ';'); {
		start--
	}
	return start - 2, start > 1 && text[start-1] == '[' && text[start-2] == 0x1b
}

// inURL reports whether the colon at i separates a user and a password. They belong to a
// URL, to curl's -u (unless both are numbers), or to a data source of MySQL. The user is
// the word from start on.
func inURL(text lex.Text, start, i int) bool {
	if isUserOfCurl(text[:start]) {
		word := text[start:text.WordEnd(i)]
		return len(bytes.Trim(bytes.TrimRight(word, `"'`), digits)) > len(":")
	}
	url := bytes.HasSuffix(text[:start], []byte("://"))
	if !url && start == i {
		return false
	}
	for end := i + 1; end < len(text) && end < i+lex.MaxLine; end++ {
		switch c := text[end]; {
		case c == '@':
			return end > i+1 && (url && text[end-1] != '/' || bytes.HasPrefix(text[end:], []byte("@tcp(")) || bytes.HasPrefix(text[end:], []byte("@unix(")))
		case c == '/' && url && len(bytes.Trim(text[i+1:end], digits)) > 0: // not behind a port
		case c <= ' ' || bytes.IndexByte([]byte(`/<"'`), c) >= 0 || !url && c == ':':
			return false
		}
	}
	return false
}

const digits = "0123456789"

// isUserOfCurl reports whether a text ends with the flag of curl before a user and a
// password, and the quote around them. Lines that end with a backslash are one.
func isUserOfCurl(text lex.Text) bool {
	if n := len(text); n > 0 && lex.IsQuote(text[n-1]) {
		text = text[:n-1]
	}
	if !lex.EndsWithAny(text, " -u ", " --user ") {
		return false
	}
	for end, start := len(text), 0; ; end = start - 1 {
		line := text[max(0, end-8*lex.MaxLine):end]
		start = end - len(line) + bytes.LastIndexByte(line, '\n') + 1
		if bytes.Contains(text[start:end], []byte("curl")) {
			return true
		}
		if before := bytes.TrimRight(text[:max(0, start-1)], "\r"); len(text)-end > 8*lex.MaxLine || !lex.EndsWithAny(before, "\\") {
			return false
		}
	}
}

// userEnd returns the end of a password that begins at i, behind a user that begins at start.
// It is the quote around both on curl's line, the at sign before a host, or a blank.
func userEnd(text lex.Text, start, i int) int {
	if quote := text.Before(start); lex.IsQuote(quote) && isUserOfCurl(text[:start]) {
		if n := bytes.IndexByte(text[i:text.LineEnd(i)], quote); n >= 0 {
			return i + n
		}
	}
	at := 0
	for end := i; end < len(text) && end < i+16*lex.MaxLine; end++ {
		switch c := text[end]; {
		case c == '@':
			at = end
		case c <= ' ' || lex.IsQuote(c) || c == '/' && at > 0 || bytes.IndexByte([]byte("<>("), c) >= 0:
			return cmp.Or(at, end)
		}
	}
	if at == 0 {
		at = text.LineEnd(i)
	}
	return at
}
