// Package shapeproc adds processors to Benthos that shape results of tools:
//
//   - shape: drops, shortens and hides fields, as the filter shape does
//   - shape_original: brings back the content of a message that shape refused
//   - shape_stats: adds up bytes and tokens by tool
//
// An import registers them. A build of Redpanda Connect gets them by a blank import, too:
//
//	import _ "github.com/seed-7aa78ce4/shape/cmd/shape-benthos/shapeproc"
//
// Benthos passes a message on after an error. So shape takes the content out of a message that
// it could not shape. Only shape_original brings it back, in the place that the operator chose.
package shapeproc
