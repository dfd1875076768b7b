package kafka

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redpanda-data/benthos/v4/public/service"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	_ "github.com/redpanda-data/benthos/v4/public/components/pure"
)

// cluster is a Kafka in the process, with the topics in and out of three partitions.
type cluster struct {
	*kfake.Cluster
	t *testing.T
}

func newCluster(t *testing.T, options ...kfake.Opt) cluster {
	t.Helper()
	c, err := kfake.NewCluster(append([]kfake.Opt{kfake.NumBrokers(3), kfake.SeedTopics(3, "in", "out"), kfake.GroupMinSessionTimeout(time.Millisecond)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return cluster{c, t}
}

func (c cluster) seeds() string { return fmt.Sprintf("[%s]", strings.Join(c.ListenAddrs(), ", ")) }

func (c cluster) client(options ...kgo.Opt) *kgo.Client {
	c.t.Helper()
	client, err := kgo.NewClient(append(options, kgo.SeedBrokers(c.ListenAddrs()...))...)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(client.Close)
	return client
}

// produce writes records first to last-1 into the three partitions of the topic in.
func (c cluster) produce(first, last int) {
	c.t.Helper()
	client := c.client(kgo.RecordPartitioner(kgo.ManualPartitioner()))
	for n := first; n < last; n++ {
		r := &kgo.Record{Topic: "in", Partition: int32(n % 3), Key: fmt.Append(nil, n%3), Value: fmt.Append(nil, n), Headers: []kgo.RecordHeader{{Key: "tool", Value: []byte("t")}}}
		client.Produce(c.t.Context(), r, nil)
	}
	if err := client.Flush(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
}

// committed waits until the group has committed n offsets of the topic in.
func (c cluster) committed(n int64) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), time.Minute)
	defer cancel()
	if g, err := c.WaitGroupInfo(ctx, "g", func(g *kfake.GroupInfo) bool { return sumOf(g) == n }); err != nil {
		c.t.Fatalf("%d offsets are committed: %v", sumOf(g), err)
	}
}

func sumOf(g *kfake.GroupInfo) (sum int64) {
	if g != nil {
		for _, commit := range g.Commits["in"] {
			sum += commit.Offset
		}
	}
	return sum
}

// read returns the values of the topic out by partition, after there are n different ones.
func (c cluster) read(n int) map[int32][]string {
	c.t.Helper()
	client, all, seen := c.client(kgo.ConsumeTopics("out")), map[int32][]string{}, map[string]bool{}
	ctx, cancel := context.WithTimeout(c.t.Context(), time.Minute)
	defer cancel()
	for len(seen) < n {
		fetches := client.PollFetches(ctx)
		if err := ctx.Err(); err != nil {
			c.t.Fatalf("%d of %d records: %v", len(seen), n, err)
		}
		fetches.EachRecord(func(r *kgo.Record) {
			all[r.Partition] = append(all[r.Partition], string(r.Value))
			seen[string(r.Value)] = true
		})
	}
	return all
}

// member runs a stream that copies from in to out. It returns a function that ends it.
func (c cluster) member() (stop func()) {
	c.t.Helper()
	b := service.NewStreamBuilder()
	err := errors.Join(
		b.AddInputYAML(fmt.Sprintf(`shape_kafka: {seed_brokers: %s, topics: [in], consumer_group: g, commit_period: 100ms, batch_size: 10}`, c.seeds())),
		b.AddOutputYAML(fmt.Sprintf(`shape_kafka: {seed_brokers: %s, topic: out, key: '${! @kafka_key }', headers: {include_prefixes: [tool]}}`, c.seeds())),
		b.SetLoggerYAML("level: OFF"))
	if err != nil {
		c.t.Fatal(err)
	}
	b.SetThreads(1)
	s, err := b.Build()
	if err != nil {
		c.t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- s.Run(context.Background()) }()
	stop = sync.OnceFunc(func() {
		if err := errors.Join(s.StopWithin(time.Minute), <-done); err != nil {
			c.t.Error(err)
		}
	})
	c.t.Cleanup(stop)
	return stop
}

// distinct returns the number of different values, and checks that each partition holds the
// records of its keys in their order. A repeated record may come later again.
func distinct(t *testing.T, all map[int32][]string) int {
	t.Helper()
	seen, latest := map[string]bool{}, map[int]int{}
	for partition, values := range all {
		for _, value := range values {
			var n int
			fmt.Sscan(value, &n)
			if !seen[value] && n < latest[n%3] {
				t.Errorf("partition %d: %d came after %d", partition, n, latest[n%3])
			}
			seen[value], latest[n%3] = true, max(latest[n%3], n)
		}
	}
	return len(seen)
}

// copied ends a member after the offsets of 3,000 records are committed, and checks that each of
// them came out.
func (c cluster) copied(stop func()) {
	c.t.Helper()
	c.committed(3000)
	stop()
	if n := distinct(c.t, c.read(3000)); n != 3000 {
		c.t.Errorf("%d different records", n)
	}
}

func TestThreePartitions(t *testing.T) {
	c := newCluster(t)
	c.produce(0, 3000)
	c.copied(c.member())
}

// A member joins and another one leaves while records come: none is lost.
func TestRebalance(t *testing.T) {
	c := newCluster(t)
	first := c.member()
	if _, err := c.WaitGroupStable(t.Context(), "g", 1); err != nil {
		t.Fatal(err)
	}
	c.produce(0, 1000)
	second := c.member()
	if _, err := c.WaitGroupStable(t.Context(), "g", 2); err != nil {
		t.Fatal(err)
	}
	c.produce(1000, 2000)
	first()
	c.produce(2000, 3000)
	c.copied(second)
}

// A broker stops while records come: none is lost.
func TestBrokerStops(t *testing.T) {
	c := newCluster(t)
	c.produce(0, 1000)
	stop := c.member()
	c.read(300)
	if err := c.RemoveNode(c.LeaderFor("in", 1)); err != nil {
		t.Fatal(err)
	}
	c.produce(1000, 2000)
	if _, _, err := c.AddNode(-1, 0); err != nil {
		t.Fatal(err)
	}
	c.produce(2000, 3000)
	c.copied(stop)
}

// inputOf returns an input with fields, given as YAML.
func inputOf(fields string) (*input, error) {
	conf, err := inputSpec().ParseYAML(fields, nil)
	if err != nil {
		return nil, err
	}
	return newInput(conf, service.MockResources().Logger())
}

// An offset is committed after the output has acknowledged all records up to it.
func TestCommitAfterAck(t *testing.T) {
	c := newCluster(t)
	c.produce(0, 9)
	open := func() *input {
		t.Helper()
		in, err := inputOf(fmt.Sprintf(`{seed_brokers: %s, topics: [in], consumer_group: g, batch_size: 3}`, c.seeds()))
		if err == nil {
			err = in.Connect(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		return in
	}
	read := func(in *input) (values []string, ack service.AckFunc) {
		t.Helper()
		batch, ack, err := in.ReadBatch(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range batch {
			text, _ := m.AsBytes()
			values = append(values, string(text))
			if tool, _ := m.MetaGet("tool"); tool != "t" {
				t.Errorf("the header tool is %q", tool)
			}
			if topic, _ := m.MetaGet(metaTopic); topic != "in" {
				t.Errorf("the topic is %q", topic)
			}
		}
		return values, ack
	}
	in := open()
	_, ackFirst := read(in)
	_, ackSecond := read(in)
	ackSecond(t.Context(), nil)
	ackFirst(t.Context(), errors.New("not written"))
	if err := in.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := sumOf(c.GroupInfo("g")); n != 0 {
		t.Errorf("%d offsets are committed before the first batch", n)
	}

	in = open()
	first, ack := read(in)
	ack(t.Context(), nil)
	if err := in.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := sumOf(c.GroupInfo("g")); n != int64(len(first)) {
		t.Errorf("%d offsets are committed after the first batch", n)
	}
	in = open()
	for rest := 9 - len(first); rest > 0; {
		values, _ := read(in)
		for _, value := range values {
			if slices.Contains(first, value) {
				t.Errorf("%s came again", value)
			}
		}
		rest -= len(values)
	}
	in.Close(t.Context())
}

// A batch with records that cannot be written names them alone.
func TestUnwrittenRecords(t *testing.T) {
	c := newCluster(t)
	conf, err := outputSpec().ParseYAML(fmt.Sprintf(`{seed_brokers: %s, topic: '${! @topic }'}`, c.seeds()), nil)
	if err != nil {
		t.Fatal(err)
	}
	out, _, _, err := newOutput(conf)
	if err == nil {
		err = out.Connect(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close(t.Context())
	batch := service.MessageBatch{service.NewMessage([]byte("1")), service.NewMessage([]byte("2")), service.NewMessage([]byte("3"))}
	batch[0].MetaSetMut("topic", "out")
	batch[2].MetaSetMut("topic", "out")
	index := batch.Index()
	fault, ok := errors.AsType[*service.BatchError](out.WriteBatch(t.Context(), batch))
	if !ok || fault.IndexedErrors() != 1 {
		t.Fatalf("%v", fault)
	}
	fault.WalkMessagesIndexedBy(index, func(i int, _ *service.Message, err error) bool {
		if (err != nil) != (i == 1) {
			t.Errorf("message %d: %v", i, err)
		}
		return true
	})
	c.read(2)
}

func TestSASL(t *testing.T) {
	c := newCluster(t, kfake.EnableSASL(), kfake.Superuser("SCRAM-SHA-256", "u", "p"))
	for password, ok := range map[string]bool{"p": true, "q": false} {
		in, err := inputOf(fmt.Sprintf(`{seed_brokers: %s, topics: [in], consumer_group: g, sasl: {mechanism: SCRAM-SHA-256, user: u, password: %s}}`, c.seeds(), password))
		if err != nil {
			t.Fatal(err)
		}
		if err = in.Connect(t.Context()); (err == nil) != ok {
			t.Errorf("password %s: %v", password, err)
		}
		in.client.CloseAllowingRebalance()
	}
}

func TestRefusedConnections(t *testing.T) {
	for fields, want := range map[string]string{
		"topics: [], consumer_group: g":                                  "topics: ",
		"topics: [in], consumer_group: ''":                               "consumer_group: ",
		"topics: [in], consumer_group: g, batch_size: 0":                 "batch_size: ",
		"topics: [in], consumer_group: g, commit_period: 1ms":            "commit_period: ",
		"topics: [in], consumer_group: g, sasl: {user: u}":               "sasl: ",
		"topics: [in], consumer_group: g, sasl: {mechanism: x, user: u}": "sasl: ",
	} {
		if _, err := inputOf("{seed_brokers: ['127.0.0.1:1'], " + fields + "}"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", fields, err)
		}
	}
}
