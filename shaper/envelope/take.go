package envelope

// The take functions remove a member and return it where it is of the type at
// hand, so that anything else stays and becomes an extra.

// takeKind takes a value of a kind as [kindOf] names it, or nil.
func takeKind(o *object, name, kind string) []byte {
	if kindOf(o.get(name)) != kind {
		return nil
	}
	return o.drop(name)
}

// takeText takes null for an absent text.
func takeText(o *object, name string) string {
	takeKind(o, name, "null")
	return text(takeKind(o, name, "string"))
}

func takeBool(o *object, name string) *bool {
	raw := takeKind(o, name, "boolean")
	if raw == nil {
		return nil
	}
	value := string(raw) == "true"
	return &value
}

func takeInteger(o *object, name string) *int64 {
	value, ok := integer(o.get(name))
	if !ok {
		return nil
	}
	o.drop(name)
	return &value
}

// membersOf opens an object to take members from; it returns nil for any other
// value, and for an object that holds a name twice.
func membersOf(raw []byte) *object {
	members := membersIn(raw)
	if members == nil {
		return nil
	}
	var o object
	for _, m := range members {
		o.raw(m.name, m.value)
	}
	return &o
}
