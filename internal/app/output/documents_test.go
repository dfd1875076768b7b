package output

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
)

// recorder is a target that records writes, commits and discards.
type recorder struct {
	strings.Builder
	committed, discarded bool
}

func (r *recorder) Commit() error { r.committed = true; return nil }
func (r *recorder) Discard()      { r.discarded = true }

func TestDocuments(t *testing.T) {
	for _, c := range []struct {
		layout Layout
		want   string
	}{
		{Layout{}, "{\"b\":[1],\"a\":0}\n{\"b\":\"<\"}\n"},
		{Layout{Indent: "  "}, "{\n  \"b\": [\n    1\n  ],\n  \"a\": 0\n}\n{\n  \"b\": \"<\"\n}\n"},
		{Layout{Sort: true, Sequence: true}, "\x1e{\"a\":0,\"b\":[1]}\n\x1e{\"b\":\"<\"}\n"},
		{Layout{Sort: true, Indent: "\t"}, "{\n\t\"a\": 0,\n\t\"b\": [\n\t\t1\n\t]\n}\n{\n\t\"b\": \"<\"\n}\n"},
	} {
		var to recorder
		docs := New(&to, c.layout)
		doc, err := docs.Document(func(dst []byte) ([]byte, error) { return append(dst, `{"b":[1],"a":0}`...), nil })
		if err != nil || string(doc) != `{"b":[1],"a":0}` {
			t.Errorf("%+v: %s, %v", c.layout, doc, err)
		}
		if err := docs.Value(map[string]string{"b": "<"}); err != nil {
			t.Error(err)
		}
		if docs.Flush(false); to.Len() > 0 {
			t.Error("a little was written at once")
		}
		if err := docs.End(nil); err != nil || to.String() != c.want || !to.committed {
			t.Errorf("%+v: %s, %v", c.layout, to.String(), err)
		}
	}
}

// A list is written as it comes, in one line with the members before it.
func TestList(t *testing.T) {
	var to recorder
	docs, n, most := New(&to, Layout{}), 0, 0
	items := func(yield func(string) bool) {
		for n < 10*collected/100 && yield(strings.Repeat("<", 100)) {
			n, most = n+1, max(most, cap(docs.buf))
		}
	}
	if err := List(docs, map[string]int{"a": 1}, "list", items); err != nil {
		t.Fatal(err)
	}
	if most > 2*collected {
		t.Errorf("%d bytes were held", most)
	}
	want := `{"a":1,"list":[` + strings.TrimSuffix(strings.Repeat(`"`+strings.Repeat("<", 100)+`",`, n), ",") + "]}\n"
	if err := docs.End(nil); err != nil || to.String() != want {
		t.Errorf("got %.200s, %v", to.String(), err)
	}
	if err := List(New(&to, Layout{}), []int{}, "list", func(yield func(func()) bool) { yield(nil) }); err == nil {
		t.Error("what is no JSON was written")
	}
}

// A document that fails leaves no bytes, and bytes after a fault do not count.
func TestDocumentsThatFail(t *testing.T) {
	var to recorder
	docs, fault := New(&to, Layout{Sequence: true}), errors.New("refused")
	if _, err := docs.Document(func(dst []byte) ([]byte, error) { return append(dst, "{"...), fault }); err != fault {
		t.Errorf("got %v", err)
	}
	if err := docs.End(fault); err != fault || to.Len() > 0 || !to.discarded || to.committed {
		t.Errorf("got %v; discarded %t, committed %t", err, to.discarded, to.committed)
	}
	var none *Documents
	if err := errors.Join(none.Value(1), none.Flush(true), none.End(nil)); err != nil {
		t.Errorf("no output: %v", err)
	}
}

// full is a device without room, or a pipe without a reader.
type full struct{ err error }

func (f full) Write([]byte) (int, error) { return 0, f.err }

func TestStreamTellsItsFirstFault(t *testing.T) {
	for cause, text := range map[error]string{syscall.ENOSPC: "write x: " + syscall.ENOSPC.Error(), syscall.EPIPE: ""} {
		s := new(Gate).Stream(full{fmt.Errorf("write x: %w", cause)})
		_, first := s.Write([]byte("a"))
		s.w = &strings.Builder{}
		_, second := s.Write([]byte("b"))
		for _, err := range []error{first, second, s.Commit(), s.Err()} {
			if _, marked := errors.AsType[*Error](err); !marked || !errors.Is(err, cause) || err.Error() != text {
				t.Errorf("%v: got %v", cause, err)
			}
		}
	}
}
