package outline

import (
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// longestReference is how many bytes a value may take that refers to something.
const longestReference = 256

// References is what is left of a value of which not even the outline is: of an object the
// members that are identifiers, of other containers nothing.
func References(value []byte) []byte {
	switch value[0] {
	case '[':
		return []byte("[]")
	case '{':
	default:
		return value
	}
	members, _, err := scan.Index(value, scan.Limits{}, func(_ int, name []byte) bool { return refers(string(name)) })
	if err != nil {
		return value
	}
	out := []byte{'{'}
	for _, m := range members[:min(len(members), mostMembers)] {
		if c := value[m.Start]; c == '{' || c == '[' || m.End-m.Start > longestReference {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, value[m.Key:m.End]...)
	}
	return append(out, '}')
}

// refers reports whether a name is that of an identifier: id, user_id, userId, uri.
func refers(name string) bool {
	lower := strings.ToLower(name)
	return lower == "id" || lower == "uuid" || lower == "uri" || lower == "key" ||
		strings.HasSuffix(lower, "_id") || strings.HasSuffix(name, "Id") || strings.HasSuffix(name, "ID")
}
