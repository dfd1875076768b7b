package archive

import (
	"bytes"
	"strings"
)

// seen holds the names, the values and the words of a result that a model has. It is nil if the
// result is unknown.
type seen map[string]struct{}

// seenValues reads Shown.
func (a Ask) seenValues() seen {
	if len(a.Shown) == 0 {
		return nil
	}
	all, w := seen{}, walker{}
	w.visit = func(_ *row, l leaf) {
		text := string(l.text)
		all[text] = struct{}{}
		for _, word := range strings.FieldsFunc(text, isBetween) {
			all[word] = struct{}{}
		}
	}
	w.enter = func([]byte, int) { all[lastName(string(w.path))] = struct{}{} }
	w.walk(Ask{Reads: a.Reads}.parts(a.Shown))
	return all
}

// isFresh reports whether the model has not seen a value. It has seen a URL if it has seen the
// last part of its path.
func (s *search) isFresh(text []byte) bool {
	_, isSeen := s.seen[string(text)]
	if end := bytes.LastIndexByte(text, '/'); !isSeen && bytes.HasPrefix(text, []byte("http")) && len(text)-end > minDistinct {
		_, isSeen = s.seen[string(text[end+1:])]
	}
	return !isSeen
}

// isUnseenName reports whether the model has not seen the last name of a path.
func (s *search) isUnseenName(path string) bool {
	_, isSeen := s.seen[lastName(path)]
	return !isSeen
}

func lastName(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }
