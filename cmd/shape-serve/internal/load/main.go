// Command load asks shape-serve as many gateways at once, and measures it beside a server that
// passes everything. It fails if an answer is another stream's, holds a canary, or has other
// bytes than the library's.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
)

func main() {
	var o options
	flag.IntVar(&o.streams, "streams", 1000, "requests at once")
	flag.DurationVar(&o.time, "for", 30*time.Second, "time of the load")
	flag.DurationVar(&o.latency, "latency", 30*time.Second, "time at a fixed rate, beside a bare server")
	flag.IntVar(&o.rate, "rate", 200, "requests a second, of each server")
	flag.IntVar(&o.size, "size", 10<<10, "bytes of a result")
	flag.Func("serve", "a `program` shape-serve, or several to compare; built if none is given", func(program string) error {
		o.programs = append(o.programs, program)
		return nil
	})
	bare := flag.Bool("bare", false, "be the bare server")
	flag.Parse()
	debug.SetGCPercent(800) // so that its own collector is not measured, nor that of the bare server
	ctx, done := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer done()
	if *bare {
		serveBare(ctx)
		return
	}
	own, err := os.Executable()
	if err == nil {
		err = o.run(ctx, []string{own, "-bare"}, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}
