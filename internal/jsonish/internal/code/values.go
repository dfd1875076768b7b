package code

import (
	"bytes"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
)

// IsReference reports whether a value is only a reference to another one, such as
// ${NAME} and {{ .Values.name }}.
func IsReference(value []byte) bool {
	value = bytes.Trim(value, " \t\"'`,;")
	switch {
	case bytes.HasPrefix(value, []byte("${")) || bytes.HasPrefix(value, []byte("$(")):
		n := bytes.IndexAny(value, "})")
		return n == len(value)-1 || n == len(value)-2 && bytes.HasSuffix(value, []byte("}}"))
	case bytes.HasPrefix(value, []byte("{{")):
		return bytes.Index(value, []byte("}}")) == len(value)-2
	}
	return false
}

// IsCall reports whether a value is a call, such as os.getenv("X").
func IsCall(value []byte) bool {
	n := 0
	for n < len(value) && (lex.IsAlnum(value[n]) || bytes.IndexByte([]byte("_.:&*$>-"), value[n]) >= 0) {
		n++
	}
	if n == 0 || n == len(value) || value[n] != '(' && value[n] != '[' || value[0]-'0' <= 9 {
		return false
	}
	return lex.EndsWithAny(bytes.TrimRight(value, " \t;,"), ")", "]")
}

// DefaultIn returns the place of the literal at the end of a call. It is empty if there is
// none. Example: "default" in os.getenv("X", "default").
func DefaultIn(call []byte) (start, end int) {
	end = len(bytes.TrimRight(call, ");, "))
	if end < 2 || !lex.IsQuote(call[end-1]) {
		return 0, 0
	}
	start = bytes.LastIndexByte(call[:end-1], call[end-1])
	if !lex.EndsWithAny(bytes.TrimRight(call[:max(start, 0)], " "), ",") {
		return 0, 0
	}
	return start, end
}

// LongNumber returns the length of the number of four digits or more that begins a value;
// 0 is none.
func LongNumber(value []byte) (n int) {
	for n < len(value) && (value[n]-'0' <= 9 || value[n] == '.' || value[n] == '_') {
		n++
	}
	if n < 4 || n < len(value) && lex.IsAlnum(value[n]) {
		return 0
	}
	return n
}

// types are the words that name a type in common languages.
var types = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for word := range strings.FieldsSeq(`string str String int int64 Int Integer number Number float Float double
		bool boolean Boolean bytes Bytes byte any Any unknown object Object void None null nil undefined never char
		text Text secret SecretStr EmailStr Optional Option Union Vec List list dict Dict Array array Record Promise
		Callable Iterable Sequence uint u8 u32 u64 i32 i64 usize f64 varchar VARCHAR TEXT NULL uuid UUID symbol bigint
		Box Result Maybe Token SecureString`) {
		words[word] = true
	}
	return words
})

// IsType reports whether a word names a type.
func IsType(word []byte) bool { return types()[string(word)] }

// Typed reads a type at the beginning of a value. It returns the length of the type and
// an equals sign before a default value, or 0. alone is true if there is a type, and no
// value behind it.
func Typed(value []byte) (n int, alone bool) {
	start := len(value) - len(bytes.TrimLeft(value, "&*"))
	end := start
	for end < len(value) && (lex.IsAlnum(value[end]) || value[end] == '_') {
		end++
	}
	if !IsType(value[start:end]) || end < len(value) && bytes.IndexByte([]byte(" ,;=)[]<|?}\"'"), value[end]) < 0 {
		return 0, false
	}
	n = bytes.IndexByte(value, '=')
	if n < 0 || n+1 >= len(value) || value[n+1] == '=' || value[n+1] == '>' || n > lex.MaxPair {
		return 0, end == len(value) || value[end] != ' '
	}
	for n++; n < len(value) && value[n] == ' '; n++ {
	}
	return n, false
}
