package dialects_test

import (
	"encoding/json"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/digest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
)

// The envelope on a dialect's page is a valid envelope of that dialect.
func TestPagesShowTheirEnvelopes(t *testing.T) {
	for folder, name := range map[string]string{
		"scalpel": "scalpel", "responsev2": "response-v2", "bmcis": "bmcis", "toolresult": "mcp", "jsonrpc": "jsonrpc",
	} {
		for _, example := range codeOn(t, "../"+folder+"/doc.go") {
			d := dialects.Detect(envtest.Open(t, []byte(example)))
			if d.Name() != name {
				t.Fatalf("%s: its page shows an envelope of %s", folder, d.Name())
			}
			if found, err := d.(envelope.Validator).Validate([]byte(example), ""); err != nil || !found.Valid {
				t.Errorf("%s: %+v, %v", folder, found, err)
			}
		}
	}
}

func TestDigestPageShowsADigest(t *testing.T) {
	example := strings.Replace(codeOn(t, "../digest/doc.go")[0], "…", strings.Repeat("0", 64), 1)
	if p, err := digest.Parse([]byte(example), true); err != nil || !p.Valid() {
		t.Errorf("%+v, %v", p, err)
	}
}

// The page of the core shows an envelope as well.
func TestCorePageShowsAnEnvelope(t *testing.T) {
	if example := codeOn(t, "../doc.go")[0]; !json.Valid([]byte(example)) {
		t.Error(example)
	}
}

// codeOn returns the blocks of code in the comment of a package.
func codeOn(t *testing.T, path string) (blocks []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range new(comment.Parser).Parse(file.Doc.Text()).Content {
		if code, ok := b.(*comment.Code); ok {
			blocks = append(blocks, code.Text)
		}
	}
	return blocks
}
