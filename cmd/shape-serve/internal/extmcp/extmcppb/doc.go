// Package extmcppb holds the messages of ext_mcp.proto.
package extmcppb

//go:generate go run github.com/bufbuild/buf/cmd/buf@v1.75.0 generate
