// Package jsonish reads JSON as real programs write it, at any place in a text. It accepts JSON
// between words, in a code fence, one document per line, with NaN, with comments, and with half
// an emoji. In text that only resembles JSON, it finds assigned names and their values.
//
// It is purely lexical: it knows spans, no masks. It has no recursion, and reads every
// byte a bounded number of times. Each text that internal/scan accepts has the same end
// and structure here.
package jsonish
