// Package bearer reads the challenges of servers that want a login (RFC 9110, RFC 6750).
package bearer

import "strings"

// Parameters returns the parameters in values of WWW-Authenticate, by their names in lower case. The
// first one of a name counts. For Bearer scope="a b", error=x these are scope and error.
func Parameters(values ...string) map[string]string {
	all := map[string]string{}
	for _, text := range values {
		for {
			before, rest, hasValue := strings.Cut(text, "=")
			if !hasValue {
				break
			}
			name := strings.ToLower(before[strings.LastIndexAny(before, " ,\t")+1:])
			var value string
			if value, text = cutValue(rest); name != "" && all[name] == "" {
				all[name] = value
			}
		}
	}
	return all
}

// cutValue cuts a token or a quoted string from the start of a text.
func cutValue(text string) (value, rest string) {
	if !strings.HasPrefix(text, `"`) {
		end := strings.IndexAny(text+",", ", \t")
		return text[:end], text[end:]
	}
	var out strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return out.String(), text[i+1:]
		case c == '\\' && i+1 < len(text):
			i++
		}
		out.WriteByte(text[i])
	}
	return out.String(), ""
}
