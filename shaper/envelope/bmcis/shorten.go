package bmcis

import (
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// shortNames are the short names that BMCIS gives to keys.
var shortNames = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"bm25_score":                     "bs",
		"chunk_id":                       "cid",
		"chunk_index":                    "cidx",
		"chunk_snippet":                  "csnp",
		"chunk_text":                     "ct",
		"chunk_token_count":              "ctc",
		"confidence_score":               "cs",
		"context_header":                 "ch",
		"entity_count":                   "ecnt",
		"entity_id":                      "eid",
		"entity_ids":                     "eids",
		"entity_type":                    "et",
		"entity_type_distribution":       "etd",
		"error_code":                     "ec",
		"execution_time_ms":              "etm",
		"has_more":                       "hm",
		"hybrid_score":                   "hs",
		"last_updated":                   "lu",
		"page_size":                      "ps",
		"rank":                           "r",
		"relationship_count":             "rcnt",
		"relationship_id":                "rid",
		"relationship_ids":               "rids",
		"relationship_type":              "rt",
		"relationship_type_distribution": "rtd",
		"score_type":                     "sct",
		"similarity_score":               "ss",
		"source_category":                "sc",
		"source_file":                    "sf",
		"strategy_used":                  "su",
		"total_available":                "ta",
		"total_chunks":                   "tc",
		"vendor_id":                      "vid",
		"vendor_name":                    "vn",
		"vendor_type":                    "vt",
	}
})

var longNames = sync.OnceValue(func() map[string]string {
	long := make(map[string]string, len(shortNames()))
	for name, short := range shortNames() {
		long[short] = name
	}
	return long
})

// escapedName marks a key that was a short name before any key was shortened,
// so that the way back does not take it for one.
const escapedName = "~"

// ShortenKeys gives the keys of a document their short names, at every depth.
// [RestoreKeys] brings back exactly the same document: a key that is a short
// name already, or begins with "~", gets a "~" in front.
func ShortenKeys(doc []byte) ([]byte, error) {
	return renameKeys(doc, func(name string) string {
		if short, ok := shortNames()[name]; ok {
			return short
		}
		if _, taken := longNames()[name]; taken || strings.HasPrefix(name, escapedName) {
			return escapedName + name
		}
		return name
	})
}

// RestoreKeys undoes [ShortenKeys].
func RestoreKeys(doc []byte) ([]byte, error) {
	return renameKeys(doc, func(name string) string {
		if long, ok := longNames()[name]; ok {
			return long
		}
		return strings.TrimPrefix(name, escapedName)
	})
}

// renameKeys copies a document with other keys. Values and unchanged keys are copied as
// written. It fails if the document is invalid.
func renameKeys(doc []byte, rename func(string) string) ([]byte, error) {
	if err := envelope.Check(doc); err != nil {
		return nil, err
	}
	out := make([]byte, 0, len(doc))
	for i := 0; i < len(doc); {
		if doc[i] != '"' {
			out = append(out, doc[i])
			i++
			continue
		}
		end, _, _ := scan.String(doc, i, len(doc))
		token := doc[i:end]
		if next := scan.Space(doc, end); next < len(doc) && doc[next] == ':' {
			name := kit.Text(token)
			if renamed := rename(name); renamed != name {
				token = kit.Quote(renamed)
			}
		}
		out = append(out, token...)
		i = end
	}
	return out, nil
}
