package responsev2_test

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
)

// A tool answers in one envelope for success and failure.
func Example() {
	specs := map[string]string{"spec-1": "Sign in"}
	getSpec := func(id string) ([]byte, error) {
		if id == "" {
			return responsev2.ValidationError("spec_id is required", responsev2.WithInvalidField("spec_id"))
		}
		title, ok := specs[id]
		if !ok {
			return responsev2.NotFoundError("Spec", id)
		}
		return responsev2.Success(map[string]string{"spec_id": id, "title": title})
	}
	for _, id := range []string{"spec-1", ""} {
		doc, err := getSpec(id)
		if err != nil {
			panic(err) // an answer that would break the contract
		}
		fmt.Println(string(doc))
	}
	// Output:
	// {"success":true,"data":{"spec_id":"spec-1","title":"Sign in"},"error":null,"meta":{"version":"response-v2"}}
	// {"success":false,"data":{"error_code":"VALIDATION_ERROR","error_type":"validation","details":{"field":"spec_id"}},"error":"spec_id is required","meta":{"version":"response-v2"}}
}

func ExampleSuccess() {
	doc, err := responsev2.Success(
		map[string]any{"tasks": []string{"write", "test"}},
		responsev2.WithRequestID("req_1"),
		responsev2.WithWarnings("1 task is blocked"),
	)
	fmt.Println(string(doc), err)
	// Output:
	// {"success":true,"data":{"tasks":["write","test"]},"error":null,"meta":{"version":"response-v2","request_id":"req_1","warnings":["1 task is blocked"]}} <nil>
}

func ExampleError() {
	doc, err := responsev2.Error("Spec 'abc' not found",
		responsev2.WithErrorCode(responsev2.CodeSpecNotFound),
		responsev2.WithRemediation(`Verify the spec ID exists using spec(action="list")`),
	)
	fmt.Println(string(doc), err)
	// Output:
	// {"success":false,"data":{"error_code":"SPEC_NOT_FOUND","error_type":"not_found","remediation":"Verify the spec ID exists using spec(action=\"list\")"},"error":"Spec 'abc' not found","meta":{"version":"response-v2"}} <nil>
}

// A builder refuses a broken contract, and the error names the place.
func ExampleSuccess_refused() {
	_, err := responsev2.Success(nil, responsev2.WithFidelity("mostly", nil, nil))
	var fault *envelope.FieldError
	fmt.Println(errors.As(err, &fault), fault)
	// Output:
	// true meta.content_fidelity: must be one of full, partial, summary, reference_only
}

func ExampleNotFoundError() {
	doc, _ := responsev2.NotFoundError("Task", "task-1-1")
	fmt.Println(string(doc))
	// Output:
	// {"success":false,"data":{"resource_type":"Task","resource_id":"task-1-1","error_code":"NOT_FOUND","error_type":"not_found","remediation":"Verify the task ID exists."},"error":"Task 'task-1-1' not found","meta":{"version":"response-v2"}}
}

func ExamplePaginated() {
	cursor, _ := responsev2.EncodeCursor(map[string]any{"last_id": "item_2"})
	doc, _ := responsev2.Paginated(
		map[string]any{"items": []string{"item_1", "item_2"}},
		responsev2.Page{Cursor: cursor, HasMore: true, PageSize: 2},
	)
	fmt.Println(string(doc))
	position, _ := responsev2.DecodeCursor(cursor)
	fmt.Println(string(position))
	// Output:
	// {"success":true,"data":{"items":["item_1","item_2"]},"error":null,"meta":{"version":"response-v2","pagination":{"cursor":"eyJsYXN0X2lkIjoiaXRlbV8yIiwidmVyc2lvbiI6MX0=","has_more":true,"page_size":2}}}
	// {"last_id":"item_2","version":1}
}

func ExampleInternalError() {
	err := fmt.Errorf("reading spec: %w", &fs.PathError{Op: "open", Path: "/srv/specs/a.json", Err: fs.ErrNotExist})
	doc, _ := responsev2.InternalError(responsev2.Sanitize(err))
	fmt.Println(string(doc))
	// Output:
	// {"success":false,"data":{"error_code":"INTERNAL_ERROR","error_type":"internal","remediation":"Please try again. If the problem persists, contact support."},"error":"Required file or resource not found","meta":{"version":"response-v2"}}
}

func ExampleTrim() {
	doc := []byte(`{"success":true,"data":{"findings":[{"id":"f-1"},{"id":"f-2"},{"id":"f-3"}],"total_findings":3},"error":null,"meta":{"version":"response-v2"}}`)
	out, _ := responsev2.Trim(doc, responsev2.ListLimit{List: "data.findings", Keep: 1, ArchiveID: "findings"})
	fmt.Println(string(out.Archive), out.Dropped)
	fmt.Println(string(out.Envelope))
	// Output:
	// [{"id":"f-2"},{"id":"f-3"}] [f-2 f-3]
	// {"success":true,"data":{"findings":[{"id":"f-1"}],"total_findings":3},"error":null,"meta":{"version":"response-v2","content_fidelity_schema_version":"1.0","content_fidelity":"partial","dropped_content_ids":["f-2","f-3"],"content_archive_hashes":{"findings":"sha256:6892457ac5056d26f2d393746bb1ca919fc240b8ddb8a6a52c19e7c8fb7e9ed3"},"warnings":["2 findings omitted due to token limits"],"warning_details":[{"code":"CONTENT_TRUNCATED","severity":"info","message":"2 findings omitted due to token limits","context":{"dropped_count":2,"total_count":3,"reason":"token_limit_exceeded"}}]}}
}

func ExampleReference() {
	doc := []byte(`{"success":true,"data":{"research_id":"r-1","findings":[{"id":"f-1","content":"long"},{"id":"f-2","source_url":"https://example.com/2"}],"total":2},"error":null,"meta":{"version":"response-v2"}}`)
	out, _ := responsev2.Reference(doc, "research")
	fmt.Println(string(out.Envelope))
	// Output:
	// {"success":true,"data":{"research_id":"r-1","findings":[{"id":"f-1"},{"id":"f-2","source_url":"https://example.com/2"}]},"error":null,"meta":{"version":"response-v2","content_fidelity_schema_version":"1.0","content_fidelity":"reference_only","content_archive_hashes":{"research":"sha256:08db5f3d1bf30eb8806c1b4b2bd6dbca54e1066ca425e74c7872f900f9deae10"},"warnings":["content reduced to identifiers due to token limits"],"warning_details":[{"code":"CONTENT_TRUNCATED","severity":"info","message":"content reduced to identifiers due to token limits","context":{"reason":"token_limit_exceeded"}}]}}
}

func ExampleUpgrade() {
	doc := []byte(`{"success":true,"data":{"ok":true,"_warnings":["slow"],"_meta":{"pagination":{"total":150}}},"error":null,"meta":{"version":"response-v2"}}`)
	upgraded, _ := responsev2.Upgrade(doc)
	fmt.Println(string(upgraded))
	// Output:
	// {"success":true,"data":{"ok":true},"error":null,"meta":{"version":"response-v2","warnings":["slow"],"pagination":{"total_count":150}}}
}

func ExampleDialect_Validate() {
	findings, _ := responsev2.Dialect{}.Validate([]byte(`{"success":true,"data":[],"error":null,"meta":{"version":"response-v2"}}`), "")
	fmt.Println(findings.Valid, findings.Errors, findings.Warnings)
	// Output:
	// false [{data must be object}] [{meta.request_id should be present}]
}
