package scan

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// These tests hold the lexer against tables of go-json-experiment's jsontext
// where they are at hand, and against some cases of their own anywhere. The
// tables have conventions of their own: at the end of input they give the place
// to read on from, where we give the end.

func TestString(t *testing.T) {
	for _, c := range []struct {
		in      string
		max     int
		end     int
		escapes Escapes
		kind    Kind
		text    string
	}{
		{in: ``, kind: KindEOF},
		{in: `x`, kind: KindName},
		{in: `""x`, end: 2},
		{in: `"hello"`, max: 5, end: 7, text: "hello"},
		{in: `"hello"`, max: 4, end: 5, kind: KindStringSize},
		{in: `"hello`, max: 4, end: 5, kind: KindStringSize},
		{in: `"hello`, max: 5, end: 6, kind: KindEOF},
		{in: `"he\nlo"`, max: 6, end: 8, escapes: Escaped, text: "he\nlo"},
		{in: `"he\nlo"`, max: 5, end: 6, kind: KindStringSize, escapes: Escaped},
		{in: "\"hé\x01\"", max: 2, end: 3, kind: KindStringSize},
		{in: "\"\xff234567\"", max: 2, end: 1, kind: KindUTF8},
		{in: `"0123456789abcdef0123456789" `, max: 26, end: 28, text: "0123456789abcdef0123456789"},
		{in: `"0123456789abcdef0123456789" `, max: 25, end: 26, kind: KindStringSize},
		{in: `"a\u003D\n"`, max: 99, end: 11, escapes: Escaped | SignEscape, text: "a=\n"},
		{in: `"\\u0022"`, max: 99, end: 9, escapes: Escaped | LeadEscape, text: `\u0022`},
		{in: `"\\u003a and more"`, max: 99, end: 18, escapes: Escaped | LeadEscape | SignEscape, text: `\u003a and more`},
		{in: `"\\n  {"`, max: 99, end: 8, escapes: Escaped | LeadEscape, text: `\n  {`},
		{in: `"\\name"`, max: 99, end: 8, escapes: Escaped, text: `\name`},
		{in: `"\/*"`, max: 99, end: 5, escapes: Escaped | LeadEscape, text: `/*`},
		{in: `"\n*"`, max: 99, end: 5, escapes: Escaped, text: "\n*"},
		{in: `"\u002fa\u0022b"`, max: 99, end: 16, escapes: Escaped | LeadEscape, text: `/a"b`},
		{in: `"\ud83d\ude02\u00e9\/"`, max: 99, end: 22, escapes: Escaped, text: "😂é/"},
	} {
		for _, behind := range []string{"", strings.Repeat("x", 40)} {
			if c.kind == KindEOF && behind != "" {
				continue
			}
			end, escaped, kind := String([]byte(c.in+behind), 0, c.max)
			if end != c.end || escaped != (c.escapes != NoEscapes) || kind != c.kind {
				t.Errorf("%q, %d: %d, %v, %s, want %d, %03b, %s", c.in+behind, c.max, end, escaped, kind, c.end, c.escapes, c.kind)
			}
			if kind == KindNone && EscapesOf([]byte(c.in[1:c.end-1])) != c.escapes {
				t.Errorf("%q: %03b, want %03b", c.in, EscapesOf([]byte(c.in[1:c.end-1])), c.escapes)
			}
		}
		if c.kind == KindNone {
			checkText(t, c.in[:c.end], c.text)
		}
	}
	if end, _, kind := String(nil, -1, 0); end != 0 || kind != KindEOF {
		t.Errorf("no text at all: %d, %s", end, kind)
	}

	var table struct {
		Cases []struct {
			In       []byte  `json:"in_b64"`
			Consumed int     `json:"consumed_strict"`
			Err      *string `json:"err_strict"`
			Text     []byte  `json:"unquoted_b64"`
		}
	}
	readShared(t, "suites/lexer/jsontext_strings.json", &table)
	for _, c := range table.Cases {
		want := kindOf(c.Err)
		switch {
		case string(c.In) == `"\uDEAD`:
			want = KindSurrogate // a second half cannot come first, whatever follows
		case string(c.In) == `"\uD800\udb`:
			want, c.Consumed = KindEOF, len(c.In) // no second half, but we read it whole first
		case want == KindEOF:
			c.Consumed = len(c.In)
		}
		end, _, kind := String(c.In, 0, len(c.In))
		if end != c.Consumed || kind != want {
			t.Errorf("%q: %d, %s, want %d, %s", c.In, end, kind, c.Consumed, want)
		}
		if kind == KindNone {
			checkText(t, string(c.In[:end]), string(c.Text))
		}
	}
}

// checkText decodes a string, and encodes the text again.
func checkText(t *testing.T, token, want string) {
	t.Helper()
	text := AppendUnquote([]byte("<"), []byte(token[1:len(token)-1]))
	if string(text) != "<"+want {
		t.Errorf("AppendUnquote(%s) = %q, want %q", token, text[1:], want)
	}
	again := AppendQuote(nil, text[1:])
	if end, _, kind := String(again, 0, len(again)); end != len(again) || kind != KindNone || len(again) > len(token) {
		t.Errorf("AppendQuote(%q) = %s: %s at %d", text[1:], again, kind, end)
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		in   string
		end  int
		kind Kind
	}{
		{"", 0, KindEOF}, {"-", 1, KindEOF}, {"0.", 2, KindEOF}, {"0e", 2, KindEOF}, {"0e-", 3, KindEOF},
		{"x", 0, KindNumber}, {"+1", 0, KindNumber}, {".5", 0, KindNumber}, {"- 1", 1, KindNumber},
		{"1.x", 2, KindNumber}, {"1.e1", 2, KindNumber}, {"1ex", 2, KindNumber}, {"1e+x", 3, KindNumber},
		{"0", 1, KindNone}, {"-0", 2, KindNone}, {"00", 1, KindNone}, {"-01", 2, KindNone}, {"0x12", 1, KindNone},
		{"12345678901234567890,", 20, KindNone}, {"1234567,", 7, KindNone}, {"12345678", 8, KindNone},
		{"1.5E+007 ", 8, KindNone}, {"1e5.", 3, KindNone}, {"1.5.", 3, KindNone}, {"1e5e5", 3, KindNone},
		{"1:", 1, KindNone}, {"1/", 1, KindNone}, // the neighbours of the digits
		{"12\xb034567890", 2, KindNone}, // a digit but for its high bit
	} {
		if end, kind := Number([]byte(c.in), 0); end != c.end || kind != c.kind {
			t.Errorf("%q: %d, %s, want %d, %s", c.in, end, kind, c.end, c.kind)
		}
	}

	var table struct {
		Cases []struct {
			In       []byte `json:"in_b64"`
			Consumed int
			Err      *string
		}
	}
	readShared(t, "suites/lexer/jsontext_numbers.json", &table)
	for _, c := range table.Cases {
		want := kindOf(c.Err)
		if want == KindEOF {
			c.Consumed = len(c.In)
		}
		if end, kind := Number(c.In, 0); end != c.Consumed || kind != want {
			t.Errorf("%.40q: %d, %s, want %d, %s", c.In, end, kind, c.Consumed, want)
		}
	}
}

func TestLiteralAndScalar(t *testing.T) {
	for _, c := range []struct {
		in   string
		end  int
		kind Kind
	}{
		{"true", 4, KindNone}, {"false", 5, KindNone}, {"null", 4, KindNone}, {"nullx", 4, KindNone},
		{"", 0, KindEOF}, {"t", 1, KindEOF}, {"fals", 4, KindEOF}, {"nul", 3, KindEOF},
		{"tRue", 1, KindLiteral}, {"falsE", 4, KindLiteral}, {"nuXX", 2, KindLiteral}, {"fal5", 3, KindLiteral},
	} {
		if end, kind := literal([]byte(c.in), 0); end != c.end || kind != c.kind {
			t.Errorf("literal(%q): %d, %s, want %d, %s", c.in, end, kind, c.end, c.kind)
		}
		if end, kind := Scalar([]byte(c.in), 0, 0); end != c.end || kind != c.kind {
			t.Errorf("Scalar(%q): %d, %s, want %d, %s", c.in, end, kind, c.end, c.kind)
		}
	}
	for in, want := range map[string]Kind{`"a"`: KindNone, `-1`: KindNone, `9`: KindNone, `[`: KindValue, `x`: KindValue, `:`: KindValue} {
		if _, kind := Scalar([]byte(in), 0, 1); kind != want {
			t.Errorf("Scalar(%q): %s, want %s", in, kind, want)
		}
	}
	if end, kind := literal([]byte("x"), 0); end != 0 || kind != KindLiteral {
		t.Errorf("Literal of another word: %d, %s", end, kind)
	}
}

func TestSpace(t *testing.T) {
	for in, want := range map[string]int{"": 0, "x": 0, " ": 1, " \t\r\n\tx": 5, "\n                  x": 19, "\v": 0, "\x00": 0, "\u00a0": 0,
		"\n       \n  \r\n         ": 22, "        \n       x": 16} {
		if got := Space([]byte(in), 0); got != want {
			t.Errorf("%q: %d, want %d", in, got, want)
		}
	}
}

// The tables list valid and broken values, and each valid value without whitespace.
func TestValues(t *testing.T) {
	var table struct {
		Cases []struct {
			Name       string
			In         []byte `json:"in_b64"`
			Valid      bool
			Compacted  []byte  `json:"compacted_b64"`
			CompactErr *string `json:"compact_err"`
		}
	}
	readShared(t, "suites/lexer/jsontext_values.json", &table)
	for _, c := range table.Cases {
		if err := Check(c.In, Limits{}, true); (err == nil) != c.Valid {
			t.Errorf("%s: %v, want valid: %t", c.Name, err, c.Valid)
		}
		if got := AppendCompact(nil, c.In); c.CompactErr == nil && string(got) != string(c.Compacted) {
			t.Errorf("%s: %s, want %s", c.Name, got, c.Compacted)
		}
	}
}

// The table of decoder errors runs as streams. At the end of input it names the
// container where we name the value that is due in it.
func TestDecoderErrors(t *testing.T) {
	var table struct {
		Cases []struct {
			Name    string
			In      []byte `json:"in_b64"`
			Options int    `json:"nopts"`
			Errors  []string
		}
	}
	readShared(t, "suites/lexer/jsontext_decoder_errors.json", &table)
	place := regexp.MustCompile(`(?: within "(.*)")? after offset (\d+)$`)
	for _, c := range table.Cases {
		if c.Options > 0 && c.Name != "InvalidString/RejectInvalidUTF8" {
			continue // lenient reading
		}
		if c.Name == "ValidObject/InvalidValue" || c.Name == "ValidArray/InvalidValue" {
			continue // faults of their caller, in valid texts
		}
		_, err := checkStream(strings.NewReader(string(c.In)))
		got := fault(t, err)
		if c.Errors == nil || c.Errors[0] == "EOF" {
			if err != nil {
				t.Errorf("%s: %v", c.Name, err)
			}
			continue
		}
		want := Error{Kind: kindOf(&c.Errors[0]), Offset: len(c.In)}
		switch m := place.FindStringSubmatch(c.Errors[0]); {
		case m != nil:
			want.Pointer = m[1]
			want.Offset, _ = strconv.Atoi(m[2])
		case want.Kind == KindDuplicate:
			want.Pointer, want.Offset = "/X", strings.LastIndex(string(c.In), `"X"`)
		}
		if want.Kind == KindEOF && want.Pointer == "" {
			want.Pointer = got.Pointer
		}
		if got.Kind != want.Kind || got.Offset != want.Offset || got.Pointer != want.Pointer {
			t.Errorf("%s: %q: %s at %d, %q, want %s at %d, %q", c.Name, c.In,
				got.Kind, got.Offset, got.Pointer, want.Kind, want.Offset, want.Pointer)
		}
	}
}

// kindOf returns the kind for the name of a fault in the tables.
func kindOf(message *string) Kind {
	if message == nil {
		return KindNone
	}
	for _, name := range []struct {
		text string
		kind Kind
	}{
		{"unexpected EOF", KindEOF},
		{"invalid UTF-8", KindUTF8},
		{"invalid surrogate pair", KindSurrogate},
		{"invalid escape sequence", KindEscape},
		{"(expecting non-control character)", KindControl},
		{"in number", KindNumber},
		{"in literal", KindLiteral},
		{"at start of value", KindValue},
		{"at start of string", KindName},
		{"after object name", KindColon},
		{"after object value", KindComma},
		{"after array element", KindComma},
		{"duplicate object member name", KindDuplicate},
	} {
		if strings.Contains(*message, name.text) {
			return name.kind
		}
	}
	return KindNone
}
