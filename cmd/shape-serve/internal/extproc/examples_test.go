package extproc_test

import (
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	bootstrap "github.com/envoyproxy/go-control-plane/envoy/config/bootstrap/v3"
	filter "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	_ "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/router/v3"
	manager "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/network/http_connection_manager/v3"
	_ "github.com/envoyproxy/go-control-plane/envoy/extensions/upstreams/http/v3"
	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/policy"
)

const examples = "../../testdata/"

// documents returns the documents of an example as JSON.
func documents(t *testing.T, file string) (all [][]byte) {
	t.Helper()
	f, err := os.Open(examples + file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for d := yaml.NewDecoder(f); ; {
		var document any
		if err := d.Decode(&document); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, text)
	}
}

// read reads a message as Envoy does, with its checks.
func read(t *testing.T, text []byte, into interface {
	proto.Message
	ValidateAll() error
}) {
	t.Helper()
	if err := protojson.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
	if err := into.ValidateAll(); err != nil {
		t.Fatal(err)
	}
}

// filters returns the filters of shape in the examples, by their file.
func filters(t *testing.T) map[string]*filter.ExternalProcessor {
	t.Helper()
	all := map[string]*filter.ExternalProcessor{"envoy.yaml": {}, "istio.yaml": {}}
	var envoy bootstrap.Bootstrap
	read(t, documents(t, "envoy.yaml")[0], &envoy)
	var http manager.HttpConnectionManager
	first := envoy.StaticResources.Listeners[0].FilterChains[0].Filters[0]
	if err := first.GetTypedConfig().UnmarshalTo(&http); err != nil {
		t.Fatal(err)
	}
	if err := http.HttpFilters[0].GetTypedConfig().UnmarshalTo(all["envoy.yaml"]); err != nil {
		t.Fatal(err)
	}
	var istio struct {
		Spec struct {
			ConfigPatches []struct {
				Patch struct{ Value json.RawMessage }
			}
		}
	}
	manifests := documents(t, "istio.yaml")
	if err := json.Unmarshal(manifests[len(manifests)-1], &istio); err != nil {
		t.Fatal(err)
	}
	var last manager.HttpFilter
	read(t, istio.Spec.ConfigPatches[0].Patch.Value, &last)
	if err := last.GetTypedConfig().UnmarshalTo(all["istio.yaml"]); err != nil {
		t.Fatal(err)
	}
	return all
}

// The examples are valid by Envoy's API, have no warning, and hide in their modes.
func TestExamples(t *testing.T) {
	s := serve(t, rules)
	for file, f := range filters(t) {
		if err := f.ValidateAll(); err != nil || f.FailureModeAllow {
			t.Errorf("%s: %v", file, err)
		}
		if warnings, err := policy.Check(examples + file); err != nil || len(warnings) > 0 {
			t.Errorf("%s: %v, %v", file, err, warnings)
		}
		e := s.envoy(t, f.ProcessingMode.RequestBodyMode, f.ProcessingMode.ResponseBodyMode)
		e.overrides, e.trailers = f.AllowModeOverride, f.ProcessingMode.ResponseTrailerMode == filter.ProcessingMode_SEND
		for name, x := range exchanges {
			got := e.mustAsk(t.Context(), post(x.request), reply(x.kind, x.response))
			if got.body() == "" || strings.Contains(got.body(), canary) {
				t.Errorf("%s, %s: %s", file, name, got.body())
			}
		}
	}
}

// The page shows the filter of the example.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../../../docs/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## Envoy\n")
	section, _, _ = strings.Cut(section, "\n## ")
	_, shown, _ := strings.Cut(section, "```yaml\n")
	shown, _, _ = strings.Cut(shown, "```")
	text, err := os.ReadFile(examples + "envoy.yaml")
	if err != nil {
		t.Fatal(err)
	}
	whole := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		whole[strings.TrimSpace(line)] = true
	}
	if shown == "" {
		t.Error("the page shows no filter")
	}
	for line := range strings.Lines(shown) {
		if !whole[strings.TrimSpace(line)] {
			t.Errorf("the example has no line %q", line)
		}
	}
}
