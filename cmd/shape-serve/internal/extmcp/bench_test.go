package extmcp_test

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/extmcp"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/extmcp/extmcppb"
)

// BenchmarkCall measures both checks of one call without gRPC: a result of 10 KB with values to
// hide in each row.
func BenchmarkCall(b *testing.B) {
	s := serve(b, rules, extmcp.Options{}).service
	rows := strings.Repeat(`,{\"id\":7,\"url\":\"https://x/y\",\"token\":\"t-1\",\"email\":\"a@example.com\",\"by\":null,\"note\":\"some words of a text\"}`, 10<<10/120)
	result := []byte(`{"content":[{"type":"text","text":"[` + rows[1:] + `]"}]}`)
	b.SetBytes(int64(len(result)))
	b.ReportAllocs()
	for b.Loop() {
		asked, err := s.CheckRequest(b.Context(), &extmcppb.McpRequest{ServiceNames: []string{"github"}, Method: "tools/call", McpRequest: []byte(`{"name":"list_issues","arguments":{}}`)})
		if err != nil {
			b.Fatal(err)
		}
		got, err := s.CheckResponse(b.Context(), &extmcppb.McpResponse{
			ServiceNames: []string{"github"}, Method: "tools/call", McpResponse: result,
			MetadataContext: &structpb.Struct{Fields: map[string]*structpb.Value{"call": asked.Metadata.Fields["shape_call"]}},
		})
		if err != nil || got.GetMutated() == nil {
			b.Fatal(got, err)
		}
	}
}
