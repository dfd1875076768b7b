package scan

import "strings"

// verdictCase is a text and the verdict of a strict Check. A text without a document, or
// with more than one, gets the verdict for a single document.
type verdictCase struct {
	in      string
	kind    Kind
	offset  int
	pointer string
}

// documents holds every rule of RFC 8259 in both directions, and the places of
// faults. Fuzz tests start from it.
var documents = []verdictCase{
	// Every kind of value, alone and with whitespace around it.
	{in: `null`}, {in: `true`}, {in: `false`}, {in: `0`}, {in: `""`}, {in: `[]`}, {in: `{}`},
	{in: " \t\r\nnull \t\r\n"}, {in: " {} "}, {in: "\n[]\n"},
	{in: `[null,true,false,0,"",[],{}]`},
	{in: `{"a":null,"b":[1,{"c":"d"}],"e":{}}`},
	{in: " { \"a\" : [ 1 , 2 ] , \"b\" : { } , \"c\" : [ ] } "},
	{in: "[\n        1,\n                2\n]"},

	// Numbers (§6).
	{in: `-0`}, {in: `0.0`}, {in: `-0.0e-0`}, {in: `10`}, {in: `1e400`}, {in: `1E+2`}, {in: `1e-2`}, {in: `0e00`},
	{in: `9007199254740993`}, {in: `-123456789012345678901234567890.5`}, {in: `[1234567,12345678,123456789]`},
	{in: `-`, kind: KindEOF, offset: 1},
	{in: `1.`, kind: KindEOF, offset: 2},
	{in: `1e`, kind: KindEOF, offset: 2},
	{in: `1e+`, kind: KindEOF, offset: 3},
	{in: `[-]`, kind: KindNumber, offset: 2, pointer: "/0"},
	{in: `[--1]`, kind: KindNumber, offset: 2, pointer: "/0"},
	{in: `[1.]`, kind: KindNumber, offset: 3, pointer: "/0"},
	{in: `[1.e1]`, kind: KindNumber, offset: 3, pointer: "/0"},
	{in: `[1e]`, kind: KindNumber, offset: 3, pointer: "/0"},
	{in: `[1e+]`, kind: KindNumber, offset: 4, pointer: "/0"},
	{in: `[1e1.5]`, kind: KindComma, offset: 4},
	{in: `[1.2.3]`, kind: KindComma, offset: 4},
	{in: `[01]`, kind: KindComma, offset: 2},
	{in: `[-01]`, kind: KindComma, offset: 3},
	{in: `[00000000000]`, kind: KindComma, offset: 2},
	{in: `[0x1F]`, kind: KindComma, offset: 2},
	{in: `[1_000]`, kind: KindComma, offset: 2},
	{in: `[1f]`, kind: KindComma, offset: 2},
	{in: `[+1]`, kind: KindValue, offset: 1, pointer: "/0"},
	{in: `[.5]`, kind: KindValue, offset: 1, pointer: "/0"},
	{in: `[NaN]`, kind: KindValue, offset: 1, pointer: "/0"},
	{in: `[Infinity]`, kind: KindValue, offset: 1, pointer: "/0"},
	{in: `[-Infinity]`, kind: KindNumber, offset: 2, pointer: "/0"},
	{in: "[１]", kind: KindValue, offset: 1, pointer: "/0"},
	{in: "01", kind: KindTrailing, offset: 1},

	// Literals (§3).
	{in: `nul`, kind: KindEOF, offset: 3},
	{in: `nulL`, kind: KindLiteral, offset: 3},
	{in: `falsy`, kind: KindLiteral, offset: 4},
	{in: `[tru]`, kind: KindLiteral, offset: 4, pointer: "/0"},
	{in: `[trua]`, kind: KindLiteral, offset: 4, pointer: "/0"},
	{in: `[nullx]`, kind: KindComma, offset: 5},
	{in: `truefalse`, kind: KindTrailing, offset: 4},
	{in: `True`, kind: KindValue, offset: 0},
	{in: `[undefined]`, kind: KindValue, offset: 1, pointer: "/0"},

	// Strings (§7): escapes.
	{in: `"\"\\\/\b\f\n\r\t\u0000\u001F\uABCD\uabcd"`},
	{in: `"\ud834\udd1e"`}, {in: `"\uD834\uDD1E\uDBFF\uDFFF"`}, {in: `"\ud7ff\ue000"`}, {in: `"\ud800\udc00"`},
	{in: `"\`, kind: KindEOF, offset: 2},
	{in: `"\u`, kind: KindEOF, offset: 3},
	{in: `"\u12`, kind: KindEOF, offset: 5},
	{in: `"\ud834`, kind: KindEOF, offset: 7},
	{in: `"\ud834\`, kind: KindEOF, offset: 8},
	{in: `"\ud834\u`, kind: KindEOF, offset: 9},
	{in: `"\ud834\udd`, kind: KindEOF, offset: 11},
	{in: `"\ud834\udd1e`, kind: KindEOF, offset: 13},
	{in: `["a\x"]`, kind: KindEscape, offset: 3, pointer: "/0"},
	{in: `["a\U0041"]`, kind: KindEscape, offset: 3, pointer: "/0"},
	{in: `["a\u00g0"]`, kind: KindEscape, offset: 3, pointer: "/0"},
	{in: `["a\u00`, kind: KindEOF, offset: 7, pointer: "/0"},
	{in: `["a\u0g`, kind: KindEscape, offset: 3, pointer: "/0"},
	{in: `["a\u00"]`, kind: KindEscape, offset: 3, pointer: "/0"},
	{in: `["\'"]`, kind: KindEscape, offset: 2, pointer: "/0"},
	{in: "[\"\\\n\"]", kind: KindEscape, offset: 2, pointer: "/0"},

	// Halves of surrogate pairs (§8.2).
	{in: `["\ud800"]`, kind: KindSurrogate, offset: 2, pointer: "/0"},
	{in: `["\ud800x"]`, kind: KindSurrogate, offset: 2, pointer: "/0"},
	{in: `["\udc00"]`, kind: KindSurrogate, offset: 2, pointer: "/0"},
	{in: `["\udfff"]`, kind: KindSurrogate, offset: 2, pointer: "/0"},
	{in: `["\udc00\udc00"]`, kind: KindSurrogate, offset: 2, pointer: "/0"},
	{in: `["\ud800\ue000"]`, kind: KindSurrogate, offset: 2, pointer: "/0"},
	{in: `["\udc00\ud800"]`, kind: KindSurrogate, offset: 2, pointer: "/0"},
	{in: `["\ud800\n"]`, kind: KindSurrogate, offset: 2, pointer: "/0"},
	{in: `["\ud800\ud800"]`, kind: KindSurrogate, offset: 2, pointer: "/0"},
	{in: `["\ud800\u0041"]`, kind: KindSurrogate, offset: 2, pointer: "/0"},
	{in: `["\ud800\uzzzz"]`, kind: KindSurrogate, offset: 2, pointer: "/0"},
	{in: `["ab\ud83d\ude02\ud83d"]`, kind: KindSurrogate, offset: 16, pointer: "/0"},
	{in: `{"password\ud800":1}`, kind: KindSurrogate, offset: 10},

	// Control characters.
	{in: "[\"a\x00b\"]", kind: KindControl, offset: 3, pointer: "/0"},
	{in: "[\"a\x1fb\"]", kind: KindControl, offset: 3, pointer: "/0"},
	{in: "[\"a\tb\"]", kind: KindControl, offset: 3, pointer: "/0"},
	{in: "[\"0123456789abcdef\n\"]", kind: KindControl, offset: 18, pointer: "/0"},
	{in: "[\"\x7f\"]"},
	{in: "[\x00]", kind: KindValue, offset: 1, pointer: "/0"},
	{in: "[\f]", kind: KindValue, offset: 1, pointer: "/0"},
	{in: "[\v1]", kind: KindValue, offset: 1, pointer: "/0"},
	{in: "[1\x1e]", kind: KindComma, offset: 2},
	{in: "[\u00a0]", kind: KindValue, offset: 1, pointer: "/0"},
	{in: "[1]\x00", kind: KindTrailing, offset: 3},

	// UTF-8 (§8.1).
	{in: "[\"é€😂\u0080\u07ff\u0800\uffff\U00010000\U0010ffff\"]"},
	{in: "[\"日本語の長い文字列です\",\"0123456789é\"]"},
	{in: "[\"x\x80\"]", kind: KindUTF8, offset: 3, pointer: "/0"},
	{in: "[\"é\xff\"]", kind: KindUTF8, offset: 4, pointer: "/0"},
	{in: "[\"\xc0\xaf\"]", kind: KindUTF8, offset: 2, pointer: "/0"},                 // overlong
	{in: "[\"\xe0\x80\xaf\"]", kind: KindUTF8, offset: 2, pointer: "/0"},             // overlong
	{in: "[\"\xf0\x80\x80\xaf\"]", kind: KindUTF8, offset: 2, pointer: "/0"},         // overlong
	{in: "[\"\xed\xa0\x80\"]", kind: KindUTF8, offset: 2, pointer: "/0"},             // a surrogate
	{in: "[\"\xf4\x90\x80\x80\"]", kind: KindUTF8, offset: 2, pointer: "/0"},         // above U+10FFFF
	{in: "[\"\xfc\x80\x80\x80\x80\x80\"]", kind: KindUTF8, offset: 2, pointer: "/0"}, // six bytes
	{in: "[\"\xe6\x97\"]", kind: KindUTF8, offset: 2, pointer: "/0"},                 // cut short
	{in: "[\"\xe6\x97", kind: KindEOF, offset: 4, pointer: "/0"},
	{in: "[\"\xff\\x\"]", kind: KindUTF8, offset: 2, pointer: "/0"}, // the first of two faults
	{in: "[\"\xff\x01\"]", kind: KindUTF8, offset: 2, pointer: "/0"},
	{in: "[\"\xff", kind: KindUTF8, offset: 2, pointer: "/0"},
	{in: "{\"k\xff\":1}", kind: KindUTF8, offset: 3},
	{in: "[\xff]", kind: KindValue, offset: 1, pointer: "/0"},
	{in: "\ufeff{}", kind: KindBOM, offset: 0},
	{in: "\xef\xbb{}", kind: KindValue, offset: 0},
	{in: "{}\ufeff", kind: KindTrailing, offset: 2},
	{in: "\xff\xfe[\x00]\x00", kind: KindValue, offset: 0},

	// Arrays and objects (§4, §5), and where they break.
	{in: ``, kind: KindEOF, offset: 0},
	{in: `  `, kind: KindEOF, offset: 2},
	{in: `[`, kind: KindEOF, offset: 1, pointer: "/0"},
	{in: `[1`, kind: KindEOF, offset: 2, pointer: "/0"},
	{in: `["a"`, kind: KindEOF, offset: 4},
	{in: `[1 `, kind: KindEOF, offset: 3},
	{in: `[1,`, kind: KindEOF, offset: 3, pointer: "/1"},
	{in: `[1,]`, kind: KindValue, offset: 3, pointer: "/1"},
	{in: `[,1]`, kind: KindValue, offset: 1, pointer: "/0"},
	{in: `[1,,2]`, kind: KindValue, offset: 3, pointer: "/1"},
	{in: `[1 2]`, kind: KindComma, offset: 3},
	{in: `[1;2]`, kind: KindComma, offset: 2},
	{in: `[1:2]`, kind: KindComma, offset: 2},
	{in: `[1}`, kind: KindComma, offset: 2},
	{in: `[}`, kind: KindValue, offset: 1, pointer: "/0"},
	{in: `[3[4]]`, kind: KindComma, offset: 2},
	{in: `[[1]2]`, kind: KindComma, offset: 4},
	{in: `[1]]`, kind: KindTrailing, offset: 3},
	{in: `]`, kind: KindValue, offset: 0},
	{in: `,`, kind: KindValue, offset: 0},
	{in: `{`, kind: KindEOF, offset: 1},
	{in: `{"a`, kind: KindEOF, offset: 3},
	{in: `{"a"`, kind: KindEOF, offset: 4, pointer: "/a"},
	{in: `{"a":`, kind: KindEOF, offset: 5, pointer: "/a"},
	{in: `{"a":"b`, kind: KindEOF, offset: 7, pointer: "/a"},
	{in: `{"a":"b"`, kind: KindEOF, offset: 8},
	{in: `{"a":1,`, kind: KindEOF, offset: 7},
	{in: `{"a":1,}`, kind: KindName, offset: 7},
	{in: `{,"a":1}`, kind: KindName, offset: 1},
	{in: `{1:1}`, kind: KindName, offset: 1},
	{in: `{null:1}`, kind: KindName, offset: 1},
	{in: `{'a':1}`, kind: KindName, offset: 1},
	{in: `{a:1}`, kind: KindName, offset: 1},
	{in: `{]`, kind: KindName, offset: 1},
	{in: `{"a"}`, kind: KindColon, offset: 4, pointer: "/a"},
	{in: `{"a" 1}`, kind: KindColon, offset: 5, pointer: "/a"},
	{in: `{"a","b"}`, kind: KindColon, offset: 4, pointer: "/a"},
	{in: `{"a"::1}`, kind: KindValue, offset: 5, pointer: "/a"},
	{in: `{"a":}`, kind: KindValue, offset: 5, pointer: "/a"},
	{in: `{"a":1 "b":2}`, kind: KindComma, offset: 7},
	{in: `{"a":1]`, kind: KindComma, offset: 6},
	{in: `{"a":[1}`, kind: KindComma, offset: 7, pointer: "/a"},
	{in: `{"a":1}}`, kind: KindTrailing, offset: 7},
	{in: `{}{}`, kind: KindTrailing, offset: 2},
	{in: `[1] 2`, kind: KindTrailing, offset: 4},
	{in: `"a" "b"`, kind: KindTrailing, offset: 4},
	{in: `[1]// note`, kind: KindTrailing, offset: 3},
	{in: `[/* note */1]`, kind: KindValue, offset: 1, pointer: "/0"},
	{in: `["]"`, kind: KindEOF, offset: 4},
	{in: `["}]\"]"]`},

	// Pointers (RFC 6901).
	{in: `{"a":{"b":[0,{"c":x`, kind: KindValue, offset: 18, pointer: "/a/b/1/c"},
	{in: `{"a":[[],{},"x,y",{"z":0}],"q":[1,2,x]}`, kind: KindValue, offset: 36, pointer: "/q/2"},
	{in: `{"a/b":{"m~n":{"":x}}}`, kind: KindValue, offset: 18, pointer: "/a~1b/m~0n/"},
	{in: `{"p\u0061\"\\":x}`, kind: KindValue, offset: 15, pointer: `/pa"\`},
	{in: `[[1,2],[3,x]]`, kind: KindValue, offset: 10, pointer: "/1/1"},
	{in: `[{"a":1},{"b":2},{"c":"` + "\x01", kind: KindControl, offset: 23, pointer: "/2/c"},

	// Duplicate names.
	{in: `{"a":1,"b":2,"A":3}`},
	{in: `{"a":{"a":{"a":1}},"b":{"a":1}}`},
	{in: `[{"a":1},{"a":1}]`},
	{in: `{"a":1,"a":1}`, kind: KindDuplicate, offset: 7, pointer: "/a"},
	{in: `{"a":1,"\u0061":2}`, kind: KindDuplicate, offset: 7, pointer: "/a"},
	{in: `{"\u0061":1,"a":2}`, kind: KindDuplicate, offset: 12, pointer: "/a"},
	{in: `{"é":1,"\u00e9":2}`, kind: KindDuplicate, offset: 8, pointer: "/é"},
	{in: `{"":1,"":2}`, kind: KindDuplicate, offset: 6, pointer: "/"},
	{in: `{"a":{"b":1,"c":{},"b":2}}`, kind: KindDuplicate, offset: 19, pointer: "/a/b"},
	{in: `[0,{"a":{"a":1},"b":1,"a":1}]`, kind: KindDuplicate, offset: 22, pointer: "/1/a"},

	// Depth.
	{in: nested(1000)},
	{in: nested(1001), kind: KindDepth, offset: 1000, pointer: strings.Repeat("/0", 1000)},
}

// nested is an empty array in depth-1 others.
func nested(depth int) string {
	return strings.Repeat("[", depth) + strings.Repeat("]", depth)
}
