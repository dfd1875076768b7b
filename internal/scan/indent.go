package scan

// AppendIndent appends a valid text in the layout of jq: each item on a line of
// its own, indented once per level, a space after each colon, and containers
// with nothing in them on one line. It appends no final newline.
func AppendIndent(dst, src []byte, indent string) []byte {
	depth := 0
	for i := Space(src, 0); i < len(src); i = Space(src, i) {
		switch c := src[i]; c {
		case '{', '[':
			dst = append(dst, c)
			if i = Space(src, i+1); i < len(src) && src[i] == c+2 { // its closing bracket
				dst = append(dst, src[i])
				i++
				continue
			}
			depth++
			dst = appendLine(dst, indent, depth)
		case '}', ']':
			depth--
			dst = append(appendLine(dst, indent, depth), c)
			i++
		case ',':
			dst = appendLine(append(dst, c), indent, depth)
			i++
		case ':':
			dst = append(dst, ": "...)
			i++
		default:
			end := tokenEnd(src, i)
			dst = append(dst, src[i:end]...)
			i = end
		}
	}
	return dst
}

func appendLine(dst []byte, indent string, depth int) []byte {
	dst = append(dst, '\n')
	for range depth {
		dst = append(dst, indent...)
	}
	return dst
}

// tokenEnd returns the index after the string, number or literal at i.
func tokenEnd(src []byte, i int) int {
	if src[i] == '"' {
		end, _ := stringEnd(src, i+1)
		return end
	}
	for i < len(src) && src[i] != ',' && src[i] != ']' && src[i] != '}' && !isSpace(src[i]) {
		i++
	}
	return i
}
