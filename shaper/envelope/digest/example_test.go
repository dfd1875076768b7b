package digest_test

import (
	"fmt"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/digest"
)

// A reader parses a digest, and verifies it if it has the source.
func Example() {
	content := []byte(`{"query_hash":"ab12cd34","summary":"Seas rise.","original_chars":39,"digest_chars":24,"compression_ratio":0.62,
		"evidence_snippets":[{"text":"coastal cities","locator":"char:21-35","relevance_score":0.9}],
		"source_text_hash":"` + digest.TextHash("Rising seas threaten coastal cities.") + `"}`)
	d, err := digest.Parse(content, false)
	if err != nil {
		panic(err)
	}
	fmt.Println(d.Summary, d.EstimateTokens(), "tokens")
	fmt.Println(d.Verify("Rising seas threaten coastal cities.").Valid)
	fmt.Println(d.Verify("Rising seas threaten coastal towns.").Errors[1])
	// Output:
	// Seas rise. 6 tokens
	// true
	// {evidence_snippets.0 is not what the text holds there}
}

func ExampleParse() {
	canonical := digest.CanonicalText("<p>Rising seas&nbsp;threaten <b>coastal</b> cities.</p>")
	place, _ := digest.Locate(canonical, "coastal cities")
	value := &digest.Payload{
		Version:          digest.Version,
		ContentType:      digest.ContentType,
		QueryHash:        digest.QueryHash("coastal risk"),
		Summary:          "Seas rise.",
		Evidence:         []digest.Evidence{{Text: "coastal cities", Locator: place.String(), RelevanceScore: 0.9}},
		OriginalChars:    39,
		DigestChars:      24,
		CompressionRatio: 0.62,
		SourceTextHash:   digest.TextHash(canonical),
	}
	content, err := value.Serialize()
	if err != nil {
		panic(err)
	}
	read, _ := digest.Parse(content, true)
	fmt.Println(read.Valid(), read.Verify(canonical).Valid, read.Evidence[0].Locator, read.EstimateTokens())
	// Output:
	// true true char:21-35 6
}

func ExampleLocate() {
	text := digest.CanonicalText("<p>Caf\u00e9s&nbsp;open at noon.</p>")
	place, found := digest.Locate(text, "open")
	fmt.Println(place, found, digest.VerifyLocator(text, place.String(), "open"))
	// Output: char:6-10 true true
}
