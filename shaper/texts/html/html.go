// Package html turns pages of HTML into Markdown with their links and tables. Importing it for
// its side effect registers the transform of [texts.HTML]. Scripts, styles and comments go.
package html

import (
	"fmt"
	"strings"
	"sync"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"

	"github.com/seed-7aa78ce4/shape/shaper/texts"
)

func init() { texts.Register(texts.HTML, Transform) }

// Limits of a page.
const (
	maxBytes = 4 << 20
	maxDepth = 500 // of open elements
)

// Transform returns a page as Markdown. A page beyond a limit is an error.
func Transform(r texts.Request) (string, error) {
	if len(r.Text) > maxBytes {
		return r.Text, fmt.Errorf("html: the page has %d bytes, more than %d", len(r.Text), maxBytes)
	}
	if err := checkDepth(r.Text); err != nil {
		return r.Text, err
	}
	return convert(r.Text)
}

var theConverter = sync.OnceValue(func() *converter.Converter {
	return converter.NewConverter(
		converter.WithEscapeMode(converter.EscapeModeDisabled),
		converter.WithPlugins(
			base.NewBasePlugin(),
			commonmark.NewCommonmarkPlugin(),
			table.NewTablePlugin(
				table.WithNewlineBehavior(table.NewlineBehaviorPreserve),
				table.WithCellPaddingBehavior(table.CellPaddingBehaviorMinimal),
				table.WithPresentationTables(true),
			),
		),
	)
})

func convert(text string) (out string, err error) {
	defer func() {
		if recover() != nil {
			out, err = text, fmt.Errorf("html: the page cannot be converted")
		}
	}()
	return theConverter().ConvertString(text)
}

func checkDepth(text string) error {
	depth := 0
	for t := html.NewTokenizer(strings.NewReader(text)); ; {
		switch t.Next() {
		case html.ErrorToken:
			return nil
		case html.StartTagToken:
			depth++
		case html.EndTagToken:
			depth = max(0, depth-1)
		}
		if depth > 100*maxDepth {
			return fmt.Errorf("html: elements are nested more than %d deep", maxDepth)
		}
	}
}
