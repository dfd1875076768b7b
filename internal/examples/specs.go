package examples

import (
	"encoding/json"
	"fmt"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
)

// Specs is a server of specifications and their tasks that answers in response-v2.
type Specs struct {
	Tasks  map[string][]Task // by the id of the specification
	Locked bool
}

// Task is a step of a specification.
type Task struct {
	ID   string `json:"id"`
	Done bool   `json:"done"`
}

// Handlers returns the tools by name.
func (s *Specs) Handlers() map[string]Handler {
	return map[string]Handler{"spec_get": s.get, "task_list": s.list, "task_complete": s.complete, "research": research}
}

type specArguments struct {
	SpecID string `json:"spec_id"`
	TaskID string `json:"task_id"`
	Cursor string `json:"cursor"`
}

func readSpec(arguments json.RawMessage) (in specArguments, refusal []byte, err error) {
	if json.Unmarshal(arguments, &in) != nil || in.SpecID == "" {
		refusal, err = responsev2.ValidationError("spec_id is required", responsev2.WithInvalidField("spec_id"),
			responsev2.WithRemediation("Provide a non-empty spec_id parameter"))
	}
	return in, refusal, err
}

func (s *Specs) get(arguments json.RawMessage) ([]byte, error) {
	in, refusal, err := readSpec(arguments)
	if refusal != nil || err != nil {
		return refusal, err
	}
	tasks, ok := s.Tasks[in.SpecID]
	if !ok {
		return responsev2.NotFoundError("Spec", in.SpecID, responsev2.WithErrorCode(responsev2.CodeSpecNotFound))
	}
	return responsev2.Success(map[string]any{"spec_id": in.SpecID, "tasks": len(tasks)}, responsev2.WithRequestID("req_1"))
}

// list shows one task a page; the cursor holds how many were shown.
func (s *Specs) list(arguments json.RawMessage) ([]byte, error) {
	in, refusal, err := readSpec(arguments)
	if refusal != nil || err != nil {
		return refusal, err
	}
	position := struct{ Shown int }{}
	if in.Cursor != "" {
		raw, err := responsev2.DecodeCursor(in.Cursor)
		if err != nil || json.Unmarshal(raw, &position) != nil {
			return responsev2.ValidationError("The cursor is not valid", responsev2.WithInvalidField("cursor"))
		}
	}
	all := s.Tasks[in.SpecID]
	from := max(0, min(position.Shown, len(all)))
	end, total := min(from+1, len(all)), int64(len(all))
	page := responsev2.Page{HasMore: end < len(all), PageSize: 1, Total: &total}
	if page.HasMore {
		if page.Cursor, err = responsev2.EncodeCursor(map[string]int{"Shown": end}); err != nil {
			return nil, err
		}
	}
	return responsev2.Paginated(map[string]any{"tasks": all[from:end]}, page)
}

func (s *Specs) complete(arguments json.RawMessage) ([]byte, error) {
	in, refusal, err := readSpec(arguments)
	if refusal != nil || err != nil {
		return refusal, err
	}
	if s.Locked {
		return responsev2.ConflictError(fmt.Sprintf("Spec '%s' is locked", in.SpecID), responsev2.WithDetails(map[string]bool{"locked": true}))
	}
	for i, task := range s.Tasks[in.SpecID] {
		if task.ID == in.TaskID {
			s.Tasks[in.SpecID][i].Done = true
			return responsev2.Success(map[string]string{"completed": in.TaskID})
		}
	}
	return responsev2.NotFoundError("Task", in.TaskID, responsev2.WithErrorCode(responsev2.CodeTaskNotFound))
}

// research shows the first of its findings, and says where the others are.
func research(json.RawMessage) ([]byte, error) {
	doc, err := responsev2.Success(json.RawMessage(`{"findings":[{"id":"finding-1"},{"id":"finding-2"},{"id":"finding-3"}],"total_findings":3}`))
	if err != nil {
		return nil, err
	}
	trimmed, err := responsev2.Trim(doc, responsev2.ListLimit{List: "data.findings", Keep: 1, ArchiveID: "findings-archive"})
	return trimmed.Envelope, err // a server stores trimmed.Archive first
}
