package shapeprocessor

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/confmap/confmaptest"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/processor/processortest"

	"github.com/seed-7aa78ce4/shape/cmd/shape-otelcol/shapeprocessor/internal/metadata"
)

func TestComponentConfigStruct(t *testing.T) {
	require.NoError(t, componenttest.CheckConfigStruct(NewFactory().CreateDefaultConfig()))
}

// The life of each signal, with the configuration that metadata.yaml has for tests. A
// processor that did not start can be shut down.
func TestComponentLifecycle(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	factory := NewFactory()
	cfg := factory.CreateDefaultConfig()
	conf, err := confmaptest.LoadConf("metadata.yaml")
	require.NoError(t, err)
	tests, err := conf.Sub("tests::config")
	require.NoError(t, err)
	require.NoError(t, tests.Unmarshal(&cfg))
	create := map[string]func() (component.Component, error){
		"traces": func() (component.Component, error) {
			return factory.CreateTraces(t.Context(), processortest.NewNopSettings(metadata.Type), cfg, consumertest.NewNop())
		},
		"logs": func() (component.Component, error) {
			return factory.CreateLogs(t.Context(), processortest.NewNopSettings(metadata.Type), cfg, consumertest.NewNop())
		},
	}
	for signal, create := range create {
		t.Run(signal, func(t *testing.T) {
			c, err := create()
			require.NoError(t, err)
			require.NoError(t, c.Shutdown(t.Context()))
			c, err = create()
			require.NoError(t, err)
			require.NoError(t, c.Start(t.Context(), componenttest.NewNopHost()))
			require.NoError(t, c.Shutdown(t.Context()))
		})
	}
	_, err = factory.CreateMetrics(t.Context(), processortest.NewNopSettings(metadata.Type), cfg, consumertest.NewNop())
	assert.Error(t, err)
}

// metadata.yaml states the facts of the code.
func TestMetadata(t *testing.T) {
	conf, err := confmaptest.LoadConf("metadata.yaml")
	require.NoError(t, err)
	assert.Equal(t, metadata.Type.String(), conf.Get("type"))
	for _, signal := range conf.Get("status::stability::development").([]any) {
		switch signal {
		case "traces":
			assert.Equal(t, component.StabilityLevelDevelopment, NewFactory().TracesStability())
		case "logs":
			assert.Equal(t, component.StabilityLevelDevelopment, NewFactory().LogsStability())
		default:
			t.Errorf("no signal %v", signal)
		}
	}
	telemetry := componenttest.NewTelemetry()
	counts, err := metadata.NewTelemetryBuilder(telemetry.NewTelemetrySettings())
	require.NoError(t, err)
	counts.ShapeProcessorHidden.Add(t.Context(), 1)
	counts.ShapeProcessorPassed.Add(t.Context(), 1)
	counts.ShapeProcessorWithheld.Add(t.Context(), 1)
	for name, facts := range conf.Get("telemetry::metrics").(map[string]any) {
		m, err := telemetry.GetMetric("otelcol_" + name)
		require.NoError(t, err)
		assert.Equal(t, facts.(map[string]any)["description"].(string)+" [Development]", m.Description)
		assert.Equal(t, facts.(map[string]any)["unit"], m.Unit)
	}
	require.NoError(t, telemetry.Shutdown(t.Context()))
}

// testdata/configs.yaml has configurations with their faults.
func TestConfigs(t *testing.T) {
	conf, err := confmaptest.LoadConf("testdata/configs.yaml")
	require.NoError(t, err)
	for name := range conf.ToStringMap() {
		t.Run(name, func(t *testing.T) {
			c, err := conf.Sub(name)
			require.NoError(t, err)
			settings, err := c.Sub("shape")
			require.NoError(t, err)
			cfg := NewFactory().CreateDefaultConfig()
			err = settings.Unmarshal(cfg)
			if err == nil {
				err = cfg.(*Config).Validate()
			}
			if fault, _ := c.Get("fault").(string); fault == "" {
				assert.NoError(t, err)
			} else {
				assert.ErrorContains(t, err, fault)
			}
		})
	}
}

// The default is the list of the page.
func TestDefaults(t *testing.T) {
	page, err := os.ReadFile("../../../docs/scale.md")
	require.NoError(t, err)
	for _, name := range contents {
		assert.Contains(t, string(page), "    "+name+"\n")
	}
}
