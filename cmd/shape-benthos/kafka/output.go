package kafka

import (
	"context"
	"errors"
	"fmt"

	"github.com/redpanda-data/benthos/v4/public/service"
	"github.com/twmb/franz-go/pkg/kgo"
)

func init() {
	service.MustRegisterBatchOutput("shape_kafka", outputSpec(), func(conf *service.ParsedConfig, _ *service.Resources) (service.BatchOutput, service.BatchPolicy, int, error) {
		return newOutput(conf)
	})
}

func outputSpec() *service.ConfigSpec {
	return newSpec("Writes messages as records, and acknowledges them after all replicas have them.").
		Fields(
			service.NewInterpolatedStringField("topic"),
			service.NewInterpolatedStringField("key").Default("").Description("The key of the record; empty for none. `${! @kafka_key }` keeps the one that was read."),
			service.NewMetadataFilterField("headers").Description("The metadata that become headers; without prefixes and patterns none do."),
			service.NewBatchPolicyField("batching"),
			service.NewOutputMaxInFlightField().Default(1).Description("The number of batches on the way; with more than 1, records can change their order."),
		)
}

// output writes records.
type output struct {
	options    []kgo.Opt
	topic, key *service.InterpolatedString
	headers    *service.MetadataFilter
	client     *kgo.Client // nil until Connect
}

func newOutput(conf *service.ParsedConfig) (out *output, policy service.BatchPolicy, inFlight int, err error) {
	out = new(output)
	if out.options, err = connection(conf); err != nil {
		return nil, policy, 0, err
	}
	if out.topic, err = conf.FieldInterpolatedString("topic"); err != nil {
		return nil, policy, 0, err
	}
	if out.key, err = conf.FieldInterpolatedString("key"); err != nil {
		return nil, policy, 0, err
	}
	if out.headers, err = conf.FieldMetadataFilter("headers"); err != nil {
		return nil, policy, 0, err
	}
	if policy, err = conf.FieldBatchPolicy("batching"); err != nil {
		return nil, policy, 0, err
	}
	inFlight, err = conf.FieldMaxInFlight()
	return out, policy, inFlight, err
}

// Connect waits for an answer of a broker.
func (out *output) Connect(ctx context.Context) (err error) {
	out.client, err = connect(ctx, out.client, out.options)
	return err
}

// WriteBatch writes all messages. Its error names the ones that were not written.
func (out *output) WriteBatch(ctx context.Context, batch service.MessageBatch) error {
	var failed *service.BatchError
	fail := func(i int, err error) {
		if failed == nil {
			failed = service.NewBatchError(batch, err)
		}
		failed.Failed(i, err)
	}
	records, places := make([]*kgo.Record, 0, len(batch)), map[*kgo.Record]int{}
	for i, m := range batch {
		r, err := out.record(m)
		if err != nil {
			fail(i, err)
			continue
		}
		records, places[r] = append(records, r), i
	}
	for _, result := range out.client.ProduceSync(ctx, records...) {
		if result.Err != nil {
			fail(places[result.Record], fmt.Errorf("topic %s: %w", result.Record.Topic, result.Err))
		}
	}
	if failed != nil {
		return failed
	}
	return nil
}

func (out *output) record(m *service.Message) (*kgo.Record, error) {
	topic, err := out.topic.TryString(m)
	if err != nil || topic == "" || topic == "null" {
		return nil, errors.New("the message gives no topic")
	}
	key, err := out.key.TryBytes(m)
	if err != nil {
		return nil, errors.New("the interpolation of the field key failed")
	}
	if text := string(key); text == "" || text == "null" {
		key = nil
	}
	r := &kgo.Record{Topic: topic, Key: key}
	if r.Value, err = m.AsBytes(); err != nil {
		return nil, errors.New("the message has no bytes")
	}
	return r, out.headers.Walk(m, func(name, value string) error {
		r.Headers = append(r.Headers, kgo.RecordHeader{Key: name, Value: []byte(value)})
		return nil
	})
}

// Close ends the connection.
func (out *output) Close(context.Context) error {
	if out.client != nil {
		out.client.Close()
	}
	return nil
}
