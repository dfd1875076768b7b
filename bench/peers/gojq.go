package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/itchyny/gojq"

	"github.com/seed-7aa78ce4/shape/bench"
)

// gojqWork runs a compiled query over decoded values.
func gojqWork(t task) shaper {
	query, err := gojq.Parse(jqProgram(t.work, t.docs))
	if err != nil {
		panic(err)
	}
	code, err := gojq.Compile(query)
	if err != nil {
		panic(err)
	}
	return func(dst, doc []byte) ([]byte, error) {
		var v any
		if err := json.Unmarshal(doc, &v); err != nil {
			return dst, err
		}
		v, _ = code.Run(v).Next()
		if err, failed := v.(error); failed {
			return dst, err
		}
		out, err := gojq.Marshal(v)
		return append(dst, out...), err
	}
}

// jqProgram is a work on documents as jq and gojq take it.
func jqProgram(w bench.Work, docs [][]byte) string {
	program := "."
	if w.Keep != nil {
		m := maskOf(bench.Work{Keep: w.Keep})
		if docs != nil {
			m = m.found(docs)
		}
		program = jqKeep(m)
	}
	if w.Elide {
		dropped := "."
		if len(w.Drop) > 0 {
			dropped = "del(." + strings.Join(w.Drop, ", .") + ")"
		}
		program += fmt.Sprintf(` | walk(if type == "object" then %s | with_entries(select(.value | . != null and . != [] and . != {})) else . end)`, dropped)
	}
	if w.Halves {
		return fmt.Sprintf(`def shape: %s; .result.structuredContent |= shape | .result.content[].text |= (fromjson | shape | tojson)`, program)
	}
	return program
}

// jqKeep constructs the kept values, through arrays.
func jqKeep(m *mask) string {
	var members []string
	for _, name := range m.order {
		if next := m.names[name]; next != whole {
			name = fmt.Sprintf("%s: (.%s | %s)", name, name, jqKeep(next))
		}
		members = append(members, name)
	}
	object := "{" + strings.Join(members, ", ") + "}"
	return fmt.Sprintf(`if type == "array" then map(%s) else %s end`, object, object)
}

// found returns a mask without the names that no document has. A query written with that
// knowledge is faster, since it need not test for a name.
func (m *mask) found(docs [][]byte) *mask {
	var root *mask
	for _, doc := range docs {
		var v any
		if json.Unmarshal(doc, &v) == nil {
			root = m.foundIn(v, root)
		}
	}
	return root
}

func (m *mask) foundIn(v any, into *mask) *mask {
	if m == whole {
		return whole
	}
	if into == nil {
		into = &mask{}
	}
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			m.foundIn(item, into)
		}
	case map[string]any:
		for _, name := range m.order {
			if member, ok := v[name]; ok {
				into.name(name, m.names[name].foundIn(member, into.names[name]))
			}
		}
	}
	return into
}
