package digest_test

import (
	"fmt"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/digest"
)

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
