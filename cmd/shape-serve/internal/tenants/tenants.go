// Package tenants holds one configuration for each tenant of a gateway, with its engine.
package tenants

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/tailscale/hujson"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/observe/prom"
)

// Options say where the configurations come from.
type Options struct {
	Config config.Options // for tenants that File does not name
	// File is a JSON file such as {"tenants": {"acme": "acme.json"}}. The names of files are
	// relative to it. "" means that one configuration holds for all.
	File    string
	Key     string        // of a gateway's metadata with the name of the tenant
	Limit   int           // of a message, in bytes
	Metrics *prom.Metrics // counts the responses; nil counts nothing
	// Retrieves states that the gateway lists shape_retrieve from another backend.
	Retrieves bool
}

// Table is the tenants by their names. It is safe for concurrent use.
type Table struct {
	Key   string // of a gateway's metadata with the name of the tenant
	named map[string]*Tenant
	other *Tenant // nil if a tenant without a file is an error
}

// Tenant is one tenant: its configuration, and the servers that it asks. It is safe for
// concurrent use.
type Tenant struct {
	Name   string // "" of the configuration for all
	Source *config.Watcher
	Engine *shaper.Engine

	options []mcp.Option
	mu      sync.Mutex
	servers map[string]*mcp.Server
}

// ErrTooMany is the error of a request for one more server than a tenant may have.
var ErrTooMany = errors.New("the tenant has too many servers")

// mostServers bounds the servers of one tenant. The gateway's configuration names them.
const mostServers = 1 << 10

// Open reads and follows the configurations. A refused configuration is an error, and so is
// an archive that cannot be opened.
func Open(a *app.App, o Options) (*Table, error) {
	t := &Table{Key: o.Key, named: map[string]*Tenant{}}
	files := map[string]string{}
	if o.File != "" {
		var err error
		if files, err = read(o.File); err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		own := o
		own.Config.Path = files[name]
		tenant, err := open(a, name, own)
		if err != nil {
			t.Close()
			return nil, fmt.Errorf("tenant %q: %w", name, err)
		}
		t.named[name] = tenant
	}
	if o.File == "" || o.Config.Path != "" || o.Config.NoConfig {
		var err error
		if t.other, err = open(a, "", o); err != nil {
			t.Close()
			return nil, err
		}
	}
	return t, nil
}

// read returns the files of the tenants by their names.
func read(file string) (map[string]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("--tenants: %w", err)
	}
	var content struct {
		Tenants map[string]string `json:"tenants"`
	}
	if text, err = hujson.Standardize(text); err == nil {
		err = scan.Check(text, scan.Limits{}, true) // of two entries of a tenant, one would be lost
	}
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		err = d.Decode(&content)
	}
	if err != nil {
		return nil, fmt.Errorf("--tenants: %s: %w", file, err)
	}
	if len(content.Tenants) == 0 {
		return nil, fmt.Errorf("--tenants: %s: it names no tenant, as in {\"tenants\": {\"acme\": \"acme.json\"}}", file)
	}
	for name, path := range content.Tenants {
		if name == "" || path == "" {
			return nil, fmt.Errorf("--tenants: %s: a tenant lacks its name or its file", file)
		}
		if !filepath.IsAbs(path) {
			content.Tenants[name] = filepath.Join(filepath.Dir(file), path)
		}
	}
	return content.Tenants, nil
}

func open(a *app.App, name string, o Options) (*Tenant, error) {
	source, err := a.Follow(o.Config)
	if err != nil {
		return nil, err
	}
	t := &Tenant{Name: name, Source: source, servers: map[string]*mcp.Server{}, options: []mcp.Option{mcp.WithLimit(o.Limit)}}
	var options []shaper.Option
	if o.Metrics != nil {
		t.options = append(t.options, mcp.WithObserver(o.Metrics))
		options = append(options, shaper.WithObserver(o.Metrics))
	}
	if o.Retrieves {
		t.options = append(t.options, mcp.WithRetriever())
	}
	kept, err := a.Archive(source.Profiles().Archive())
	if err != nil {
		source.Close()
		return nil, err
	}
	options = append(options, kept...)
	if t.Engine, err = app.EngineOver(source, options...); err != nil {
		source.Close()
		return nil, err
	}
	return t, nil
}

// Of returns the tenant of a name, or the one for all. A name without a configuration is an
// error.
func (t *Table) Of(name string) (*Tenant, error) {
	if tenant := t.named[name]; tenant != nil {
		return tenant, nil
	}
	if t.other == nil {
		return nil, fmt.Errorf("the metadata %q names no tenant with a configuration", t.Key)
	}
	return t.other, nil
}

// All returns all tenants in the order of their names.
func (t *Table) All() (all []*Tenant) {
	if t.other != nil {
		all = append(all, t.other)
	}
	for _, name := range slices.Sorted(maps.Keys(t.named)) {
		all = append(all, t.named[name])
	}
	return all
}

// Close ends the watching of all configurations.
func (t *Table) Close() {
	for _, tenant := range t.All() {
		tenant.Source.Close()
	}
}

// Keeper returns the server with a result under a handle, as far as this process knows. The
// hiding rules of its tool act when the result is read. Those of every tool act for a result of
// an unknown server.
func (t *Tenant) Keeper(handle string) (*mcp.Server, error) {
	t.mu.Lock()
	for _, server := range t.servers {
		if server.Keeps(handle) {
			t.mu.Unlock()
			return server, nil
		}
	}
	t.mu.Unlock()
	return t.Server("")
}

// Server returns the state of an MCP server behind the gateway. The name is that of entries
// in tool_overrides, "" if it is unknown. The error is [ErrTooMany].
func (t *Tenant) Server(name string) (*mcp.Server, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	server := t.servers[name]
	if server == nil {
		if len(t.servers) == mostServers {
			return nil, ErrTooMany
		}
		server = mcp.New(t.Engine, append(slices.Clip(t.options), mcp.WithName(name))...)
		t.servers[name] = server
	}
	return server, nil
}
