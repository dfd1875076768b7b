package extmcp

import (
	"sync"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/tenants"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// clientKey tells clients apart: by the tenant, by the owner of calls, and by _meta.
type clientKey struct{ tenant, owner, meta string }

// client is the state of one client at the servers behind the gateway.
type client struct {
	tenant *tenants.Tenant

	mu       sync.Mutex
	sessions map[string]*mcp.Session // by the server
}

// clients holds the clients of the last requests: up to mostClients young ones, and as many
// before them. It is safe for concurrent use.
type clients struct {
	mu         sync.Mutex
	young, old map[clientKey]*client
}

const mostClients = 1 << 12

// of returns the state of the client of a call.
func (all *clients) of(tenant *tenants.Tenant, c *call) *client {
	key := clientKey{tenant.Name, c.Owner, string(c.Meta)}
	all.mu.Lock()
	defer all.mu.Unlock()
	if known := all.young[key]; known != nil {
		return known
	}
	known := all.old[key]
	if known == nil {
		known = &client{tenant: tenant, sessions: map[string]*mcp.Session{}}
	}
	if len(all.young) == mostClients {
		all.young, all.old = map[clientKey]*client{}, all.young
	}
	all.young[key] = known
	return known
}

// session returns the client's state at a server. A new one knows the tools that the server
// listed last, for any client of the tenant: the client may have its list from another
// replica.
func (c *client) session(s *Service, server string) (*mcp.Session, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if session := c.sessions[server]; session != nil {
		return session, nil
	}
	behind, err := c.tenant.Server(server)
	if err != nil {
		return nil, invalid("%v", err)
	}
	session := behind.Session()
	for _, tool := range s.lists.tools(listKey{c.tenant.Name, server}) {
		session.Tool(tool)
	}
	c.sessions[server] = session
	return session, nil
}

// listKey names a server of a tenant.
type listKey struct{ tenant, server string }

// lists holds the tools that servers listed, as they described them. It is safe for concurrent
// use.
type lists struct {
	mu   sync.Mutex
	of   map[listKey]map[string][]byte // by the tool's name
	size int                           // of all descriptions
}

// mostListed bounds the descriptions in bytes. Beyond it, tools are not remembered for clients
// that did not list them here.
const mostListed = 64 << 20

// add remembers a tool.
func (l *lists) add(key listKey, name string, tool []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	known := l.of[key]
	if known == nil {
		known = map[string][]byte{}
		l.of[key] = known
	}
	if size := l.size + len(tool) - len(known[name]); size <= mostListed {
		l.size, known[name] = size, tool
	}
}

// tools returns the tools of a server.
func (l *lists) tools(key listKey) (all [][]byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, tool := range l.of[key] {
		all = append(all, tool)
	}
	return all
}
