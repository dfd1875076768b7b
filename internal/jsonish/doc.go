// Package jsonish reads JSON the way real programs write it, wherever it stands in
// a text: between words, in a code fence, one document to a line, with NaN, with
// comments, with half an emoji. Where it is not JSON but looks like it, it finds
// the names that something is assigned to, and what that is.
//
// It is purely lexical: it knows spans, no masks. Nothing recurses, and every
// byte is read a bounded number of times, whatever the text. What internal/scan
// accepts, this package reads with the same end and the same structure.
package jsonish
