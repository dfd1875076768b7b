package kafka

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/redpanda-data/benthos/v4/public/service"
	"github.com/twmb/franz-go/pkg/kgo"
)

func init() {
	service.MustRegisterBatchInput("shape_kafka", inputSpec(), func(conf *service.ParsedConfig, res *service.Resources) (service.BatchInput, error) {
		in, err := newInput(conf, res.Logger())
		return service.AutoRetryNacksBatched(in), err
	})
}

func inputSpec() *service.ConfigSpec {
	return newSpec("Reads topics as a member of a consumer group, and commits an offset after the output has all records up to it.").
		Description("A record becomes a message. Its headers become metadata, then kafka_topic, kafka_partition, kafka_offset and kafka_key. Records can come twice: after a crash, and when a partition moves to another member.").
		Fields(
			service.NewStringListField("topics"),
			service.NewStringField("consumer_group"),
			service.NewBoolField("start_from_oldest").Default(true).Description("A group without an offset starts at the oldest record, else at the next one."),
			service.NewIntField("batch_size").Default(500).Description("The most records of a batch."),
			service.NewDurationField("commit_period").Default("5s").Advanced(),
		)
}

// input reads topics.
type input struct {
	options []kgo.Opt
	most    int // records of a batch
	log     *service.Logger
	client  *kgo.Client // nil until Connect

	mu      sync.Mutex
	pending []*pending // in the order of the polls
}

// pending is a batch whose offsets are not marked for a commit.
type pending struct {
	records []*kgo.Record
	acked   bool
}

func newInput(conf *service.ParsedConfig, log *service.Logger) (*input, error) {
	options, err := connection(conf)
	if err != nil {
		return nil, err
	}
	topics, err := conf.FieldStringList("topics")
	if err != nil {
		return nil, err
	}
	group, err := conf.FieldString("consumer_group")
	if err != nil {
		return nil, err
	}
	oldest, err := conf.FieldBool("start_from_oldest")
	if err != nil {
		return nil, err
	}
	period, err := conf.FieldDuration("commit_period")
	if err != nil {
		return nil, err
	}
	in := &input{log: log}
	if in.most, err = conf.FieldInt("batch_size"); err != nil {
		return nil, err
	}
	switch {
	case len(topics) == 0:
		return nil, errors.New("topics: the list is empty")
	case group == "":
		return nil, errors.New("consumer_group: the name is empty")
	case in.most < 1:
		return nil, fmt.Errorf("batch_size: %d is below 1", in.most)
	case period < 100*time.Millisecond:
		return nil, fmt.Errorf("commit_period: %v is below 100ms", period)
	}
	start := kgo.NewOffset().AtEnd()
	if oldest {
		start = kgo.NewOffset().AtStart()
	}
	in.options = append(options, kgo.ConsumeTopics(topics...), kgo.ConsumerGroup(group), kgo.ConsumeResetOffset(start),
		kgo.AutoCommitMarks(), kgo.AutoCommitInterval(period))
	return in, nil
}

// Connect waits for an answer of a broker.
func (in *input) Connect(ctx context.Context) (err error) {
	in.client, err = connect(ctx, in.client, in.options)
	return err
}

// connect returns a client, a new one if there is none, after an answer of a broker.
func connect(ctx context.Context, client *kgo.Client, options []kgo.Opt) (*kgo.Client, error) {
	if client == nil {
		var err error
		if client, err = kgo.NewClient(options...); err != nil {
			return nil, err
		}
	}
	if err := client.Ping(ctx); err != nil {
		return client, fmt.Errorf("no broker answers: %w", err)
	}
	return client, nil
}

// ReadBatch returns the records of one poll. The client goes on after faults of brokers by
// itself; ReadBatch only logs them.
func (in *input) ReadBatch(ctx context.Context) (service.MessageBatch, service.AckFunc, error) {
	for {
		fetches := in.client.PollRecords(ctx, in.most)
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if fetches.IsClientClosed() {
			return nil, nil, service.ErrEndOfInput
		}
		fetches.EachError(func(topic string, partition int32, err error) {
			in.log.Warnf("topic %s, partition %d: %v", topic, partition, err)
		})
		records := fetches.Records()
		if len(records) == 0 {
			continue
		}
		p := &pending{records: records}
		in.mu.Lock()
		in.pending = append(in.pending, p)
		in.mu.Unlock()
		batch := make(service.MessageBatch, len(records))
		for i, r := range records {
			batch[i] = messageOf(r)
		}
		return batch, func(_ context.Context, err error) error {
			if err == nil {
				in.ack(p)
			}
			return nil
		}, nil
	}
}

// ack marks the records of the longest run of batches from the first one that are all
// acknowledged. A lost partition ignores the marks.
func (in *input) ack(p *pending) {
	in.mu.Lock()
	defer in.mu.Unlock()
	p.acked = true
	for len(in.pending) > 0 && in.pending[0].acked {
		in.client.MarkCommitRecords(in.pending[0].records...)
		in.pending = in.pending[1:]
	}
}

func messageOf(r *kgo.Record) *service.Message {
	m := service.NewMessage(r.Value)
	for _, h := range r.Headers {
		m.MetaSetMut(h.Key, string(h.Value))
	}
	m.MetaSetMut(metaTopic, r.Topic)
	m.MetaSetMut(metaPartition, int(r.Partition))
	m.MetaSetMut(metaOffset, int(r.Offset))
	m.MetaSetMut(metaKey, string(r.Key))
	return m
}

// Close commits the marked offsets and leaves the group.
func (in *input) Close(ctx context.Context) error {
	if in.client == nil {
		return nil
	}
	err := in.client.CommitMarkedOffsets(ctx)
	in.client.CloseAllowingRebalance()
	return err
}
