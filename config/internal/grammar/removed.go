package grammar

import (
	"fmt"
	"slices"
	"strings"
)

// RemovedKey is a key of earlier versions, a switch, and the key that replaces it.
type RemovedKey struct {
	Key, Use string
	Sections []string // a star is any name
}

// RemovedKeys lists all of them. The reader refuses such a key.
var RemovedKeys = []RemovedKey{
	{"repeats", "columns", []string{"global", inProfiles, inTools}},
}

// RemovedAt returns the removed key that a path names; nil if it names none.
func RemovedAt(path []string) *RemovedKey {
	for i, r := range RemovedKeys {
		if slices.ContainsFunc(r.Sections, func(section string) bool {
			return slices.EqualFunc(append(strings.Split(section, "."), r.Key), path, func(p, name string) bool { return p == "*" || p == name })
		}) {
			return &RemovedKeys[i]
		}
	}
	return nil
}

// word words the use of a removed key.
func (r *RemovedKey) word() Fault {
	return Fault{Message: fmt.Sprintf("the key %q was removed", r.Key), Hint: fmt.Sprintf("use %q; shape config migrate rewrites the file", r.Use)}
}
