package responsev2_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
)

// Refer names the lost elements by their ids, and leaves the warnings of MarkPartial as they are.
func TestReferNamesWhatIsLost(t *testing.T) {
	const warning = "2 a omitted due to token limits"
	const warned = `"meta":{"warnings":["` + warning + `"]}`
	for _, c := range []struct{ whole, now, ids string }{
		{`{"a":[{"id":1},{"id":"x"},{"id":3}]}`, `{"a":[{"id":1}]}`, `["x","3"]`},
		{`{"a":[{"id":1},{"id":2},{"id":3}]}`, `{"a":[{"id":3}]}`, `["1","2"]`}, // by rank
		{`{"a":[1,2,3]}`, `{"a":[1]}`, ``},
		{`{"a":[[{"b":[1,2]}],[{"b":[1,2]}]]}`, `{"a":[[{"b":[1]}],[{"b":[1]}]]}`, ``},
		{`{"a":[1,2],"b":[{"id":"y"},{"id":"z"}]}`, `{"a":[1],"b":[{"id":"y"}]}`, `["z"]`},
		{`{"a":[1,2,3]}`, `{"a":"[… 3 elements]"}`, ``},
	} {
		k := envelope.Kept{Handle: "h", Hash: "sha256:0", Whole: []byte(`{"success":true,"data":` + c.whole + `,"error":null,"meta":{}}`)}
		got := responsev2.Dialect{}.Refer([]byte(`{"success":true,"data":`+c.now+`,"error":null,`+warned+`}`), k)
		meta := gjson.GetBytes(got, "meta")
		if ids := meta.Get("dropped_content_ids").Raw; ids != c.ids || meta.Get("warnings.0").Str != warning || meta.Get("content_archive_hashes").Raw != `{"h":"sha256:0"}` {
			t.Errorf("%s of %s: %s", c.now, c.whole, meta.Raw)
		}
	}
}

// The listed ids are few and short for any number of lost elements. The rest is not read.
func TestReferIsBounded(t *testing.T) {
	const long = 1 << 18
	ids := []string{`{"id":"` + strings.Repeat("x", 1000) + `"}`}
	for i := range long {
		ids = append(ids, fmt.Sprintf(`{"id":%d}`, i))
	}
	k := envelope.Kept{Handle: "h", Hash: "x", Whole: []byte(`{"data":{"a":[` + strings.Join(ids, ",") + `]},"meta":{}}`)}
	var got []byte
	took := testkit.Allocated(func() { got = responsev2.Dialect{}.Refer([]byte(`{"data":{"a":[{"id":0}]},"meta":{}}`), k) })
	dropped := gjson.GetBytes(got, "meta.dropped_content_ids")
	if n := len(dropped.Array()); n != 32 || dropped.Get("0").Str != "1" || took > long {
		t.Errorf("%d ids, %d bytes: %s", n, took, dropped)
	}
}

// If another value stands in the place of a note, there is no note.
func TestReferHasNoPlace(t *testing.T) {
	k := envelope.Kept{Handle: "h", Hash: "x", Whole: []byte(`{}`)}
	for _, meta := range []string{`1`, `[]`, `{"content_archive_hashes":"x"}`, `{"content_archive_hashes":[]}`} {
		if got := (responsev2.Dialect{}).Refer([]byte(`{"data":{},"meta":`+meta+`}`), k); got != nil {
			t.Errorf("%s becomes %s", meta, got)
		}
	}
}
