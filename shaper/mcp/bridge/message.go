package bridge

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/lines"
)

// head holds the facts of a message that the bridge needs.
type head struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params headParams      `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

type headParams struct {
	Name      string          `json:"name"`
	URI       string          `json:"uri"`
	Arguments json.RawMessage `json:"arguments"`
	RequestID json.RawMessage `json:"requestId"`
	Meta      struct {
		Version string `json:"io.modelcontextprotocol/protocolVersion"`
	} `json:"_meta"`
}

// readHeads reads a message or a batch. It returns nil for a text that is no JSON. A member of
// another kind than usual stays empty.
func readHeads(text []byte) []head {
	var one head
	if one.read(text) {
		return []head{one}
	}
	all := make([]head, 1)
	into := any(&all[0])
	if bytes.HasPrefix(text, []byte("[")) {
		into = &all
	}
	if _, isNone := errors.AsType[*json.SyntaxError](json.Unmarshal(text, into)); isNone {
		return nil
	}
	return all
}

var headNames = []string{"id", "method", "params", "result", "error"}

// read reads a message, without a look into its result. Texts of the head are parts of the
// message. It is false for a text that readers may read in several ways, and for no object.
func (h *head) read(text []byte) bool {
	members, twice, err := scan.Index(text, scan.Limits{}, nil)
	if err != nil || members == nil || twice > 0 {
		return false
	}
	for _, m := range members {
		value := text[m.Start:m.End:m.End]
		switch m.Name {
		case "id":
			h.ID = value
		case "method":
			h.Method = scan.Text(value)
		case "params":
			json.Unmarshal(value, &h.Params)
		case "result":
			h.Result = value
		case "error":
			h.Error = value
		default:
			if slices.ContainsFunc(headNames, func(name string) bool { return strings.EqualFold(name, m.Name) }) {
				return false
			}
		}
	}
	return true
}

// keyOfID returns the value of an id without its spelling, or "" if there is none.
func keyOfID(id json.RawMessage) string {
	if len(id) == 0 || string(id) == "null" {
		return ""
	}
	return lines.KeyOf(id)
}

// firstStateless is the first version without a handshake.
const firstStateless = "2026-07-28"

// isStateless reports whether a request names its version itself.
func (h *head) isStateless() bool { return h.Params.Meta.Version >= firstStateless }

// tool returns the tool that a request calls.
func (h *head) tool() string {
	if h.Method == "tools/call" {
		return h.Params.Name
	}
	return ""
}

// setHeaders sets the headers that repeat members of a message (MCP 2026-07-28, transports).
func (h *head) setHeaders(header http.Header, tools *toolHeaders) error {
	header.Set("Mcp-Protocol-Version", h.Params.Meta.Version)
	header.Set("Mcp-Method", h.Method)
	switch h.Method {
	case "tools/call":
		header.Set("Mcp-Name", headerText(h.Params.Name))
		return tools.set(header, h.Params.Name, h.Params.Arguments)
	case "prompts/get":
		header.Set("Mcp-Name", headerText(h.Params.Name))
	case "resources/read":
		header.Set("Mcp-Name", headerText(h.Params.URI))
	}
	return nil
}

// headerText returns a text as a value of a header. It is in base64 if it has other letters than
// visible ASCII or white space around it. Example: =?base64?w7w=?= for ü.
func headerText(text string) string {
	const before, after = "=?base64?", "?="
	isOther := func(r rune) bool { return r != '\t' && (r < ' ' || r > '~') }
	if strings.IndexFunc(text, isOther) < 0 && strings.Trim(text, " \t") == text && !(strings.HasPrefix(text, before) && strings.HasSuffix(text, after)) {
		return text
	}
	return before + base64.StdEncoding.EncodeToString([]byte(text)) + after
}

// toolHeaders holds the arguments of tools that a server wants as headers, too (x-mcp-header).
type toolHeaders struct {
	mu sync.Mutex
	by map[string]headersOf // by tool
}

// headersOf holds the headers of one tool. A tool with an invalid one must not be called.
type headersOf struct {
	all       []argumentHeader
	isInvalid bool
}

// argumentHeader names the header for the argument at a path.
type argumentHeader struct {
	path []string
	name string
}

// mostTools bounds the tools with such headers.
const mostTools = 1 << 12

// property is a part of the input schema of a tool.
type property struct {
	Header     json.RawMessage     `json:"x-mcp-header"`
	Type       json.RawMessage     `json:"type"`
	Properties map[string]property `json:"properties"`
}

// learn reads a page of the list of tools.
func (t *toolHeaders) learn(result []byte) {
	var page struct {
		Tools []struct {
			Name   string   `json:"name"`
			Schema property `json:"inputSchema"`
		} `json:"tools"`
	}
	if !bytes.Contains(result, []byte(`"x-mcp-header"`)) || json.Unmarshal(result, &page) != nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, tool := range page.Tools {
		if t.by == nil {
			t.by = map[string]headersOf{}
		}
		if _, known := t.by[tool.Name]; known || len(t.by) < mostTools {
			var of headersOf
			of.add(tool.Schema, nil)
			t.by[tool.Name] = of
		}
	}
}

// add adds the headers of the properties below a path. The name of a valid header is a token that
// no other one has. Its value is a text, a whole number or a truth value.
func (h *headersOf) add(p property, path []string) {
	for name, below := range p.Properties {
		at := append(path[:len(path):len(path)], name)
		if len(below.Header) > 0 {
			var header, kind string
			json.Unmarshal(below.Header, &header)
			json.Unmarshal(below.Type, &kind)
			isTaken := slices.ContainsFunc(h.all, func(a argumentHeader) bool { return strings.EqualFold(a.name, header) })
			h.isInvalid = h.isInvalid || isTaken || !isToken(header) || kind != "string" && kind != "integer" && kind != "boolean"
			h.all = append(h.all, argumentHeader{at, header})
		}
		h.add(below, at)
	}
}

// set sets the headers for the arguments of a call.
func (t *toolHeaders) set(header http.Header, tool string, arguments json.RawMessage) error {
	t.mu.Lock()
	of := t.by[tool]
	t.mu.Unlock()
	if of.isInvalid {
		return Fault("the tool did not run: the server asks for an invalid header with its arguments (x-mcp-header)")
	}
	for _, h := range of.all {
		if text, ok := argumentText(arguments, h.path); ok {
			header.Set("Mcp-Param-"+h.name, headerText(text))
		}
	}
	return nil
}

// argumentText returns the argument at a path as a text. ok is false for any other value than a
// text, a whole number and a truth value.
func argumentText(value json.RawMessage, path []string) (text string, ok bool) {
	for _, name := range path {
		var members map[string]json.RawMessage
		if json.Unmarshal(value, &members) != nil {
			return "", false
		}
		value = members[name]
	}
	var number int64
	var truth *bool
	switch {
	case len(value) == 0 || string(value) == "null":
		return "", false
	case json.Unmarshal(value, &text) == nil:
		return text, true
	case json.Unmarshal(value, &number) == nil:
		return strconv.FormatInt(number, 10), true
	}
	return string(value), json.Unmarshal(value, &truth) == nil
}

// isToken reports whether a text can be a part of the name of a header.
func isToken(text string) bool {
	return text != "" && strings.IndexFunc(text, func(r rune) bool {
		return r >= unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
	}) < 0
}
