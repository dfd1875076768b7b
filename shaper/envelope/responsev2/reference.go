package responsev2

import (
	"bytes"
	"math"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
	"github.com/seed-7aa78ce4/shape/shaper/internal/outline"
)

// Reference reduces data to its identifiers and references at any depth, and says so as the
// contract asks (seed 000; RULES R26 to R28): level reference_only, a warning with its
// details, and under archiveID the hash of the archived data. An empty archiveID announces
// no archive. Archive is the data as it was; store it before you hand out the envelope.
//
// An identifier is a text or a number of at most 256 bytes. The last word of its name is
// id, uuid, guid, uri, url, href, ref, key, handle or hash, as in user_id or sourceURL. Data
// without anything else comes back unchanged. The data of a failure is no content: such an
// envelope is a [*envelope.FieldError]. A document without the envelope is
// [ErrNoEnvelope].
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
