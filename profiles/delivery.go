package profiles

import "slices"

// The values of the settings that say how results get to a client of MCP.
var (
	schemas = []string{"narrow", "protect", "drop"}
	texts   = []string{"mirror", "drop", "summary"}
	choices = []string{"fields", "mode", "profile"}
)

// delivery is a compiled [Delivery].
type delivery struct {
	schema, text said[string]
	caller       said[[]string]
}

func (c *compiler) delivery(d Delivery, at place) delivery {
	return delivery{
		schema: c.oneOf(d.Schema, at, "schema", schemas...),
		text:   c.oneOf(d.Text, at, "text", texts...),
		caller: c.caller(d.Caller, at.key("caller")),
	}
}

// over returns what holds when d speaks after base.
func (d delivery) over(base delivery) delivery {
	return delivery{schema: d.schema.or(base.schema), text: d.text.or(base.text), caller: d.caller.or(base.caller)}
}

func (c *compiler) caller(names *[]string, at place) said[[]string] {
	if names == nil {
		return said[[]string]{}
	}
	for i, name := range *names {
		switch where := at.index(i).origin(); {
		case !slices.Contains(choices, name):
			c.report(unknown(where, "value", name, choices))
		case slices.Contains((*names)[:i], name):
			c.warn(where, "no effect: %q is in the list already", name)
		}
	}
	kept := slices.Clone(*names)
	return say(&kept, at)
}

// offers reports whether callers may choose by what a name stands for.
func (d delivery) offers(name string) bool { return slices.Contains(d.caller.value, name) }
