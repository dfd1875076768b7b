package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/beside"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/gateway"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/shaper"
	_ "github.com/seed-7aa78ce4/shape/shaper/detect"         // for privacy.detect
	_ "github.com/seed-7aa78ce4/shape/shaper/detect/secrets" // for privacy.detect
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// options are the flags of the command.
type options struct {
	streams, rate, size int
	time, latency       time.Duration
	programs            []string // the first one gets the load
}

// rules hide the canaries, and leave out one field.
const rules = `{"privacy":{"drop":["token"],"mask":[{"path":"**.email","with":"***"},{"pattern":"canary-[0-9a-f]+"}],"detect":["email"]},"global":{"exclude_null_values":true},"tool_overrides":{"load.rows":{"exclude_fields":[%q]}}}`

// configurations alternate.
var configurations = [2]string{fmt.Sprintf(rules, "odd"), fmt.Sprintf(rules, "even")}

// canary begins every hidden value of the load.
const canary = "canary-"

// resultOf returns a result of a stream, with its number in each row and canaries in hidden
// places.
func resultOf(stream, size int) []byte {
	var rows []map[string]any
	secret := fmt.Sprintf("%s%016x", canary, rand.Uint64())
	for used := 0; used < size; {
		row := map[string]any{
			"stream": stream, "odd": 1, "even": 2, "none": nil, "token": secret, "email": secret + "@example.com",
			"note": "the key is " + secret + " and the rest is text", "title": fmt.Sprintf("row %d of stream %d", len(rows), stream),
		}
		text, _ := json.Marshal(row)
		used += len(text)
		rows = append(rows, row)
	}
	text, _ := json.Marshal(map[string]any{"rows": rows})
	out, _ := json.Marshal(map[string]any{"content": []any{map[string]any{"type": "text", "text": string(text)}}})
	return out
}

// stream is one client of the load: its result, and the library's answers by each
// configuration.
type stream struct {
	result []byte
	want   [2][]byte
}

// prepare returns the streams.
func (o *options) prepare() ([]stream, error) {
	all := make([]stream, o.streams)
	for i, text := range configurations {
		set, err := config.Parse("load.json", []byte(text))
		if err != nil {
			return nil, err
		}
		eng, err := shaper.New(set)
		if err != nil {
			return nil, err
		}
		session := mcp.New(eng, mcp.WithName("load")).Session()
		call, _, err := session.Choose("rows", []byte(`{}`))
		if err != nil {
			return nil, err
		}
		for n := range all {
			if i == 0 {
				all[n].result = resultOf(n, o.size)
			}
			all[n].want[i] = session.Result(context.Background(), call, all[n].result)
			if bytes.Contains(all[n].want[i], []byte(canary)) {
				return nil, errors.New("the library's answer holds a canary")
			}
		}
	}
	return all, nil
}

// run runs the load, and then the measurement at a fixed rate.
func (o *options) run(ctx context.Context, bare []string, out io.Writer) error {
	dir, err := os.MkdirTemp("", "load")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "shape.json")
	if err := os.WriteFile(file, []byte(configurations[0]), 0o600); err != nil {
		return err
	}
	if len(o.programs) == 0 {
		program, err := build(dir)
		if err != nil {
			return err
		}
		o.programs = []string{program}
	}
	var servers []*process
	defer func() {
		for _, server := range servers {
			server.end()
		}
	}()
	for _, program := range o.programs {
		serve, err := start(dir, program, "--listen", "127.0.0.1:0", "--config", file, "--tool-metadata", "call")
		if err != nil {
			return err
		}
		servers = append(servers, serve)
	}
	if err := o.load(ctx, servers[0], file, out); err != nil {
		return err
	}
	other, err := start(dir, bare[0], bare[1:]...)
	if err != nil {
		return err
	}
	servers = append(servers, other)
	return o.measure(ctx, servers, out)
}

// gateway returns a gateway with a connection to the server.
func (p *process) gateway() *gateway.Gateway {
	return &gateway.Gateway{Client: p.client(), Metadata: map[string]string{"call": "mcpGuardrails.shape_call"}}
}

// request is the request of each call.
var request = gateway.Request{Services: []string{"load"}, Method: "tools/call", Params: []byte(`{"name":"rows","arguments":{}}`)}

// load asks with all streams at once, while the configuration changes each second.
func (o *options) load(ctx context.Context, serve *process, file string, out io.Writer) error {
	streams, err := o.prepare()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, o.time)
	defer cancel()
	faults := make(chan error, o.streams+1)
	var answers, reloads atomic.Int64
	var all sync.WaitGroup
	for n, s := range streams {
		all.Go(func() {
			if err := s.ask(ctx, serve, &answers); err != nil {
				faults <- fmt.Errorf("stream %d: %w", n, err)
				cancel()
			}
		})
	}
	all.Go(func() {
		for i := 1; ; i++ {
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Second):
			}
			err := os.WriteFile(file+".new", []byte(configurations[i%2]), 0o600)
			if err := errors.Join(err, os.Rename(file+".new", file)); err != nil {
				faults <- err
				cancel()
				return
			}
			reloads.Add(1)
		}
	})
	began, early := time.Now(), 0
	select {
	case <-ctx.Done():
	case <-time.After(o.time / 2):
		early = serve.memory()
	}
	all.Wait()
	took := time.Since(began)
	close(faults)
	if err := <-faults; err != nil {
		return err
	}
	fmt.Fprintf(out, "%d streams, %.0f s: %d answers, %.0f a second, %.0f a second of one core; %d reloads; 0 crossed, 0 canaries; memory %d MB at half, %d MB at the end\n",
		o.streams, took.Seconds(), answers.Load(), float64(answers.Load())/took.Seconds(), float64(answers.Load())/serve.processor().Seconds(), reloads.Load(), early, serve.memory())
	if answers.Load() < int64(o.streams) {
		return errors.New("a stream got no answer")
	}
	return nil
}

// ask asks until ctx ends, and checks each answer.
func (s *stream) ask(ctx context.Context, serve *process, answers *atomic.Int64) error {
	g := serve.gateway()
	for first := true; ; first = false {
		asked, cancel := ctx, func() {}
		if first { // each stream gets one answer, however busy the machine is
			asked, cancel = context.WithTimeout(context.WithoutCancel(ctx), 10*time.Minute)
		}
		got, err := g.Do(asked, request, func([]byte) []byte { return s.result })
		cancel()
		switch {
		case !first && (ctx.Err() != nil || status.Code(err) == codes.DeadlineExceeded):
			return nil
		case err != nil:
			return err
		case bytes.Contains(got.Result, []byte(canary)):
			return errors.New("the answer holds a canary")
		case !bytes.Equal(got.Result, s.want[0]) && !bytes.Equal(got.Result, s.want[1]):
			return errors.New("the answer is none of the library's")
		}
		answers.Add(1)
	}
}

// measure asks all servers in turn at a fixed rate. The last one is the bare one.
func (o *options) measure(ctx context.Context, servers []*process, out io.Writer) error {
	if o.latency == 0 {
		return nil
	}
	result := resultOf(0, o.size)
	asked := make([]atomic.Int64, len(servers))
	before := make([]time.Duration, len(servers))
	for i, server := range servers {
		before[i] = server.processor()
	}
	told, err := beside.Measure(ctx, o.rate, o.latency, len(servers), func(ctx context.Context, i int) error {
		asked[i].Add(1)
		_, err := servers[i].gateway().Do(ctx, request, func([]byte) []byte { return result })
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d requests a second of each server, %d bytes, %v\n", o.rate, len(result), o.latency)
	for i, server := range servers {
		line := "bare"
		if i < len(told) {
			line = told[i]
		}
		fmt.Fprintf(out, "%s; %v of the processor for a request\n", line, (server.processor()-before[i])/time.Duration(asked[i].Load()))
	}
	return nil
}
