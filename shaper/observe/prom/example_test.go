package prom_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/observe/prom"
)

// The metrics observe an engine, and are the handler that Prometheus asks.
func ExampleNew() {
	metrics := prom.New()
	eng, err := shaper.New(profiles.Builtin(), shaper.WithObserver(metrics))
	if err != nil {
		panic(err)
	}
	for range 3 {
		if _, err := eng.Shape(context.Background(), shaper.Request{Tool: "search", Body: []byte(`{"a":1}`)}); err != nil {
			panic(err)
		}
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", metrics)
	answer := httptest.NewRecorder()
	mux.ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "shape_responses_total") {
			fmt.Println(lines.Text())
		}
	}
	// Output:
	// shape_responses_total{tool="_other",profile="minimal",dialect="plain",outcome="shaped"} 3
}
