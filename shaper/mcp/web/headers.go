package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/bearer"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/remote"
)

// passingHeader is a header of a response that a client gets under a hiding rule. Every
// other header is dropped, since a server may write any text into it.
type passingHeader struct {
	name   string
	reason string
	// is reports whether a value may pass. nil is for a challenge, whose scope passes. The
	// value is that of all lines of the header, joined by ", ".
	is func(value string) bool
}

// passingHeaders is the allowlist. Content-Type and Content-Length are not in it: the
// proxy writes them itself.
var passingHeaders = []passingHeader{
	{"Access-Control-Allow-Credentials", "a browser needs it (CORS)", isToken},
	{"Access-Control-Allow-Headers", "a browser needs it (CORS)", isTokenList},
	{"Access-Control-Allow-Methods", "a browser needs it (CORS)", isTokenList},
	{"Access-Control-Allow-Origin", "a browser needs it (CORS)", isOrigin},
	{"Access-Control-Expose-Headers", "a browser needs it (CORS)", isTokenList},
	{"Access-Control-Max-Age", "a browser needs it (CORS)", isNumber},
	{"Allow", "a client needs it after status 405", isTokenList},
	{"Cache-Control", "a cache must not keep what the server forbids to", isCacheControl},
	{"Date", "a cache computes ages with it", isDate},
	{"Mcp-Protocol-Version", "MCP, transports", isToken},
	{"Mcp-Session-Id", "MCP, transports: the client repeats it", isSessionID},
	{"Retry-After", "a client waits for so long after status 429 or 503", isDelay},
	{"Vary", "a cache needs it", isTokenList},
	{"Www-Authenticate", "a client needs the scope after status 403 (MCP)", nil},
	{"X-Accel-Buffering", "a proxy in front must not hold events back", isToken},
}

// passHeaders drops each header of a response that the allowlist does not name. It drops each
// value of another form than the header's. Two headers have a form with room for text; isShown
// reports whether the rules keep such a value.
func passHeaders(header http.Header, isShown func(value string) bool) {
	passed := make(http.Header, len(header))
	for _, h := range passingHeaders {
		values := header[h.name]
		if len(values) == 0 {
			continue
		}
		value, ok := strings.Join(values, ", "), false
		if h.is != nil {
			ok = h.is(value)
		} else {
			value, ok = challenge(value)
		}
		isFree := h.name == "Www-Authenticate" || h.name == remote.SessionHeader
		if ok && (!isFree || isShown(value)) {
			passed[h.name] = []string{value}
		}
	}
	clear(header)
	for name, values := range passed {
		header[name] = values
	}
}

// protocolHeaders are headers that MCP needs. A Connection header that names one of them
// does not remove it.
var protocolHeaders = map[string]bool{
	"accept": true, "content-type": true, "last-event-id": true, "mcp-session-id": true, "mcp-protocol-version": true,
	"mcp-method": true, "mcp-name": true,
}

// keepProtocolHeaders removes the names of MCP's headers from a Connection header. That header
// would remove them on the way (RFC 9110, 7.6.1).
func keepProtocolHeaders(header http.Header) {
	values := header["Connection"]
	if len(values) == 0 {
		return
	}
	var kept []string
	for name := range strings.SplitSeq(strings.Join(values, ","), ",") {
		if lower := strings.ToLower(strings.TrimSpace(name)); !protocolHeaders[lower] && !strings.HasPrefix(lower, "mcp-param-") {
			kept = append(kept, name)
		}
	}
	header["Connection"] = []string{strings.Join(kept, ",")}
}

const longestToken = 128

// isToken reports whether text is a short word of letters, digits and "-_.", or "*".
func isToken(text string) bool {
	return text == "*" || text != "" && len(text) <= longestToken && !hasOther(text, tokenLetters)
}

const tokenLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."

// hasOther reports whether text has another letter than those of a set.
func hasOther(text, letters string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return !strings.ContainsRune(letters, r) }) >= 0
}

func isTokenList(text string) bool {
	for part := range strings.SplitSeq(text, ",") {
		if !isToken(strings.TrimSpace(part)) {
			return false
		}
	}
	return true
}

// isSessionID reports whether text is a token that may also hold letters of base64.
func isSessionID(text string) bool {
	text = strings.TrimRight(text, "=")
	return text != "" && len(text) <= 4*longestToken && !hasOther(text, tokenLetters+"~+/")
}

func isNumber(text string) bool {
	_, err := strconv.ParseUint(text, 10, 32)
	return err == nil
}

func isDate(text string) bool {
	_, err := http.ParseTime(text)
	return err == nil
}

func isDelay(text string) bool { return isNumber(text) || isDate(text) }

// isCacheControl reports whether each directive is a token, or a token and seconds.
func isCacheControl(text string) bool {
	for part := range strings.SplitSeq(text, ",") {
		name, seconds, has := strings.Cut(strings.TrimSpace(part), "=")
		if !isToken(name) || has && !isNumber(seconds) {
			return false
		}
	}
	return true
}

// isOrigin reports whether text is "*", "null" or an origin (RFC 6454).
func isOrigin(text string) bool {
	if text == "*" || text == "null" {
		return true
	}
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && !hasOther(u.Hostname(), tokenLetters+":") && u.Scheme+"://"+u.Host == text
}

// challenge returns a challenge of the scheme Bearer with the members that a client needs
// and no others, such as error_description.
func challenge(value string) (passed string, ok bool) {
	scheme, _, _ := strings.Cut(value, " ")
	return challengeOf(bearer.Parameters(value)), strings.EqualFold(scheme, "Bearer")
}

// challengeOf returns a challenge with those of its parameters that a client needs.
func challengeOf(parameters map[string]string) string {
	var parts []string
	for _, name := range []string{"error", "scope", "resource_metadata"} {
		if value, has := parameters[name]; has && !hasOther(value, tokenLetters+" :/[]~%") {
			parts = append(parts, name+`="`+value+`"`)
		}
	}
	return strings.TrimSpace("Bearer " + strings.Join(parts, ", "))
}
