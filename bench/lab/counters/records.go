package main

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"time"
)

// records is a list of objects with members of the same names.
func (m *maker) records() string {
	names := m.many(2+m.IntN(12), m.name)
	all := make([]any, 2+m.IntN(12))
	for i := range all {
		all[i] = m.record(names, 0)
	}
	return m.text(all)
}

func (m *maker) record(names []string, depth int) map[string]any {
	all := map[string]any{}
	for _, name := range names {
		all[name] = m.value(depth)
	}
	return all
}

// value is one that stands at a depth of a record.
func (m *maker) value(depth int) any {
	switch m.IntN(14) {
	case 0, 1, 2:
		return m.number()
	case 3:
		return m.IntN(2) == 0
	case 4:
		return nil
	case 5:
		return m.when().Format(time.RFC3339)
	case 6:
		return m.one(m.uuid(), hex.EncodeToString(m.bytes(20)), base64.StdEncoding.EncodeToString(m.bytes(18)))
	case 7:
		return m.path()
	case 8:
		return "https://" + m.name() + ".example.com" + m.path()
	case 9:
		return strings.ToUpper(m.name())
	case 10, 11:
		return m.phrase()
	}
	if depth > 2 {
		return m.name()
	}
	return m.container(depth + 1)
}

func (m *maker) container(depth int) any {
	if m.IntN(2) == 0 {
		return m.record(m.many(2+m.IntN(5), m.name), depth)
	}
	all := make([]any, m.IntN(6))
	for i := range all {
		all[i] = m.value(depth)
	}
	return all
}
