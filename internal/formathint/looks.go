// Package formathint recognises the format of a text that is no JSON, so that an error can
// name it. It knows other formats, text around JSON, and slips of people and programs. Its
// answer is one of a few fixed sentences, and never contains content. It reads little at
// the beginning and around the fault, for any size of the text.
package formathint

import (
	"bytes"
	"slices"
)

// How much is looked at: of the beginning, and on either side of the fault.
const (
	headBytes = 512
	nearBytes = 256
)

// Like returns a sentence about the format of text. The byte at fault is the first that
// JSON cannot have there. It returns "" if it recognises nothing.
func Like(text []byte, fault int) string {
	fault = min(fault, len(text))
	v := view{
		head:   text[:min(len(text), headBytes)],
		before: text[max(fault-nearBytes, 0):fault],
		after:  text[fault:min(len(text), fault+nearBytes)],
	}
	for _, l := range known() {
		if l.fits(v) {
			return l.says
		}
	}
	return ""
}

// view is the inspected part of a text.
type view struct {
	head          []byte // its beginning
	before, after []byte // the fault
}

// look is the sentence about a format, and the texts that it fits.
type look struct {
	says string
	fits func(view) bool
}

// known returns the looks, the surest first.
func known() []look {
	return []look{
		{"this looks like UTF-16: write it as UTF-8", isUTF16},
		{"this looks like gzip: unpack it first", starts("\x1F\x8B")},
		{"this looks like zstd: unpack it first", starts("\x28\xB5\x2F\xFD")},
		{"this looks like a zip archive: unpack it first", starts("PK\x03\x04")},
		{"this looks like a merge that nobody resolved", isMerge},
		{"this looks like the quotes of a word processor: JSON has straight ones", isTypographic},
		{"this looks like HTML, perhaps the page on which a server tells of an error", isHTML},
		{"this looks like XML", isXML},
		{"this looks like HTTP headers before the body: leave them out", isHTTP},
		{"this looks like an event stream: the JSON stands behind data:", isEvents},
		{"this looks like Markdown: the JSON stands in the code fence", starts("```")},
		{"this looks like TOML", isTOML},
		{"this looks like YAML", isYAML},
		{"this looks like Python or JavaScript: JSON has double quotes", at("'", "b'", `b"`)},
		{"this looks like Ruby: JSON has a colon after a name", at("=>")},
		{"this looks like NaN or an infinity, which JSON does not have", word("NaN", "nan", "Infinity", "infinity", "Inf", "inf")},
		{"this looks like Python: JSON says null, true, false", word("None", "True", "False")},
		{"this looks like JavaScript, whose undefined JSON does not have", word("undefined")},
		{"this looks like JavaScript: in JSON names have double quotes", isBareName},
		{"this looks like a comment, which JSON does not have", at("//", "/*")},
		{"this looks like a comment: none begins with #", at("#")},
		{"a comma stands before the closing bracket", isTrailingComma},
	}
}

// starts fits texts that begin so.
func starts(prefix string) func(view) bool {
	return func(v view) bool { return bytes.HasPrefix(v.head, []byte(prefix)) }
}

// at fits faults that begin so.
func at(prefixes ...string) func(view) bool {
	return func(v view) bool { return hasAny(v.after, prefixes...) }
}

// word fits faults in one of these words.
func word(words ...string) func(view) bool {
	return func(v view) bool {
		_, got, _ := v.word()
		return slices.Contains(words, string(got))
	}
}

// word returns the word around the fault, and the text before and after it. Some faults
// show at the first letter, some later.
func (v view) word() (before, name, after []byte) {
	start, end := len(v.before), 0
	for start > 0 && isLetter(v.before[start-1]) {
		start--
	}
	for end < len(v.after) && isLetter(v.after[end]) {
		end++
	}
	return v.before[:start], slices.Concat(v.before[start:], v.after[:end]), v.after[end:]
}

func hasAny(text []byte, prefixes ...string) bool {
	for _, p := range prefixes {
		if bytes.HasPrefix(text, []byte(p)) {
			return true
		}
	}
	return false
}

func isLetter(b byte) bool {
	return b|0x20 >= 'a' && b|0x20 <= 'z' || b >= '0' && b <= '9' || b == '_' || b == '$'
}
