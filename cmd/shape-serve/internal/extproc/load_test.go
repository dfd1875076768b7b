package extproc_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	filter "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	pb "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/beside"
)

// alternately are two configurations that both hide the canaries.
var alternately = []string{
	strings.Replace(rules, "note", "odd", 1), strings.Replace(rules, "note", "even", 1),
}

// rowsOf is a result of a stream of about 10 KB, and the two that its client may get.
func rowsOf(stream int) (result string, want [2]string) {
	var rows, odd, even []string
	for i := range 85 {
		name := fmt.Sprintf(`"stream":%d,"title":"row %d of stream %d, with some more text in it for its size"`, stream, i, stream)
		rows = append(rows, fmt.Sprintf(`{%s,"odd":1,"even":2,"secret":"c4n4ry-%d-%d"}`, name, stream, i))
		odd = append(odd, fmt.Sprintf(`{%s,"even":2}`, name))
		even = append(even, fmt.Sprintf(`{%s,"odd":1}`, name))
	}
	whole := func(rows []string) string {
		return `{"jsonrpc":"2.0","id":7,"result":{"content":[],"structuredContent":{"rows":[` + strings.Join(rows, ",") + `]}}}`
	}
	return whole(rows), [2]string{whole(odd), whole(even)}
}

// TestLoad carries 1,000 exchanges at once for 3 s, or for SHAPE_LOAD, while the configuration
// changes each second. Each client gets its own answer, and memory stays bounded. Then it
// measures the time of an exchange beside that of a bare processor.
//
//	SHAPE_LOAD=10m go test -run TestLoad -v -timeout 30m ./internal/extproc
func TestLoad(t *testing.T) {
	long := 3 * time.Second
	if text := os.Getenv("SHAPE_LOAD"); text != "" {
		var err error
		if long, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	s := serve(t, alternately[0])
	ends := time.Now().Add(long)
	var answers, reloads atomic.Int64
	var half, most uint64
	var work sync.WaitGroup
	work.Go(func() {
		for range time.Tick(time.Second) {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			if most = max(most, m.Sys); time.Now().After(ends.Add(-long/2)) && half == 0 {
				half = m.Sys
			}
			if err := s.change(t, alternately[reloads.Add(1)%2]); err != nil {
				t.Error(err)
			}
			if time.Now().After(ends) {
				return
			}
		}
	})
	for n := range 1000 {
		work.Go(func() {
			result, want := rowsOf(n)
			mode := modesOfLoad[n%len(modesOfLoad)]
			kind, before, after := "application/json", "", ""
			if n%2 == 1 {
				kind, before, after = "text/event-stream", "data: ", "\n\n"
			}
			for first := true; first || time.Now().Before(ends) && !t.Failed(); first = false {
				got, err := s.envoy(t, mode, mode).ask(t.Context(), post(call), func(message) message {
					return reply(kind, before+result+after).cut(1000, 2000+n)
				})
				if body := strings.TrimSuffix(strings.TrimPrefix(got.body(), before), after); err != nil || body != want[0] && body != want[1] {
					t.Errorf("stream %d, %s: %v, %.200s", n, mode, err, body)
				}
				answers.Add(1)
			}
		})
	}
	work.Wait()
	t.Logf("1,000 streams, %v: %d exchanges, %.0f a second; %d reloads; memory %d MB at half, %d MB at most",
		long, answers.Load(), float64(answers.Load())/long.Seconds(), reloads.Load(), half>>20, most>>20)
	measure(t, s, long)
}

var modesOfLoad = []filter.ProcessingMode_BodySendMode{buffered, streamed, duplex}

// bare is a processor that changes nothing.
type bare struct {
	pb.UnimplementedExternalProcessorServer
}

func (bare) Process(stream pb.ExternalProcessor_ProcessServer) error {
	for {
		msg, err := stream.Recv()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		out := &pb.ProcessingResponse{}
		switch msg.Request.(type) {
		case *pb.ProcessingRequest_RequestHeaders:
			out.Response = &pb.ProcessingResponse_RequestHeaders{RequestHeaders: &pb.HeadersResponse{}}
		case *pb.ProcessingRequest_RequestBody:
			out.Response = &pb.ProcessingResponse_RequestBody{RequestBody: &pb.BodyResponse{}}
		case *pb.ProcessingRequest_ResponseHeaders:
			out.Response = &pb.ProcessingResponse_ResponseHeaders{ResponseHeaders: &pb.HeadersResponse{}}
		default:
			out.Response = &pb.ProcessingResponse_ResponseBody{ResponseBody: &pb.BodyResponse{}}
		}
		if err := stream.Send(out); err != nil {
			return err
		}
	}
}

// measure asks the service and a bare one in turn, each 200 times a second, for long or 30 s.
func measure(t *testing.T, s *serving, long time.Duration) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	pb.RegisterExternalProcessorServer(server, s.service)
	other, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	plain := grpc.NewServer()
	pb.RegisterExternalProcessorServer(plain, bare{})
	go server.Serve(l)
	go plain.Serve(other)
	defer server.Stop()
	defer plain.Stop()
	var clients [2]pb.ExternalProcessorClient
	for i, at := range []net.Addr{l.Addr(), other.Addr()} {
		conn, err := grpc.NewClient(at.String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		clients[i] = pb.NewExternalProcessorClient(conn)
	}
	result, _ := rowsOf(1)
	told, err := beside.Measure(t.Context(), 200, min(long, 30*time.Second), 2, func(ctx context.Context, server int) error {
		e := s.envoy(t, buffered, buffered)
		e.client = clients[server]
		_, err := e.ask(ctx, post(call), func(message) message { return reply("application/json", result) })
		return err
	})
	if err != nil {
		t.Error(err)
	}
	t.Logf("200 exchanges a second, %d bytes: %s", len(result), told)
}
