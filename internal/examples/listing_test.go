package examples_test

import (
	"encoding/json"
	"errors"
	"fmt"

	v2 "github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
)

// specServer answers for specifications and their tasks, in response-v2.
type specServer struct {
	specs    map[string]spec
	features map[string]bool
}

type spec struct {
	ID    string `json:"spec_id"`
	Title string `json:"title"`
	Tasks []task `json:"-"`
}

type task struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Status string `json:"status"`
}

// specArgs are the arguments of its tools.
type specArgs struct {
	SpecID   string `json:"spec_id"`
	PageSize int    `json:"page_size"`
	Cursor   string `json:"cursor"`
}

// find returns a spec, or the envelope that says why there is none.
func (s *specServer) find(specID string, id v2.Option) (found spec, refusal []byte, err error) {
	if specID == "" {
		refusal, err = v2.ValidationError("Validation failed: spec_id is required", id,
			v2.WithErrorCode(v2.CodeMissingRequired),
			v2.WithInvalidField("spec_id"),
			v2.WithDetails(map[string]any{"constraint": "required"}),
			v2.WithRemediation("Provide a non-empty spec_id parameter"))
		return found, refusal, err
	}
	found, ok := s.specs[specID]
	if !ok {
		refusal, err = v2.NotFoundError("Spec", specID, id,
			v2.WithErrorCode(v2.CodeSpecNotFound),
			v2.WithRemediation(`Verify the spec ID exists using spec(action="list")`))
	}
	return found, refusal, err
}

// get answers spec_get.
func (s *specServer) get(args specArgs, requestID string) ([]byte, error) {
	id := v2.WithRequestID(requestID)
	found, refusal, err := s.find(args.SpecID, id)
	if refusal != nil || err != nil {
		return refusal, err
	}
	return v2.Success(map[string]any{"spec": found, "total_tasks": len(found.Tasks)}, id)
}

// position is the content of a cursor of tasks.
type position struct {
	After int `json:"after"`
}

// tasks answers task_list, a page at a time.
func (s *specServer) tasks(args specArgs, requestID string) ([]byte, error) {
	id := v2.WithRequestID(requestID)
	found, refusal, err := s.find(args.SpecID, id)
	if refusal != nil || err != nil {
		return refusal, err
	}
	at, err := after(args.Cursor, len(found.Tasks))
	if err != nil {
		return v2.ValidationError("Validation failed: cursor cannot be read", id,
			v2.WithErrorCode(v2.CodeInvalidFormat),
			v2.WithInvalidField("cursor"),
			v2.WithRemediation("Ask for the first page, without a cursor"))
	}
	size := v2.ItemsPerPage
	if args.PageSize != 0 {
		size = v2.ClampPageSize(args.PageSize)
	}
	total := int64(len(found.Tasks))
	end := min(at+size, len(found.Tasks))
	page := v2.Page{PageSize: size, HasMore: end < len(found.Tasks), Total: &total}
	if page.HasMore {
		if page.Cursor, err = v2.EncodeCursor(position{After: end}); err != nil {
			return nil, err
		}
	}
	return v2.Paginated(map[string]any{"tasks": found.Tasks[at:end]}, page, id)
}

// after returns how many of the tasks a cursor has behind it.
func after(cursor string, tasks int) (int, error) {
	if cursor == "" {
		return 0, nil
	}
	object, err := v2.DecodeCursor(cursor)
	if err != nil {
		return 0, err
	}
	var p position
	if err := json.Unmarshal(object, &p); err != nil {
		return 0, err
	}
	if p.After < 0 || p.After > tasks {
		return 0, errors.New("cursor beyond the list")
	}
	return p.After, nil
}

// export answers spec_export. Only some clients may use it.
func (s *specServer) export(args specArgs, requestID string) ([]byte, error) {
	id := v2.WithRequestID(requestID)
	if !s.features["spec_export"] {
		return v2.FeatureDisabledError("spec_export", id)
	}
	found, refusal, err := s.find(args.SpecID, id)
	if refusal != nil || err != nil {
		return refusal, err
	}
	return v2.Success(map[string]any{"spec": found, "tasks": found.Tasks}, id)
}

var specs = &specServer{specs: map[string]spec{
	"auth-001": {ID: "auth-001", Title: "Sign in with a token", Tasks: []task{
		{"task-1", "Issue tokens", "completed"},
		{"task-2", "Refuse expired ones", "in_progress"},
		{"task-3", "Rotate keys", "pending"},
	}},
}}

func Example_specGet() {
	for _, id := range []string{"auth-001", "auth-002", ""} {
		doc, err := specs.get(specArgs{SpecID: id}, "req_abc123")
		show(v2.Dialect{}, doc, err)
		fmt.Println()
	}
	// Output:
	// success: true
	// data: {"spec":{"spec_id":"auth-001","title":"Sign in with a token"},"total_tasks":3}
	// error: null
	// meta: {"version":"response-v2","request_id":"req_abc123"}
	//
	// success: false
	// data: {"resource_type":"Spec","resource_id":"auth-002","error_code":"SPEC_NOT_FOUND","error_type":"not_found","remediation":"Verify the spec ID exists using spec(action=\"list\")"}
	// error: "Spec 'auth-002' not found"
	// meta: {"version":"response-v2","request_id":"req_abc123"}
	//
	// success: false
	// data: {"error_code":"MISSING_REQUIRED","error_type":"validation","remediation":"Provide a non-empty spec_id parameter","details":{"field":"spec_id","constraint":"required"}}
	// error: "Validation failed: spec_id is required"
	// meta: {"version":"response-v2","request_id":"req_abc123"}
}

func Example_taskList() {
	for _, cursor := range []string{"", "eyJhZnRlciI6MiwidmVyc2lvbiI6MX0=", "page 2"} {
		doc, err := specs.tasks(specArgs{SpecID: "auth-001", PageSize: 2, Cursor: cursor}, "req_7f3a")
		show(v2.Dialect{}, doc, err)
		fmt.Println()
	}
	// Output:
	// success: true
	// data: {"tasks":[{"id":"task-1","title":"Issue tokens","status":"completed"},{"id":"task-2","title":"Refuse expired ones","status":"in_progress"}]}
	// error: null
	// meta: {"version":"response-v2","pagination":{"cursor":"eyJhZnRlciI6MiwidmVyc2lvbiI6MX0=","has_more":true,"page_size":2,"total_count":3},"request_id":"req_7f3a"}
	//
	// success: true
	// data: {"tasks":[{"id":"task-3","title":"Rotate keys","status":"pending"}]}
	// error: null
	// meta: {"version":"response-v2","pagination":{"cursor":null,"has_more":false,"page_size":2,"total_count":3},"request_id":"req_7f3a"}
	//
	// success: false
	// data: {"error_code":"INVALID_FORMAT","error_type":"validation","remediation":"Ask for the first page, without a cursor","details":{"field":"cursor"}}
	// error: "Validation failed: cursor cannot be read"
	// meta: {"version":"response-v2","request_id":"req_7f3a"}
}

func Example_specExport() {
	doc, err := specs.export(specArgs{SpecID: "auth-001"}, "req_9")
	show(v2.Dialect{}, doc, err)
	// Output:
	// success: false
	// data: {"feature":"spec_export","error_code":"FEATURE_DISABLED","error_type":"feature_flag","remediation":"Contact support to enable this feature or check feature flag configuration"}
	// error: "Feature 'spec_export' is not enabled"
	// meta: {"version":"response-v2","request_id":"req_9"}
}
