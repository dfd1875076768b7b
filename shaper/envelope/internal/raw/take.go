package raw

// The take functions remove a member and return it where it is of the type at
// hand, so that anything else stays and becomes an extra.

// TakeKind takes a value of a kind as [Kind] names it, or nil.
func (o *Object) TakeKind(name, kind string) []byte {
	if Kind(o.Get(name)) != kind {
		return nil
	}
	return o.Drop(name)
}

// TakeText takes null for an absent text.
func (o *Object) TakeText(name string) string {
	o.TakeKind(name, "null")
	return Text(o.TakeKind(name, "string"))
}

func (o *Object) TakeBool(name string) *bool {
	raw := o.TakeKind(name, "boolean")
	if raw == nil {
		return nil
	}
	value := string(raw) == "true"
	return &value
}

func (o *Object) TakeInteger(name string) *int64 {
	value, ok := Integer(o.Get(name))
	if !ok {
		return nil
	}
	o.Drop(name)
	return &value
}

// ObjectOf opens an object to take members from; it returns nil for any other
// value, and for an object that holds a name twice. Behind the first members others
// are found where they are asked for: see [Object.Whole].
func ObjectOf(raw []byte) *Object {
	var o Object
	members := membersOf(raw, func(i int, _ []byte) bool {
		if i == mostAtOnce {
			o.source = raw
		}
		return i < mostAtOnce
	})
	if members == nil {
		return nil
	}
	for _, m := range members {
		o.Set(m.Name, m.Value)
	}
	return &o
}

// mostAtOnce members are read of an object to take some from: each takes twenty times
// what it does in the text.
const mostAtOnce = 10_000
