package scan

// AppendCompact appends a valid text without the whitespace between its tokens.
// Every token stays as it is written.
func AppendCompact(dst, src []byte) []byte {
	from := 0 // what is not copied yet
	for i := 0; i < len(src); {
		if src[i] == '"' {
			i, _ = stringEnd(src, i+1)
		} else if end := Space(src, i); end > i {
			dst = append(dst, src[from:i]...)
			i, from = end, end
		} else {
			i++
		}
	}
	return append(dst, src[from:]...)
}
