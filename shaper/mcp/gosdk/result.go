package gosdk

import (
	"bytes"
	"encoding/json"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// written is a result as it is written.
type written struct {
	Meta              json.RawMessage   `json:"_meta"`
	Content           []json.RawMessage `json:"content"`
	StructuredContent json.RawMessage   `json:"structuredContent"`
	IsError           bool              `json:"isError"`
}

// changed returns a shaped result. Unchanged parts are the server's own, and numbers keep
// their spelling.
func changed(res *sdk.CallToolResult, before, after []byte) (*sdk.CallToolResult, error) {
	var was, is written
	if err := json.Unmarshal(before, &was); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(after, &is); err != nil {
		return nil, err
	}
	out := *res
	out.StructuredContent, out.IsError = nil, is.IsError
	if is.StructuredContent != nil {
		out.StructuredContent = is.StructuredContent
	}
	if !bytes.Equal(was.Meta, is.Meta) {
		out.Meta = nil
		if err := exact(is.Meta, &out.Meta); err != nil {
			return nil, err
		}
	}
	out.Content = make([]sdk.Content, len(is.Content))
	for i, block := range is.Content {
		if i < len(was.Content) && bytes.Equal(was.Content[i], block) {
			out.Content[i] = res.Content[i]
			continue
		}
		one, err := content(block)
		if err != nil {
			return nil, err
		}
		out.Content[i] = one
	}
	return &out, nil
}

// content decodes one block with the SDK's reader of results, the only one that can.
func content(block json.RawMessage) (sdk.Content, error) {
	var one sdk.CallToolResult
	body := append(append([]byte(`{"content":[`), block...), "]}"...)
	if err := json.Unmarshal(body, &one); err != nil {
		return nil, err
	}
	return one.Content[0], nil
}

// exact reads a value with its numbers as they are written.
func exact(text []byte, to any) error {
	if len(text) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return d.Decode(to)
}
