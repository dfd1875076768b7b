package extmcp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/extmcp"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/extmcp/extmcppb"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/tenants"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
)

// BenchmarkCall measures both checks of one call without gRPC: a result of 10 KB with values to
// hide in each row.
func BenchmarkCall(b *testing.B) {
	b.Setenv("HOME", b.TempDir())
	file := filepath.Join(b.TempDir(), "shape.json")
	if err := os.WriteFile(file, []byte(rules), 0o600); err != nil {
		b.Fatal(err)
	}
	a := app.New(app.Env{Stdin: strings.NewReader(""), Stdout: os.Stderr, Stderr: os.Stderr, LookupEnv: os.LookupEnv}, nil)
	all, err := tenants.Open(a, tenants.Options{Config: config.Options{Path: file}, Key: "tenant", Limit: 1 << 20})
	if err != nil {
		b.Fatal(err)
	}
	defer all.Close()
	c := &counts{by: map[string]int{}}
	s := extmcp.New(all, extmcp.Options{ToolKey: "call"}, c)
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
