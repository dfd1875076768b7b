package report

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Names collects the paths of names in documents. Hint finds the likely correction of a mask
// without a match. A Names holds no values.
type Names struct {
	paths map[string]bool // names joined by dots; a path and each of its ends
	bytes int             // of the documents
}

// The bounds of a Names. A document beyond them adds nothing.
const (
	mostPaths      = 4096
	mostNamesBytes = 1 << 20
	mostNamesDeep  = 12
	mostElements   = 64 // of one list
	fewestLetters  = 4  // of a mask with a hint
)

// Add adds the names of a document and of the documents in its strings.
func (s *Names) Add(doc []byte) {
	if s.bytes += len(doc); s.bytes > mostNamesBytes {
		return
	}
	if s.paths == nil {
		s.paths = map[string]bool{}
	}
	s.walkText(doc, nil)
}

func (s *Names) walkText(text []byte, above []string) {
	var value any
	if json.Unmarshal(text, &value) == nil {
		s.walk(value, above)
	}
}

func (s *Names) walk(value any, above []string) {
	switch value := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			if len(above) == mostNamesDeep || len(s.paths) >= mostPaths {
				return
			}
			path := append(slices.Clip(above), name)
			for i := range path {
				s.paths[strings.Join(path[i:], ".")] = true
			}
			s.walk(value[name], path)
		}
	case []any:
		for _, element := range value[:min(len(value), mostElements)] {
			s.walk(element, above)
		}
	case string:
		if strings.HasPrefix(value, "{") || strings.HasPrefix(value, "[") {
			s.walkText([]byte(value), above)
		}
	}
}

// Hint returns "did you mean …" for a mask as a report lists it, with its origin. It returns ""
// if no path is near.
func (s *Names) Hint(listed string) string {
	mask, _, _ := strings.Cut(listed, " (")
	mask = strings.TrimPrefix(strings.TrimPrefix(mask, "**"), ".")
	if len(mask) < fewestLetters {
		return "" // any short name is near to it
	}
	near := words.Nearest(mask, slices.Sorted(maps.Keys(s.paths)))
	if paths, err := fieldmask.Parse(near); near == mask || err != nil || len(paths) != 1 {
		return ""
	}
	return words.DidYouMean(near)
}

// Hinted adds the hint to a text about a mask.
func (s *Names) Hinted(text, listed string) string {
	if hint := s.Hint(listed); hint != "" {
		return text + " (" + hint + ")"
	}
	return text
}
