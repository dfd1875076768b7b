package suggest

import (
	"encoding/json"
	"reflect"
)

// toolResult has the needed parts of a tool result.
type toolResult struct {
	Content []struct {
		Text string `json:"text"`
	} `json:"content"`
	StructuredContent any  `json:"structuredContent"`
	IsError           bool `json:"isError"`
}

// resultOf returns the result in a response, or the response itself. It is empty for any
// other document.
func resultOf(body []byte) toolResult {
	var response struct {
		toolResult
		Result *toolResult `json:"result"`
	}
	json.Unmarshal(body, &response) // a value of another type counts as absent
	if response.Result != nil {
		return *response.Result
	}
	return response.toolResult
}

// isTwin reports whether the only text of a result equals its structuredContent, so that
// the text may go.
func (r toolResult) isTwin() bool {
	if r.IsError || r.StructuredContent == nil || len(r.Content) != 1 {
		return false
	}
	var text any
	return json.Unmarshal([]byte(r.Content[0].Text), &text) == nil && reflect.DeepEqual(text, r.StructuredContent)
}

// mayBeFile reports whether a result can hold the contents of a file: one text without
// structuredContent, or with {"content": "the same text"}.
func (r toolResult) mayBeFile() bool {
	if len(r.Content) != 1 || r.StructuredContent == nil {
		return len(r.Content) == 1
	}
	half, _ := r.StructuredContent.(map[string]any)
	return half["content"] == r.Content[0].Text
}
