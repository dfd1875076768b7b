package suggest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/scalars"
)

// A mask begins at the payload, and speaks of all elements of a list.
func TestMaskOf(t *testing.T) {
	for pointer, want := range map[string]string{
		"/result/structuredContent/rows/3/name":  "rows.name",
		"/result/content/1/text/rows/3/children": "rows.children",
		"/structuredContent/a.b/x~1y":            `"a.b"."x/y"`,
		"/content/0/text":                        "",
		"/content/0/name":                        "content.name",
		"/rows/0/-id/12":                         `rows."-id"`,
		"":                                       "",
	} {
		if got := maskOf(payloadPath(pointer)); got != want {
			t.Errorf("%s: %s, want %s", pointer, got, want)
		}
	}
}

func samplesOf(bodies ...string) (all []sample) {
	for _, body := range bodies {
		all = append(all, sample{Call: recordings.Call{Body: []byte(body)}})
	}
	return all
}

// Fields are told apart by their masks: how large they are, and whether few values come
// again and again.
func TestFields(t *testing.T) {
	row := `{"id":%d,"kind":"the same kind of thing","text":"` + strings.Repeat("x", 300) + `","none":null}`
	var rows []string
	for i := range 12 {
		rows = append(rows, fmt.Sprintf(row, i))
	}
	body := `{"rows":[` + strings.Join(rows, ",") + `],"tags":["a","b"]}`
	f := fieldsOf(samplesOf(body, `{"one":1}`))
	if f.nulls != 12 || f.longest != 300 || f.most != 12 {
		t.Errorf("%d nulls, %d characters, %d elements", f.nulls, f.longest, f.most)
	}
	var masks []string
	for _, of := range f.largest(2) {
		masks = append(masks, fmt.Sprint(of.mask, " ", of.list))
	}
	if got := strings.Join(masks, " "); got != "rows true rows.text false" {
		t.Errorf("the largest are %s", got)
	}
	if got := fmt.Sprint(f.repeated()); got != "[rows.text rows.kind]" {
		t.Errorf("repeated are %s", got)
	}
	used := samplesOf(body)
	used[0].used = []scalars.Scalar{{Pointer: "/rows/2/kind"}, {Pointer: "/rows/1/text"}}
	if got := fieldsOf(used).repeated(); len(got) > 0 {
		t.Errorf("%s would go, of which something was taken up", got)
	}
}

// Names that come from data are no fields without end.
func TestFieldsAreBounded(t *testing.T) {
	var b strings.Builder
	for i := range 2 * mostMasks {
		fmt.Fprintf(&b, `,"name%d":%d`, i, i)
	}
	if n := len(fieldsOf(samplesOf("{" + b.String()[1:] + "}")).byMask); n != mostMasks {
		t.Errorf("%d fields", n)
	}
}
