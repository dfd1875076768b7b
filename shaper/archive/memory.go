package archive

import (
	"bytes"
	"container/list"
	"context"
	"os"
	"sync"
	"time"
)

// perDocument is the cost of a document in memory beside its bytes. It bounds the number of
// documents too.
const perDocument = 256

// memory is a store in the memory of the process.
type memory struct {
	limits Limits
	now    func() time.Time

	mutex  sync.Mutex
	kept   map[Handle]*list.Element
	order  list.List // of entries; the last one was put last
	stat   Stat
	closed bool
}

type entry struct {
	handle   Handle
	document []byte
	put      time.Time
}

// NewMemory returns a store that lives and dies with the process. The oldest documents
// make room for new ones; one that is larger than the limit is refused.
func NewMemory(limits Limits) Store {
	return &memory{limits: limits.or(memoryBytes), now: time.Now, kept: map[Handle]*list.Element{}}
}

func (m *memory) Put(ctx context.Context, h Handle, document []byte) error {
	cost := int64(len(document)) + perDocument
	if err := m.limits.admit(ctx, h, cost); err != nil {
		return err
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.closed {
		return os.ErrClosed
	}
	if e := m.kept[h]; e != nil && bytes.Equal(e.Value.(*entry).document, document) {
		e.Value.(*entry).put = m.now()
		m.order.MoveToBack(e)
		return nil
	}
	m.remove(m.kept[h])
	m.expire()
	for m.used()+cost > m.limits.Bytes {
		m.remove(m.order.Front())
	}
	m.kept[h] = m.order.PushBack(&entry{h, bytes.Clone(document), m.now()})
	m.stat.Documents++
	m.stat.Bytes += int64(len(document))
	return nil
}

func (m *memory) Get(ctx context.Context, h Handle) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.expire()
	e := m.kept[h]
	if e == nil {
		return nil, ErrUnknown
	}
	return bytes.Clone(e.Value.(*entry).document), nil
}

func (m *memory) Stat(ctx context.Context) (Stat, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.expire()
	return m.stat, ctx.Err()
}

func (m *memory) Close() error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.closed, m.kept, m.stat = true, nil, Stat{}
	m.order.Init()
	return nil
}

// used returns the cost of all documents.
func (m *memory) used() int64 { return m.stat.Bytes + int64(m.stat.Documents)*perDocument }

// expire removes expired documents.
func (m *memory) expire() {
	for e := m.order.Front(); e != nil && m.limits.IsOver(m.now(), e.Value.(*entry).put); e = m.order.Front() {
		m.remove(e)
	}
}

func (m *memory) remove(e *list.Element) {
	if e == nil {
		return
	}
	gone := m.order.Remove(e).(*entry)
	delete(m.kept, gone.handle)
	m.stat.Documents--
	m.stat.Bytes -= int64(len(gone.document))
}
