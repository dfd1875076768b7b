package examples_test

import (
	"fmt"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/digest"
	v2 "github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
)

// archive keeps the omitted parts of responses by their hashes.
type archive map[string][]byte

type finding struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Content string `json:"content"`
}

// findings answers research_findings with the first findings that fit the room. It
// archives the rest before the answer names it.
func (a archive) findings(all []finding, room int, requestID string) ([]byte, error) {
	doc, err := v2.Success(map[string]any{
		"findings":       all,
		"total_findings": len(all),
	}, v2.WithRequestID(requestID))
	if err != nil {
		return nil, err
	}
	cut, err := v2.Trim(doc, v2.ListLimit{List: "data.findings", Keep: room, ArchiveID: "findings-archive"})
	if err != nil {
		return nil, err
	}
	if len(cut.Dropped) > 0 {
		a[v2.ArchiveHash(cut.Archive)] = cut.Archive
	}
	return cut.Envelope, nil
}

// source is the text that a research tool read, in the form of its answer.
type source struct {
	ID          string `json:"id"`
	URL         string `json:"url"`
	ContentType string `json:"content_type"`
	Content     string `json:"content"`
}

// condense replaces the page of a source by a digest: a summary and its supporting quotes,
// each with its place in the text.
func condense(s source, query, summary string, quotes ...string) (source, error) {
	text := digest.CanonicalText(s.Content)
	p := &digest.Payload{
		Version:        digest.Version,
		ContentType:    digest.ContentType,
		QueryHash:      digest.QueryHash(query),
		Summary:        summary,
		KeyPoints:      quotes,
		OriginalChars:  int64(utf8.RuneCountInString(text)),
		DigestChars:    int64(utf8.RuneCountInString(summary)),
		SourceTextHash: digest.TextHash(text),
	}
	for _, q := range quotes {
		at, ok := digest.Locate(text, q)
		if !ok {
			return s, fmt.Errorf("source %s does not say %q", s.ID, q)
		}
		p.Evidence = append(p.Evidence, digest.Evidence{Text: q, Locator: at.String(), RelevanceScore: 0.9})
		p.DigestChars += int64(utf8.RuneCountInString(q))
	}
	p.CompressionRatio = float64(p.DigestChars) / float64(p.OriginalChars)
	content, err := p.Serialize()
	if err != nil {
		return s, err
	}
	s.ContentType, s.Content = digest.ContentType, string(content)
	return s, nil
}

// sources answers research_sources.
func sources(query string, read []source, requestID string) ([]byte, error) {
	return v2.Success(map[string]any{"query": query, "sources": read},
		v2.WithRequestID(requestID),
		v2.WithFidelity(v2.FidelitySummary, nil, nil),
		v2.WithTelemetry(map[string]any{"downstream_calls": len(read)}))
}

func Example_researchFindings() {
	kept := archive{}
	doc, err := kept.findings([]finding{
		{"finding-001", "Primary result", "Signed tokens need no lookup."},
		{"finding-002", "Secondary result", "Keys are rotated once a month."},
		{"finding-003", "Side note", "Clocks differ by seconds."},
	}, 1, "req_42")
	show(v2.Dialect{}, doc, err)
	for hash, content := range kept {
		fmt.Printf("%.14s… holds %s\n", hash, content)
	}
	// Output:
	// success: true
	// data: {"findings":[{"id":"finding-001","title":"Primary result","content":"Signed tokens need no lookup."}],"total_findings":3}
	// error: null
	// meta: {"version":"response-v2","request_id":"req_42","content_fidelity_schema_version":"1.0","content_fidelity":"partial","dropped_content_ids":["finding-002","finding-003"],"content_archive_hashes":{"findings-archive":"sha256:993ca1467f105dc87f796a05b479e770d3036aa10581236c9e46e779f49ce970"},"warnings":["2 findings omitted due to token limits"],"warning_details":[{"code":"CONTENT_TRUNCATED","severity":"info","message":"2 findings omitted due to token limits","context":{"dropped_count":2,"total_count":3,"reason":"token_limit_exceeded"}}]}
	// sha256:993ca14… holds [{"id":"finding-002","title":"Secondary result","content":"Keys are rotated once a month."},{"id":"finding-003","title":"Side note","content":"Clocks differ by seconds."}]
}

func Example_researchSources() {
	page := source{ID: "source-001", URL: "https://example.com/jwt", ContentType: "text/html", Content: `
		<h1>Tokens</h1><p>A signed token carries its own proof. A server that knows the key
		needs no lookup, and so no store, to check one. What it gives up is recall: a token
		that was issued stays good until it expires, unless a list of those that do not is kept.</p>`}
	query := "stateless authentication"
	condensed, err := condense(page, query, "Tokens are checked without a store, and cannot be recalled.", "needs no lookup")
	if err != nil {
		fmt.Println(err)
		return
	}
	doc, err := sources(query, []source{condensed}, "req_43")
	show(v2.Dialect{}, doc, err)

	p, err := digest.Parse([]byte(condensed.Content), true)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("verified:", p.Verify(digest.CanonicalText(page.Content)).Valid)
	// Output:
	// success: true
	// data: {"query":"stateless authentication","sources":[{"id":"source-001","url":"https://example.com/jwt","content_type":"digest/v1","content":"{\"compression_ratio\":0.3020408163265306,\"content_type\":\"digest/v1\",\"digest_chars\":74,\"evidence_snippets\":[{\"locator\":\"char:73-88\",\"relevance_score\":0.9,\"text\":\"needs no lookup\"}],\"key_points\":[\"needs no lookup\"],\"original_chars\":245,\"query_hash\":\"cda3b347\",\"source_text_hash\":\"sha256:f4ed6f20b2121233728413a3d603c68419444b99036e7a0145c755535af2e00c\",\"summary\":\"Tokens are checked without a store, and cannot be recalled.\",\"version\":\"1.0\"}"}]}
	// error: null
	// meta: {"version":"response-v2","request_id":"req_43","content_fidelity_schema_version":"1.0","content_fidelity":"summary","telemetry":{"downstream_calls":1}}
	// verified: true
}
