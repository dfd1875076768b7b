package extmcp

import (
	"bytes"
	"maps"
	"slices"
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
	sessions map[string]*known // by the server
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
	if c := all.young[key]; c != nil {
		return c
	}
	state := all.old[key]
	if state == nil {
		state = &client{tenant: tenant, sessions: map[string]*known{}}
	}
	if len(all.young) == mostClients {
		all.young, all.old = map[clientKey]*client{}, all.young
	}
	all.young[key] = state
	return state
}

// known is the client's state at one server.
type known struct {
	*mcp.Session
	listed bool // this process gave the client a list of the server's tools
	tools  int  // changes of the server's tools, as the session knows them
}

// session returns the client's state at a server. If this process gave the client no list, the
// state has the tools that the server listed last, for any client of the tenant. The client may
// have its list from another replica. lists states that the client gets a list now.
func (c *client) session(s *Service, server string, lists bool) (*mcp.Session, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	session := c.sessions[server]
	if session == nil {
		behind, err := c.tenant.Server(server)
		if err != nil {
			return nil, err
		}
		session = &known{Session: behind.Session()}
		c.sessions[server] = session
	}
	if session.listed = session.listed || lists; !session.listed {
		var tools [][]byte
		tools, session.tools = s.lists.since(listKey{c.tenant.Name, server}, session.tools)
		for _, tool := range tools {
			session.Tool(tool)
		}
	}
	return session.Session, nil
}

// listKey names a server of a tenant.
type listKey struct{ tenant, server string }

// lists holds the tools that servers listed, as they described them. It is safe for concurrent
// use.
type lists struct {
	mu   sync.Mutex
	of   map[listKey]*list
	size int // of all descriptions
}

// list holds the tools of one server by their names, and counts its changes.
type list struct {
	tools   map[string][]byte
	changes int
}

// mostListed bounds the descriptions in bytes. Beyond it, tools are not remembered for clients
// that did not list them here.
const mostListed = 64 << 20

// add remembers a tool.
func (l *lists) add(key listKey, name string, tool []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	of := l.of[key]
	if of == nil {
		of = &list{tools: map[string][]byte{}}
		l.of[key] = of
	}
	size := l.size + len(tool) - len(of.tools[name])
	if bytes.Equal(of.tools[name], tool) || size > mostListed {
		return
	}
	of.tools[name], l.size = bytes.Clone(tool), size
	of.changes++
}

// since returns the tools of a server, and the number of changes. It returns no tools if the
// caller knows all changes.
func (l *lists) since(key listKey, known int) (all [][]byte, changes int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	of := l.of[key]
	if of == nil || of.changes == known {
		return nil, known
	}
	return slices.Collect(maps.Values(of.tools)), of.changes
}
