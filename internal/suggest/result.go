package suggest

import (
	"encoding/json"
	"reflect"
)

// toolResult is what is asked of the result of a tool.
type toolResult struct {
	Content []struct {
		Text string `json:"text"`
	} `json:"content"`
	StructuredContent any  `json:"structuredContent"`
	IsError           bool `json:"isError"`
}

// resultOf is the result in a response, or the response itself; empty where it is none.
func resultOf(body []byte) toolResult {
	var response struct {
		toolResult
		Result *toolResult `json:"result"`
	}
	json.Unmarshal(body, &response) // what has another type is none
	if response.Result != nil {
		return *response.Result
	}
	return response.toolResult
}

// isTwin reports whether a result says the same in its one text and in structuredContent,
// so that its text may go.
func (r toolResult) isTwin() bool {
	if r.IsError || r.StructuredContent == nil || len(r.Content) != 1 {
		return false
	}
	var text any
	return json.Unmarshal([]byte(r.Content[0].Text), &text) == nil && reflect.DeepEqual(text, r.StructuredContent)
}
