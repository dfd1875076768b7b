package testkit

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// MeetsFolded reports whether a folded name of a mask meets a member's name, and with
// suffix also by its last parts (fieldmask/LAWS.md, 13). It is a model: it splits names
// by expressions, and compares with strings.EqualFold.
func MeetsFolded(mask, name string, suffix bool) bool {
	want := strings.Join(partsOf(mask), "")
	if want == "" {
		return mask == name
	}
	parts := partsOf(name)
	suffix = suffix || utf8.RuneCountInString(want) > 5
	for i := range parts {
		if strings.EqualFold(strings.Join(parts[i:], ""), want) && (i == 0 || suffix) {
			return true
		}
	}
	return false
}

// EqualsFolded reports whether a folded name of a mask meets a whole name.
func EqualsFolded(mask, name string) bool {
	want, got := strings.Join(partsOf(mask), ""), strings.Join(partsOf(name), "")
	if want == "" {
		return mask == name
	}
	return strings.EqualFold(got, want)
}

// GlobMeetsFolded is [MeetsFolded] for a pattern with "*" as its only sign.
func GlobMeetsFolded(pattern, name string) bool {
	pieces := strings.Split(pattern, "*")
	exact, folded := "(?s)^"+strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, `.*`), "(?is)^"
	for i, piece := range pieces {
		if i > 0 {
			folded += `.*`
		}
		letters := strings.Join(partsOf(piece), "")
		if letters == "" && piece != "" {
			folded = `^\z.` // the pattern matches in its written form only
			break
		}
		if i > 0 && startsApart.MatchString(narrow(piece)) {
			folded += `\n`
		}
		folded += quoted(letters)
		if i < len(pieces)-1 && endsApart.MatchString(narrow(piece)) {
			folded += `\n`
		}
	}
	return regexp.MustCompile(exact+`$`).MatchString(name) ||
		regexp.MustCompile(folded+`$`).MatchString(strings.Join(partsOf(name), "\n\n"))
}

// quoted returns an expression for letters. A part may begin between any two of them.
func quoted(letters string) string {
	var each []string
	for _, r := range letters {
		each = append(each, regexp.QuoteMeta(string(r)))
	}
	return strings.Join(each, `(?:\n\n)?`)
}

var (
	apart       = `[\s\x{85}\v_.\-\p{Pc}\p{Pd}\p{Z}]`
	separators  = regexp.MustCompile(apart + `+`)
	startsApart = regexp.MustCompile(`^` + apart)
	endsApart   = regexp.MustCompile(apart + `$`)
	weightless  = regexp.MustCompile(`\p{Cf}`)
	hump        = regexp.MustCompile(`(\P{Lu})(\p{Lu})`)
	acronym     = regexp.MustCompile(`(\p{Lu})(\p{Lu}\p{Ll})`)
)

// partsOf splits a name at separators and humps.
func partsOf(name string) (parts []string) {
	text := weightless.ReplaceAllString(narrow(name), "")
	text = hump.ReplaceAllString(text, "$1 $2")
	text = acronym.ReplaceAllString(text, "$1 $2")
	parts = separators.Split(text, -1)
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	if last := len(parts) - 1; last >= 0 && strings.EqualFold(parts[last], "pgpassword") {
		parts = append(parts[:last], parts[last][:2], parts[last][2:])
	}
	return parts
}

// narrow writes full-width forms of ASCII as ASCII.
func narrow(name string) string {
	return strings.Map(func(r rune) rune {
		if r > 0xFF00 && r < 0xFF5F {
			return r - 0xFEE0
		}
		return r
	}, name)
}
