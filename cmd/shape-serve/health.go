package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/proxycmd"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

const healthLong = `health asks a running shape-serve whether it serves. It is the health check of an image that
holds no other program. ADDRESS is that of --listen. For shape-serve proxy it is
http://HOST:PORT/healthz, with the token of its clients. It speaks no TLS.

Exit status: 0 it serves; 1 it does not, or does not answer within 3 seconds; 2 usage.`

const healthExample = `  shape-serve health 127.0.0.1:4445
  shape-serve health --client-token '$SHAPE_TOKEN' http://127.0.0.1:8090/healthz`

// healthCommand returns the command health.
func healthCommand(a *app.App) *cobra.Command {
	token := ""
	cmd := &cobra.Command{
		Use: "health [ADDRESS]", Short: "ask a running shape-serve whether it serves",
		Long: healthLong, Example: healthExample, Args: app.ArgCount(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			address := "127.0.0.1:4445"
			if len(args) > 0 {
				address = args[0]
			}
			ctx, done := context.WithTimeout(cmd.Context(), 3*time.Second)
			defer done()
			if err := askHealth(ctx, address, token); err != nil {
				return &app.Failure{Status: app.ExitNothing, Err: fmt.Errorf("%s: %w", address, err)}
			}
			return nil
		},
	}
	cmd.Flags().Func("client-token", "send the value of the variable `$NAME` in "+web.TokenHeader+", over HTTP", func(text string) (err error) {
		token, err = proxycmd.Secret(text, a.Lookup)
		return err
	})
	return cmd
}

// askHealth returns an error unless the server at the address serves.
func askHealth(ctx context.Context, address, token string) error {
	if strings.HasPrefix(address, "http://") {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		if err != nil {
			return err
		}
		if token != "" {
			req.Header.Set(web.TokenHeader, token)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		defer res.Body.Close()
		if res.StatusCode != http.StatusOK {
			return fmt.Errorf("the status is %d", res.StatusCode)
		}
		return nil
	}
	if !strings.HasPrefix(address, "unix:") {
		address = "passthrough:" + address
	}
	c, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer c.Close()
	health, err := grpc_health_v1.NewHealthClient(c).Check(ctx, &grpc_health_v1.HealthCheckRequest{})
	if err == nil && health.Status != grpc_health_v1.HealthCheckResponse_SERVING {
		err = fmt.Errorf("the status is %s", health.Status)
	}
	return err
}
