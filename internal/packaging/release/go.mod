module github.com/seed-7aa78ce4/shape/internal/packaging/release

go 1.26.0

require golang.org/x/mod v0.43.0
