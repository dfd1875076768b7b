package envelope

// arrange puts the members of an object into a contract's order. A member that
// is absent or null gets the value given with its name, if there is one; other
// members follow as they came.
func arrange(d Doc, order []pair) *object {
	var o object
	for _, p := range order {
		value := d.Value(p.name)
		if isNull(value) && p.value != nil {
			value = p.value
		}
		o.raw(p.name, value)
	}
	for _, m := range d.Members {
		if o.get(m.Name) == nil {
			o.raw(m.Name, d.Raw[m.Start:m.End])
		}
	}
	return &o
}
