package examples

import (
	"encoding/json"
	"errors"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
)

// Knowledge is a server that searches and answers in the envelope of BMCIS.
type Knowledge struct {
	Found      []bmcis.SearchResultMetadata
	TokenLimit int
}

// Handlers returns the tools by name.
func (k Knowledge) Handlers() map[string]Handler {
	return map[string]Handler{"semantic_search": k.search, "find_vendor_info": k.vendor, "list_sources": k.sources}
}

func (k Knowledge) search(arguments json.RawMessage) ([]byte, error) {
	meta := bmcis.Metadata{Operation: "semantic_search"}
	request, findings, err := bmcis.ParseRequest(arguments)
	if err := errors.Join(err, findings.Err()); err != nil {
		return refused(meta, "INVALID_REQUEST", err)
	}
	page, position, err := bmcis.Paginate(request, k.Found)
	if fault, ok := errors.AsType[*bmcis.RefusedCursorError](err); ok {
		return refused(meta, "INVALID_CURSOR", fault)
	} else if err != nil {
		return nil, err
	}
	tokens := bmcis.DefaultTokenBudget().Estimate(request.ResponseMode, len(page), true)
	if tokens > k.TokenLimit {
		over := bmcis.TokenLimit{Tokens: tokens, Limit: k.TokenLimit, Mode: request.ResponseMode, PageSize: request.PageSize}
		return bmcis.TokenLimitExceeded(meta, over).Build()
	}
	return bmcis.Envelope[[]bmcis.SearchResultMetadata]{
		Metadata: meta, Results: page, Pagination: position, Warnings: request.Warnings,
		ExecutionContext: bmcis.ExecutionContext{TokensEstimated: int64(tokens)},
	}.Build()
}

// refused answers a request that cannot be understood.
func refused(meta bmcis.Metadata, code string, why error) ([]byte, error) {
	return bmcis.Envelope[bmcis.NoResults]{Metadata: meta, Error: &bmcis.Error{Code: code, Message: why.Error()}}.Build()
}

func (k Knowledge) vendor(arguments json.RawMessage) ([]byte, error) {
	meta := bmcis.Metadata{Operation: "find_vendor_info"}
	var in struct {
		VendorName string `json:"vendor_name"`
		Fields     []string
	}
	if err := json.Unmarshal(arguments, &in); err != nil {
		return refused(meta, "INVALID_REQUEST", errors.New("the arguments are not an object"))
	}
	if fault, ok := errors.AsType[*bmcis.InvalidFieldsError](bmcis.CheckFields(meta.Operation, bmcis.ModeIDsOnly, in.Fields)); ok {
		return bmcis.InvalidFields(meta, fault).Build()
	}
	ids := bmcis.VendorInfoIDs{VendorName: in.VendorName, EntityIDs: []string{"e-1"}, RelationshipIDs: []string{}}
	return bmcis.Envelope[bmcis.VendorInfoIDs]{Metadata: meta, Results: ids}.Build()
}

// sources warns that some of what it could tell is missing.
func (k Knowledge) sources(json.RawMessage) ([]byte, error) {
	return bmcis.Envelope[[]string]{
		Metadata: bmcis.Metadata{Operation: "list_sources", Status: bmcis.StatusPartial},
		Results:  []string{"docs"},
		Warnings: []bmcis.Warning{bmcis.NewWarning(bmcis.WarnPartialResults, "")},
	}.Build()
}
