package shapeproc

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"

	"github.com/redpanda-data/benthos/v4/public/service"

	"github.com/seed-7aa78ce4/shape/internal/savings"
	"github.com/seed-7aa78ce4/shape/internal/state"
	"github.com/seed-7aa78ce4/shape/shaper"
)

func init() {
	service.MustRegisterBatchProcessor("shape_stats", service.NewConfigSpec().
		Summary("Adds up bytes and tokens by tool, from the metadata that an earlier processor `shape` set.").
		Description("Messages pass unchanged. After 4,096 names, all other tools share the name `_other`.").
		Fields(
			service.NewStringField("path").Description("The JSON file of the sums. It is replaced as a whole at the end of the stream, and as `every` says."),
			service.NewIntField("every").Default(10_000).Description("The number of messages between two writes; 0 writes at the end alone."),
			service.NewInterpolatedStringField("tool").Default("${! @"+metaTool+" }").Description("The name to add up by."),
		), func(conf *service.ParsedConfig, res *service.Resources) (service.BatchProcessor, error) {
		return newStats(conf, res.Logger())
	})
}

// stats adds up the savings of a stream. It is safe for concurrent use.
type stats struct {
	path  string
	every int
	tool  *service.InterpolatedString
	log   *service.Logger

	mu     sync.Mutex
	all    savings.Saving
	byTool savings.ByName
	fresh  int // messages since the last write
}

// sums is the content of the file.
type sums struct {
	savings.Saving
	Name   string           `json:"name,omitempty"` // always empty
	By     string           `json:"by"`
	Groups []savings.Saving `json:"groups"`
}

func newStats(conf *service.ParsedConfig, log *service.Logger) (s *stats, err error) {
	s = &stats{byTool: savings.New(), log: log}
	if s.path, err = conf.FieldString("path"); err == nil {
		s.every, err = conf.FieldInt("every")
	}
	if err == nil {
		s.tool, err = conf.FieldInterpolatedString("tool")
	}
	if err == nil {
		err = s.write() // a path that cannot be written is an error at the start
	}
	return s, err
}

// ProcessBatch adds the messages of a batch, and returns them.
func (s *stats) ProcessBatch(_ context.Context, batch service.MessageBatch) ([]service.MessageBatch, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range batch {
		s.add(m)
	}
	if s.fresh += len(batch); s.every > 0 && s.fresh >= s.every {
		if err := s.write(); err != nil { // the messages are not at fault
			s.log.Warnf("the sums are not written: %v", err)
		}
	}
	return []service.MessageBatch{batch}, nil
}

// add adds a message. A message that shape did not see counts as a call without sizes.
func (s *stats) add(m *service.Message) {
	name, err := evaluate(s.tool, m)
	if err != nil {
		name = ""
	}
	one := savings.Saving{Calls: 1}
	for key, to := range map[string]*int{metaBytesIn: &one.BytesIn, metaBytesOut: &one.BytesOut, metaTokensIn: &one.TokensIn, metaTokensOut: &one.TokensOut} {
		value, _ := m.MetaGetMut(key)
		*to, _ = value.(int)
	}
	if outcome, _ := m.MetaGetMut(metaOutcome); outcome == string(shaper.OutcomeError) {
		one.Refused = 1
	}
	s.all.Plus(one)
	s.byTool.Add(name, one)
}

// write replaces the file.
func (s *stats) write() error {
	s.fresh = 0
	text, err := json.MarshalIndent(sums{Saving: s.all, By: "tool", Groups: s.byTool.Groups()}, "", "  ")
	if err != nil {
		return err
	}
	folder, err := os.OpenRoot(filepath.Dir(s.path))
	if err != nil {
		return err
	}
	defer folder.Close()
	return state.Replace(folder, filepath.Base(s.path), append(text, '\n'))
}

// Close writes the sums. Benthos calls it for each thread of a pipeline; the last call writes
// all of them.
func (s *stats) Close(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.write()
}
