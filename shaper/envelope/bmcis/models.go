package bmcis

import (
	"encoding/json"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// The results of semantic_search, one model for each response mode (RULES R83
// and R85). Scores run from 0 to 1, ranks from 1.
type (
	SearchResultIDs struct {
		ChunkID     int64   `json:"chunk_id"`
		HybridScore float64 `json:"hybrid_score"`
		Rank        int     `json:"rank"`
	}
	SearchResultMetadata struct {
		ChunkID        int64   `json:"chunk_id"`
		SourceFile     string  `json:"source_file"`
		SourceCategory *string `json:"source_category"`
		HybridScore    float64 `json:"hybrid_score"`
		Rank           int     `json:"rank"`
		ChunkIndex     int     `json:"chunk_index"`
		TotalChunks    int     `json:"total_chunks"`
	}
	SearchResultPreview struct {
		SearchResultMetadata
		ChunkSnippet  string `json:"chunk_snippet"` // the first 200 characters
		ContextHeader string `json:"context_header"`
	}
	SearchResultFull struct {
		ChunkID         int64   `json:"chunk_id"`
		ChunkText       string  `json:"chunk_text"`
		SimilarityScore float64 `json:"similarity_score"`
		BM25Score       float64 `json:"bm25_score"`
		HybridScore     float64 `json:"hybrid_score"`
		Rank            int     `json:"rank"`
		ScoreType       string  `json:"score_type"`
		SourceFile      string  `json:"source_file"`
		SourceCategory  *string `json:"source_category"`
		ContextHeader   string  `json:"context_header"`
		ChunkIndex      int     `json:"chunk_index"`
		TotalChunks     int     `json:"total_chunks"`
		ChunkTokenCount int     `json:"chunk_token_count"`
	}
)

// The results of find_vendor_info, one model for each response mode (RULES
// R86). Entities and relationships are what the knowledge graph has of them.
//
// A preview has at most 5 entities and 5 relationships, a full answer 100 and 500;
// a shaper.Engine cuts them to that in these modes.
type (
	VendorInfoIDs struct {
		VendorName      string       `json:"vendor_name"`
		EntityIDs       List[string] `json:"entity_ids"`
		RelationshipIDs List[string] `json:"relationship_ids"`
	}
	VendorInfoMetadata struct {
		VendorName  string                `json:"vendor_name"`
		Statistics  VendorStatistics      `json:"statistics"`
		TopEntities List[json.RawMessage] `json:"top_entities"`
		LastUpdated string                `json:"last_updated"`
	}
	VendorInfoPreview struct { // at most 5 entities and 5 relationships
		VendorName    string                `json:"vendor_name"`
		Entities      List[json.RawMessage] `json:"entities"`
		Relationships List[json.RawMessage] `json:"relationships"`
		Statistics    VendorStatistics      `json:"statistics"`
	}
	VendorInfoFull struct { // at most 100 entities and 500 relationships
		VendorName    string                `json:"vendor_name"`
		Entities      List[json.RawMessage] `json:"entities"`
		Relationships List[json.RawMessage] `json:"relationships"`
		Statistics    VendorStatistics      `json:"statistics"`
	}
)

// VendorStatistics counts what is known of a vendor, shown or not.
type VendorStatistics struct {
	EntityCount                  int    `json:"entity_count"`
	RelationshipCount            int    `json:"relationship_count"`
	EntityTypeDistribution       Counts `json:"entity_type_distribution"`
	RelationshipTypeDistribution Counts `json:"relationship_type_distribution"`
}

// ValidateModel checks a value against a model of seed 004 by its name, such as
// "ConfidenceScore" or "SearchResultFull" (see the definitions of the schema of
// [Dialect]). It fails where the name is unknown or the value is not JSON.
func ValidateModel(name string, value []byte) (envelope.Findings, error) {
	model := kit.Part(schema(), "$defs", name)
	if model == nil {
		return envelope.Findings{}, &envelope.FieldError{Field: "model", Problem: "is not one of seed 004"}
	}
	return kit.Validate(value, model, func(v *kit.Validation, d *envelope.Doc) {
		switch name {
		case "ResponseMetadata":
			checkTimestamp(v, "timestamp", d.Value("timestamp"))
		case "PaginationMetadata":
			checkPagination(v, "", d)
		case "ExecutionContext":
			checkTokens(v, "", d)
		}
	})
}
