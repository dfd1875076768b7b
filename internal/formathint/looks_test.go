package formathint

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// TestLike: each text, at the place where a reader of JSON stops.
func TestLike(t *testing.T) {
	for text, want := range map[string]string{
		"\x1F\x8B\x08\x00\x00":                                "gzip",
		"\x28\xB5\x2F\xFD\x00":                                "zstd",
		"PK\x03\x04":                                          "a zip",
		wide(`{"a":1}`, 1, false):                             "UTF-16",
		wide(`{"a":1}`, 0, false):                             "UTF-16",
		wide(`{"a":1}`, 0, true):                              "UTF-16",
		"{\n<<<<<<< HEAD\n\"a\": 1\n=======\n":                "a merge",
		"{\"a\": 1\n=======\n\"a\": 2}":                       "a merge",
		"{\"a\": 1\r\n>>>>>>> topic\r\n}":                     "a merge",
		"<<<<<<< HEAD\n{}":                                    "a merge",
		"{\"a\": 1\n======== 1\n}":                            "",
		"{“a”: 1}":                                            "the quotes",
		"{\"a\": ‘x’}":                                        "the quotes",
		"<!DOCTYPE html>\n<html>":                             "HTML",
		"<HTML><body>":                                        "HTML",
		"<?xml version=\"1.0\"?><a/>":                         "XML",
		"<rows><row/></rows>":                                 "XML",
		"< 5":                                                 "",
		"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n{}":              "HTTP",
		"Content-Type: application/json\r\nX-A: b\r\n\r\n[1]": "HTTP",
		"Content-Type: application/json\n\n{}":                "HTTP",
		"Content-Type: application/json\n\nplain":             "",
		"data: {\"a\":1}\n\ndata: [1]\n":                      "an event stream",
		"event: message\ndata: {\"a\":1}\n\n":                 "an event stream",
		": ping\n\ndata: {}\n\n":                              "an event stream",
		"```json\n{}\n```":                                    "Markdown",
		"[server]\nport = 1\n":                                "TOML",
		"# why\n[[a.b]]\nport = 1\n":                          "TOML",
		"port = 1\n":                                          "TOML",
		"---\na\n":                                            "YAML",
		"# why\nname: x\nrows:\n  - a\n":                      "YAML",
		"global:\n  profile: minimal\n":                       "YAML",
		"- a\n- b\n":                                          "YAML",
		"\"a b\": 1\n'c': 2\n":                                "YAML",
		"Error: failed\n":                                     "",
		"nothing was found\nanywhere\n":                       "",
		"{'a': None}":                                         "Python or",
		"[b'a']":                                              "Python or",
		"{\"a\": None}":                                       "Python:",
		"[True]":                                              "Python:",
		"[1, NaN]":                                            "NaN",
		"[nan]":                                               "NaN",
		"[-Infinity]":                                         "NaN",
		"[inf]":                                               "NaN",
		"{\"a\": undefined}":                                  "JavaScript, whose",
		"{\"a\" => 1}":                                        "Ruby",
		"{a: 1}":                                              "JavaScript:",
		"{\"a\": 1,\n  $b : 2}":                               "JavaScript:",
		"{a}":                                                 "",
		"{\"a\": 1 // why\n}":                                 "a comment,",
		"/* why */ {}":                                        "a comment,",
		"{\"a\": 1 # why\n}":                                  "a comment:",
		"{\"a\": 1,}":                                         "comma",
		"[1 , \n ]":                                           "comma",
		"[1 2]":                                               "",
		"{\"a\": x}":                                          "",
		"{\"a\":":                                             "",
		"":                                                    "",
		"{\"a\": \"\n\"}":                                     "",
		strings.Repeat(" ", 9) + "{'a':1}":                    "Python or",
		"[" + strings.Repeat("1,", 1000) + "None]":            "Python:",
		"{\"a\":1,\n\"b\":2,\n" + strings.Repeat(" ", 999) + "}": "",
	} {
		got := Like([]byte(text), fault(t, text))
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%.60q: %q, want %q", text, got, want)
		}
	}
}

// fault is where a reader of JSON stops.
func fault(t *testing.T, text string) int {
	t.Helper()
	at, ok := errors.AsType[*scan.Error](scan.Check([]byte(text), scan.Limits{}, false))
	if !ok {
		t.Fatalf("%q is JSON", text)
	}
	return at.Offset
}

// wide is a text in UTF-16, with a byte order mark or without.
func wide(text string, marks int, big bool) string {
	var b bytes.Buffer
	for _, unit := range append(slices.Repeat([]uint16{0xFEFF}, marks), utf16.Encode([]rune(text))...) {
		low, high := byte(unit), byte(unit>>8)
		if big {
			low, high = high, low
		}
		b.Write([]byte{low, high})
	}
	return b.String()
}

// Text far from the beginning and from the fault is not read.
func TestLikeIsBounded(t *testing.T) {
	far := bytes.Repeat([]byte("{'a'}\n<html>"), 1<<17)
	text := slices.Concat(far, bytes.Repeat([]byte(" "), nearBytes), []byte("None"), bytes.Repeat([]byte(" "), nearBytes), far)
	copy(text, bytes.Repeat([]byte{'['}, headBytes))
	fault := len(far) + nearBytes
	few := slices.Concat(text[:headBytes], text[fault-nearBytes:fault+nearBytes])
	if got, want := Like(text, fault), Like(few, headBytes+nearBytes); got != want || !strings.Contains(got, "Python:") {
		t.Errorf("%q of all, %q of what is near", got, want)
	}
}

// FuzzLike: for any text and any place, the answer is a known sentence or none.
func FuzzLike(f *testing.F) {
	f.Add([]byte("{'a': 1}"), 1)
	f.Add([]byte("\x00"), 0)
	f.Fuzz(func(t *testing.T, text []byte, fault int) {
		got := Like(text, max(fault, 0))
		for _, l := range known() {
			if got == l.says {
				return
			}
		}
		if got != "" {
			t.Errorf("%q", got)
		}
	})
}
