package digest_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/digest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
)

func TestDigestCases(t *testing.T) {
	type instance struct {
		Instance json.RawMessage
		Strict   bool
	}
	parse := func(t *testing.T, c testkit.Case) *digest.Payload {
		d, err := digest.Parse(testkit.Input[instance](t, c).Instance, false)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	testkit.Run(t, envtest.OwnCases, envtest.SharedCases, map[string]testkit.Adapter{
		"digest.validate": func(t *testing.T, c testkit.Case) testkit.Result {
			in := testkit.Input[instance](t, c)
			findings, err := digest.Validate(in.Instance, in.Strict)
			d, invalid := digest.Parse(in.Instance, in.Strict)
			if findings.Valid != (invalid == nil) {
				t.Errorf("validated %v, parsed %v", findings, invalid)
			}
			return testkit.Result{
				Output: testkit.JSON(t, findings), Err: err,
				Facts: map[string]any{"is_valid_digest": invalid == nil && d.Valid()},
			}
		},
		"digest.detect": func(t *testing.T, c testkit.Case) testkit.Result {
			source := testkit.Input[struct {
				Source struct {
					ContentType string `json:"content_type"`
				}
			}](t, c).Source
			return envtest.Result(testkit.JSON(t, digest.Is(source.ContentType)), nil)
		},
		"digest.verify_locator": func(t *testing.T, c testkit.Case) testkit.Result {
			in := testkit.Input[struct {
				CanonicalText string `json:"canonical_text"`
				Locator, Text string
			}](t, c)
			return envtest.Result(testkit.JSON(t, digest.VerifyLocator(in.CanonicalText, in.Locator, in.Text)), nil)
		},
		"digest.estimate_tokens": func(t *testing.T, c testkit.Case) testkit.Result {
			return envtest.Result(testkit.JSON(t, parse(t, c).EstimateTokens()), nil)
		},
		"digest.canonicalize": func(t *testing.T, c testkit.Case) testkit.Result {
			return envtest.Result(testkit.JSON(t, digest.CanonicalText(testkit.Input[struct{ Text string }](t, c).Text)), nil)
		},
		"digest.query_hash": func(t *testing.T, c testkit.Case) testkit.Result {
			return envtest.Result(testkit.JSON(t, digest.QueryHash(testkit.Input[struct{ Query string }](t, c).Query)), nil)
		},
		"digest.serialize": func(t *testing.T, c testkit.Case) testkit.Result {
			return envtest.Result(parse(t, c).Serialize())
		},
		"digest.deserialize": func(t *testing.T, c testkit.Case) testkit.Result {
			d, err := digest.Parse([]byte(testkit.Input[struct{ Text string }](t, c).Text), false)
			if err != nil {
				return envtest.Result(nil, err)
			}
			return envtest.Result(d.Serialize())
		},
	})
}

func TestDigestIsVerifiedAgainstItsText(t *testing.T) {
	d := &digest.Payload{
		SourceTextHash: digest.TextHash("Hello world"),
		Evidence:       []digest.Evidence{{Text: "world", Locator: "char:6-11"}, {Text: "word", Locator: "char:6-11"}},
	}
	f := d.Verify("Hello world")
	if f.Valid || len(f.Errors) != 1 || f.Errors[0].Path != "evidence_snippets.1" {
		t.Errorf("%+v", f)
	}
	f = d.Verify("Hello, world")
	if len(f.Errors) != 3 || f.Errors[0].Path != "source_text_hash" {
		t.Errorf("%+v", f)
	}
}

// The seed's own digest shortens the hash, and is refused for that alone (RULES D19). With a
// whole hash its parts serialize to its bytes, except for the order of members.
func TestDigestExamples(t *testing.T) {
	doc := envtest.Example(t, "000/digest")
	f, err := digest.Validate(doc, true)
	if err != nil || len(f.Errors) != 1 || f.Errors[0].Path != "source_text_hash" {
		t.Errorf("%+v, %v", f, err)
	}
	if _, err := digest.Parse(doc, false); err == nil || !strings.Contains(err.Error(), "source_text_hash") {
		t.Errorf("%v", err)
	}
	hash := digest.TextHash("")
	d, err := digest.Parse([]byte(strings.Replace(string(doc), "sha256:abc123def456...", hash, 1)), true)
	if err != nil {
		t.Fatal(err)
	}
	got, err := d.Serialize()
	envtest.Same(t, "digest", got, err, []byte(`{"compression_ratio":0.1,"content_type":"digest/v1","digest_chars":2500,"evidence_snippets":[{"locator":"char:1500-1650","relevance_score":0.85,"text":"Exact quote from the source document..."}],"key_points":["First key insight extracted from the document","Second key insight with supporting detail"],"original_chars":25000,"query_hash":"ab12cd34","source_text_hash":"`+hash+`","summary":"Condensed summary of the source content...","version":"1.0"}`))

	d.Evidence = []digest.Evidence{{Text: "Exact substring from the canonical source text...", Locator: "char:1500-1650", RelevanceScore: 0.85}}
	got, err = d.Serialize()
	if err != nil {
		t.Fatal(err)
	}
	item := envtest.Open(t, envtest.Example(t, "000/evidence"))
	inner := envtest.Open(t, []byte(strings.Trim(string(envtest.Open(t, got).Value("evidence_snippets")), "[]")))
	for _, m := range item.Members {
		if got, want := inner.Value(m.Name), item.Value(m.Name); string(got) != string(want) {
			t.Errorf("%s: %s, want %s", m.Name, got, want)
		}
	}
}

func TestDigestThatBreaksALimitIsNotWritten(t *testing.T) {
	d := &digest.Payload{Summary: strings.Repeat("é", 2001), QueryHash: "0f1e2d3c", SourceTextHash: digest.TextHash("")}
	if got, err := d.Serialize(); got != nil || err == nil || !strings.Contains(err.Error(), "summary") {
		t.Errorf("%s, %v", got, err)
	}
}

// FuzzDigest: nothing panics; a digest that was read serializes to a fixed
// point.
func FuzzDigest(f *testing.F) {
	f.Add([]byte(`{"query_hash":"0f1e2d3c","summary":"s","original_chars":100,"digest_chars":10,"compression_ratio":0.1,"source_text_hash":"` + digest.TextHash("") + `","evidence_snippets":[{"text":"t","locator":"char:0-1","relevance_score":0.5}]}`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		d, err := digest.Parse(doc, false)
		if err != nil {
			return
		}
		first, err := d.Serialize()
		if err != nil {
			t.Fatalf("read, but not written: %v", err)
		}
		again, err := digest.Parse(first, false)
		if err != nil {
			t.Fatal(err)
		}
		second, err := again.Serialize()
		envtest.Same(t, "again", second, err, first)
	})
}

// FuzzCanonicalText: offsets of canonical text count code points, and each excerpt is found at
// the place of its locator.
func FuzzCanonicalText(f *testing.F) {
	f.Add("<p>Rising&nbsp;seas</p>", 3, 5)
	f.Add("e\u0301 &lt;b&gt; \xff", 0, 1)
	f.Add("\u04b4\xd2", 1, 1) // the stray byte is also the first byte of the letter
	f.Fuzz(func(t *testing.T, source string, start, length int) {
		text := digest.CanonicalText(source)
		if strings.TrimSpace(text) != text || strings.Contains(text, "  ") {
			t.Fatalf("%q", text)
		}
		runes := len([]rune(text))
		start = max(0, min(start, runes))
		l := digest.Locator{Start: start, End: start + max(0, min(length, runes-start))}
		excerpt := l.Slice(text)
		if !digest.VerifyLocator(text, l.String(), excerpt) {
			t.Fatalf("%v does not hold in %q", l, text)
		}
		found, ok := digest.Locate(text, excerpt)
		if !ok || found.Slice(text) != excerpt {
			t.Fatalf("%q not found in %q", excerpt, text)
		}
	})
}
