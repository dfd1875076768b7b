package scan

// IsEmpty reports whether the value at src[i] is a container with nothing in it.
func IsEmpty(src []byte, i int) bool {
	if src[i] != '{' && src[i] != '[' {
		return false
	}
	inside := Space(src, i+1)
	return inside < len(src) && src[inside] == src[i]+2 // closes what it opens
}

// IsBare reports whether a valid text says nothing: it is null, or there are
// containers in it and names, and no other value.
func IsBare(src []byte) bool {
	i := Space(src, 0)
	if i < len(src) && src[i] == 'n' {
		return true
	}
	for i < len(src) {
		switch src[i] {
		case '{', '}', '[', ']', ',', ':', ' ', '\t', '\r', '\n':
			i++
		case '"':
			end, _, _ := String(src, i, len(src))
			if i = Space(src, end); i >= len(src) || src[i] != ':' {
				return false
			}
		default:
			return false
		}
	}
	return true
}
