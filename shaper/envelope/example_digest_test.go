package envelope_test

import (
	"fmt"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

func ExampleParseDigest() {
	canonical := envelope.CanonicalText("<p>Rising seas&nbsp;threaten <b>coastal</b> cities.</p>")
	place, _ := envelope.Locate(canonical, "coastal cities")
	digest := &envelope.Digest{
		Version:          envelope.DigestVersion,
		ContentType:      envelope.DigestContentType,
		QueryHash:        envelope.DigestQueryHash("coastal risk"),
		Summary:          "Seas rise.",
		Evidence:         []envelope.Evidence{{Text: "coastal cities", Locator: place.String(), RelevanceScore: 0.9}},
		OriginalChars:    39,
		DigestChars:      24,
		CompressionRatio: 0.62,
		SourceTextHash:   envelope.SourceTextHash(canonical),
	}
	content, err := digest.Serialize()
	if err != nil {
		panic(err)
	}
	read, _ := envelope.ParseDigest(content, true)
	fmt.Println(read.Valid(), read.Verify(canonical).Valid, read.Evidence[0].Locator, read.EstimateTokens())
	// Output:
	// true true char:21-35 6
}

func ExampleLocate() {
	text := envelope.CanonicalText("<p>Caf\u00e9s&nbsp;open at noon.</p>")
	place, found := envelope.Locate(text, "open")
	fmt.Println(place, found, envelope.VerifyLocator(text, place.String(), "open"))
	// Output: char:6-10 true true
}
