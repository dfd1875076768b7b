module github.com/seed-7aa78ce4/shape/internal/packaging/npm

go 1.26.0
