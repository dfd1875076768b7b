package detect

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// Longest parts of an address (RFC 5321, 4.5.3.1).
const (
	longestLocal  = 64
	longestDomain = 253
)

// appendEmails appends the addresses of a text: ASCII letters, digits and ._%+- before
// the @, a host name with a dot behind it. Quoted local parts and international domains
// are not found.
func appendEmails(dst []profiles.Span, text []byte) []profiles.Span {
	for i := bytes.IndexByte(text, '@'); i >= 0; {
		start, end := localStart(text, i), domainEnd(text, i+1)
		if start < i && end > 0 && !isRemote(text, start, i, end) {
			dst = append(dst, profiles.Span{Start: start, End: end, Kind: "email"})
		}
		n := bytes.IndexByte(text[i+1:], '@')
		if n < 0 {
			break
		}
		i += 1 + n
	}
	return dst
}

// isLocal reports whether c can stand before the @.
func isLocal(c byte) bool {
	return isAlnum(c) || c == '.' || c == '_' || c == '%' || c == '+' || c == '-'
}

// localStart returns the start of the local part that ends at i; i if there is none.
func localStart(text []byte, i int) int {
	start := i
	for start > 0 && isLocal(text[start-1]) {
		if i-start == longestLocal {
			return i
		}
		start--
	}
	for start < i && !isAlnum(text[start]) && text[start] != '_' {
		start++
	}
	return start
}

// domainEnd returns the end of the host name that starts at i; 0 if there is none.
func domainEnd(text []byte, i int) int {
	end := i
	for end < len(text) && (isAlnum(text[end]) || text[end] == '-' || text[end] == '.' && end > i && text[end-1] != '.') {
		if end-i == longestDomain {
			return 0
		}
		end++
	}
	for end > i && !isAlnum(text[end-1]) {
		end--
	}
	name := text[i:end]
	dot := bytes.LastIndexByte(name, '.')
	if dot <= 0 || !isTopLevel(name[dot+1:]) || isVersion(name[:bytes.IndexByte(name, '.')]) {
		return 0
	}
	return end
}

// isTopLevel reports whether a label can end a host name. Endings of usual files and of
// systemd units, as in logo@2x.png, are none.
func isTopLevel(label []byte) bool {
	if len(label) < 2 {
		return false
	}
	for _, c := range label {
		if !isLetter(c) {
			return bytes.HasPrefix(bytes.ToLower(label), []byte("xn--"))
		}
	}
	return !fileEndings[string(bytes.ToLower(label))]
}

var fileEndings = map[string]bool{
	"png": true, "jpg": true, "jpeg": true, "gif": true, "svg": true, "webp": true, "js": true, "mjs": true,
	"css": true, "json": true, "html": true, "tgz": true, "gz": true, "service": true, "socket": true,
	"target": true, "timer": true, "mount": true, "slice": true,
}

// isVersion reports whether a label is digits, or v and digits: module@v1.2.3-rc.beta.
func isVersion(label []byte) bool {
	if len(label) > 1 && label[0]|0x20 == 'v' {
		label = label[1:]
	}
	for _, c := range label {
		if !isDigit(c) {
			return false
		}
	}
	return true
}

// isRemote reports whether text[start:end] is the account and host of a repository, as
// in git@example.com:group/project.
func isRemote(text []byte, start, i, end int) bool {
	switch string(text[start:i]) {
	case "git", "hg", "svn":
		c := at(text, end)
		return c == ':' && at(text, end+1) > ' ' || c == '/'
	}
	return false
}
