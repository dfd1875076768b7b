package responsev2

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
	"github.com/seed-7aa78ce4/shape/shaper/internal/outline"
)

// ListLimit selects a list of a response-v2 envelope and its length after the cut.
type ListLimit struct {
	List      string // dotted path of names, such as "data.findings"
	Keep      int    // elements to keep, from the front
	IDField   string // member of an element that identifies it; "" is "id"
	ArchiveID string // "" announces no archive
	Reason    string // for programs; "" is "token_limit_exceeded"
}

// Trimmed is a cut envelope with the data that was cut off.
type Trimmed struct {
	Envelope []byte
	Dropped  []string // ids, in the order of the list
	Archive  []byte   // JSON array of the dropped elements; nil if there are none
}

// Trim cuts a list and marks the cut as the contract requires (seed 000; RULES R25 to R34). It
// sets level partial, the dropped ids, the hash of the archived bytes, a warning and its
// details. Totals and all other members stay. An envelope whose list is short enough is
// returned unchanged.
//
// Store Archive before you hand out the envelope. Its hash is [ArchiveHash] of exactly these
// bytes.
func Trim(doc []byte, cut ListLimit) (Trimmed, error) {
	d, _, _, err := openEnvelope(doc)
	if err != nil {
		return Trimmed{}, err
	}
	list, err := find(d, cut.List)
	if err != nil {
		return Trimmed{}, err
	}
	elements := kit.Elements(d.Raw[list.Start:list.End])
	if cut.Keep < 0 {
		return Trimmed{}, &envelope.FieldError{Field: "keep", Problem: "must not be negative"}
	}
	if cut.Keep >= len(elements) {
		return Trimmed{Envelope: doc}, nil
	}
	out := Trimmed{Archive: kit.Compact(kit.Array(elements[cut.Keep:]))}
	for _, e := range elements[cut.Keep:] { // one without an id cannot be named
		if id := idOf(envelope.Index(e).Value(cmp.Or(cut.IDField, "id"))); id != "" {
			out.Dropped = append(out.Dropped, id)
		}
	}
	shorter := slices.Concat(d.Raw[:list.Start], kit.Array(elements[:cut.Keep]), d.Raw[list.End:])
	out.Envelope, err = announce(shorter, cut, out, len(elements))
	return out, err
}

// find returns the place of the array at a path of names.
func find(d *envelope.Doc, path string) (scan.Span, error) {
	at := scan.Span{End: len(d.Raw)}
	for name := range strings.SplitSeq(path, ".") {
		inner := envelope.Index(d.Raw[at.Start:at.End])
		i := slices.IndexFunc(inner.Members, func(m envelope.Member) bool { return m.Name == name })
		if i < 0 {
			return at, &envelope.FieldError{Field: path, Problem: "is not there"}
		}
		m := inner.Members[i]
		at = scan.Span{Start: at.Start + m.Start, End: at.Start + m.End}
	}
	if d.Raw[at.Start] != '[' || !strings.HasPrefix(path, "data.") {
		return at, &envelope.FieldError{Field: path, Problem: "is not a list in data"}
	}
	return at, nil
}

// idOf returns an id that is a text or a number as text.
func idOf(value []byte) string {
	if kit.Kind(value) == "number" {
		return string(value)
	}
	return kit.Text(value)
}

func isNoID(value []byte) bool { return idOf(value) == "" }

// announce adds the facts of a cut to meta, beside those of earlier cuts.
func announce(doc []byte, cut ListLimit, out Trimmed, total int) ([]byte, error) {
	d, data, meta, err := openEnvelope(doc)
	if err != nil {
		return nil, err
	}
	hashes, err := announced(&meta, cut.ArchiveID, out.Archive)
	if err != nil {
		return nil, err
	}
	dropped := slices.Clone(out.Dropped)
	for _, id := range kit.Elements(meta.Get("dropped_content_ids")) {
		dropped = append(dropped, idOf(id))
	}
	r := response{meta: meta}
	WithFidelity(lessComplete(FidelityPartial, kit.Text(meta.Get("content_fidelity"))), dropped, hashes)(&r)
	count, name := total-cut.Keep, cut.List[strings.LastIndexByte(cut.List, '.')+1:]
	message := fmt.Sprintf("%d %s omitted due to token limits", count, name)
	if cut.Reason != "" {
		message = fmt.Sprintf("%d %s omitted: %s", count, name, cut.Reason)
	}
	warning := truncation(message, cmp.Or(cut.Reason, "token_limit_exceeded"), count, total)
	WithWarnings(warning.Message)(&r)
	WithWarningDetails(warning)(&r)
	return kit.Valid(Dialect{}, replaced(d, &data, &r.meta))
}

// Reference reduces data to its identifiers and references at any depth. It marks that as the
// contract requires (seed 000; RULES R26 to R28): level reference_only, and a warning with its
// details. The hash of the archived data stands under archiveID; an empty archiveID announces
// no archive. Archive is the full data; store it before you hand out the envelope.
//
// An identifier is a text or a number of at most 256 bytes. The last word of its name is id,
// uuid, guid, uri, url, href, ref, key, handle or hash, as in user_id or sourceURL. Data
// without anything else comes back unchanged. The data of a failure is no content: such an
// envelope is a [*envelope.FieldError]. A document without the envelope is [ErrNoEnvelope].
func Reference(doc []byte, archiveID string) (Trimmed, error) {
	d, data, meta, err := openEnvelope(doc)
	if err != nil {
		return Trimmed{}, err
	}
	if string(d.Value("success")) != "true" {
		return Trimmed{}, &envelope.FieldError{Field: "success", Problem: "must be true: the data of a failure has no references"}
	}
	whole := kit.Compact(d.Value("data"))
	left := outline.References(whole, math.MaxInt)
	if bytes.Equal(left, whole) {
		return Trimmed{Envelope: doc}, nil
	}
	hashes, err := announced(&meta, archiveID, whole)
	if err != nil {
		return Trimmed{}, err
	}
	r := response{meta: meta}
	WithFidelity(FidelityReferenceOnly, nil, hashes)(&r)
	message := omitted(envelope.Cut{Referred: true})
	WithWarnings(message)(&r)
	WithWarningDetails(envelope.Warning{Code: WarnContentTruncated, Message: message, Context: []byte(`{"reason":"token_limit_exceeded"}`)})(&r)
	data = kit.Object{}
	data.Merge(left)
	out, err := kit.Valid(Dialect{}, replaced(d, &data, &r.meta))
	return Trimmed{Envelope: out, Archive: whole}, err
}

// announced returns the hashes that meta announces, and that of one archive more.
func announced(meta *kit.Object, archiveID string, archive []byte) (map[string]string, error) {
	hashes := map[string]string{}
	for _, m := range kit.Members(meta.Get("content_archive_hashes")) {
		hashes[m.Name] = kit.Text(m.Value)
	}
	if archiveID == "" {
		return hashes, nil
	}
	if hashes[archiveID] != "" {
		return nil, &envelope.FieldError{Field: "archive_id", Problem: "names an archive that the envelope announces already"}
	}
	hashes[archiveID] = ArchiveHash(archive)
	return hashes, nil
}
