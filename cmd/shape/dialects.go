package main

import (
	"fmt"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// able are the names of the dialects that can do what T says.
func able[T any]() (names []string) {
	for _, d := range dialects.All() {
		if _, ok := d.(T); ok {
			names = append(names, d.Name())
		}
	}
	return names
}

// anyDialect are the names that --dialect takes where a document is shaped.
func anyDialect() []string { return append([]string{"auto"}, able[envelope.Dialect]()...) }

// dialectFor finds the dialect of a document, by its name or, where that is ""
// or auto, by its form. The dialect must be able to do what T says.
func dialectFor[T any](name string, doc document) (T, string, error) {
	var d envelope.Dialect
	if name == "" || name == "auto" {
		opened, err := envelope.Open(doc.text, envelope.Limits{})
		if err != nil {
			var none T
			return none, "", err
		}
		d = dialects.Detect(opened)
	} else {
		d, _ = dialects.Lookup(name)
	}
	can, ok := d.(T)
	if !ok {
		return can, "", doc.unusable(fmt.Errorf("no known envelope; name its dialect: %s", strings.Join(able[T](), ", ")))
	}
	return can, d.Name(), nil
}
