package profiles

import "slices"

// SharingTools returns the names of tool_overrides for which one of others applies to the
// same tool, in any spelling: github.* and mcp__github__list_issues share list_issues. If
// the names are too many to compare, it returns more of them.
func SharingTools(names, others []string) (sharing []string) {
	tools := make([]*tool, 0, len(names)+len(others))
	for _, name := range slices.Concat(names, others) {
		tools = append(tools, &tool{name: name})
	}
	m := meetingsOf(tools)
	for i, name := range names {
		if slices.ContainsFunc(tools[len(names):], func(other *tool) bool { return m.related(tools[i], other) }) {
			sharing = append(sharing, name)
		}
	}
	return sharing
}
