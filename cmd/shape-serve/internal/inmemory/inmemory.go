// Package inmemory connects tests to gRPC services without a network.
package inmemory

import (
	"context"
	"net"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"
)

// longest is the most bytes of a message.
const longest = 1 << 30

// Serve serves the services that register adds, until the test ends. It returns the server and a
// connection to it.
func Serve(t testing.TB, register func(*grpc.Server)) (*grpc.Server, *grpc.ClientConn) {
	t.Helper()
	server, l := grpc.NewServer(grpc.MaxRecvMsgSize(longest)), bufconn.Listen(1<<20)
	register(server)
	go server.Serve(l)
	t.Cleanup(server.Stop)
	c, err := grpc.NewClient("passthrough:x", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return l.DialContext(ctx) }),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(longest)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return server, c
}
