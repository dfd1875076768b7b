package archive

import (
	"encoding/binary"
	"testing"
)

// BenchmarkKeep measures Keep and Redeem of a document of 100 KB. The stores are one in
// memory, a directory, and a directory so full that each Keep removes documents.
func BenchmarkKeep(b *testing.B) {
	full := Limits{Bytes: 10_000 * block}
	for name, open := range map[string]func() Store{
		"memory":    func() Store { return NewMemory(Limits{}) },
		"directory": func() Store { return openOrFail(b, Limits{}) },
		"full":      func() Store { return filled(b, openOrFail(b, full), 9_990) },
	} {
		b.Run(name, func(b *testing.B) {
			d := Archive{Store: open()}
			defer d.Store.Close()
			document := make([]byte, 100<<10)
			b.SetBytes(int64(len(document)))
			for n := uint64(0); b.Loop(); n++ {
				binary.BigEndian.PutUint64(document, n)
				h, err := d.Keep(ctx, document)
				if err != nil {
					b.Fatal(err)
				}
				if got, err := d.Redeem(ctx, h); err != nil || len(got) != len(document) {
					b.Fatal(len(got), err)
				}
			}
		})
	}
}

func openOrFail(b *testing.B, limits Limits) Store {
	s, err := OpenDirectory(b.TempDir()+"/archive", limits)
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// filled is a store with so many small documents.
func filled(b *testing.B, s Store, documents int) Store {
	d := Archive{Store: s}
	for n := range documents {
		if _, err := d.Keep(ctx, binary.BigEndian.AppendUint64(nil, uint64(n))); err != nil {
			b.Fatal(err)
		}
	}
	return s
}
