module github.com/seed-7aa78ce4/shape/internal/packaging/mcpb

go 1.26.0

replace github.com/seed-7aa78ce4/shape => ../../..

require (
	github.com/modelcontextprotocol/registry v1.8.9
	github.com/seed-7aa78ce4/shape v0.0.0-00010101000000-000000000000
)
