package web

import (
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// mostConnections bounds the connections of clients. One beyond is told to come back and
// closed, so that no client waits for a place that another one holds.
const mostConnections = 4096

const noPlace = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

// bounded is a listener whose connections have a bound.
type bounded struct {
	net.Listener
	most int64
	open atomic.Int64
}

func (l *bounded) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if l.open.Add(1) <= l.most {
			return &place{Conn: c, left: sync.OnceFunc(func() { l.open.Add(-1) })}, nil
		}
		l.open.Add(-1)
		c.SetWriteDeadline(time.Now().Add(time.Second)) // it fits into the buffer of the connection
		c.Write([]byte(noPlace))
		c.Close()
	}
}

// place is a connection of a bounded listener.
type place struct {
	net.Conn
	left func()
}

func (p *place) Close() error {
	p.left()
	return p.Conn.Close()
}
