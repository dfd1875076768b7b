package shaper_test

import "slices"

// This file writes nodes down as an earlier look has folded them, larger or not.

// tabled writes a value as JSON with a table for each list of objects that agree on an order.
// It may hold references. It keeps the spelling of names: a name in another spelling makes no
// table.
func (g *leaker) tabled(n written) string {
	g.plainly++
	defer func() { g.plainly-- }()
	return g.json(n.folded())
}

func (n written) folded() written {
	members, items := slices.Clone(n.members), slices.Clone(n.items)
	for i := range members {
		members[i].value = members[i].value.folded()
	}
	for i := range items {
		items[i] = items[i].folded()
	}
	n.members, n.items = members, items
	if columns, ok := columnsOf(items); ok && !slices.Contains(columns, "$columns") { // they make no table
		return tableOf(columns, items)
	}
	return n
}

// columnsOf are the names of objects, in the order that they share.
func columnsOf(rows []written) (columns []string, ok bool) {
	for _, row := range rows {
		next := 0
		for _, m := range row.members {
			at := slices.Index(columns, m.name)
			switch {
			case at >= next:
				next = at + 1
			case at >= 0:
				return nil, false
			default:
				columns = slices.Insert(columns, next, m.name)
				next++
			}
		}
		if row.kind != '{' {
			return nil, false
		}
	}
	return columns, len(rows) > 0
}

func tableOf(columns []string, objects []written) written {
	var names, rows []written
	for _, name := range columns {
		names = append(names, text(name))
	}
	for _, object := range objects {
		var cells []written
		for _, m := range object.members {
			for columns[len(cells)] != m.name {
				cells = append(cells, text("~"))
			}
			cells = append(cells, m.value)
		}
		rows = append(rows, list(cells...))
	}
	return record(field("$columns", list(names...)), field("absent", text("~")), field("rows", list(rows...)))
}
