package jsonish

import "testing"

// A reader that has seen a text like it allocates nothing, whatever the text.
func TestNoAllocations(t *testing.T) {
	for _, text := range [][]byte{
		[]byte("Just some words, and no more."),
		[]byte(`{"a":[1,{"b":NaN,}],"c":"\ud83d","d":"` + "\n" + `"}`),
		[]byte("See:\n```json\n{\"a\": 1}\n```\nand {'b': 'c', 'd\\x65': [x]} user=\"x\"\ne:\n  f\n"),
	} {
		var r Reader
		var a Assignments
		met := 0
		read := func() {
			r.Read(text, &limits)
			for s, ok := r.Next(); ok; s, ok = r.Next() {
				a.Read(text, s.Start, s.End)
				for found, ok := a.Next(); ok; found, ok = a.Next() {
					a.Readings(found, func(name []byte) bool {
						met += len(name)
						return true
					})
					met += a.Reach(found, func(Assignment) bool { return true }).End
				}
			}
		}
		if read(); testing.AllocsPerRun(10, read) > 0 {
			t.Errorf("%q: allocations", text)
		}
	}
}

// The memory for a large text is freed before the next one.
func TestMemoryIsNotKept(t *testing.T) {
	var r Reader
	var a Assignments
	deep := []byte(repeat("[", "", "")(1 << 20))
	r.Read(deep, &limits)
	text := []byte(repeat("\\u0061", `":x`, `"`)(1 << 20))
	a.Read(text, 0, len(text))
	found, _ := a.Next()
	a.Readings(found, func([]byte) bool { return true })
	if cap(r.tokens.open.bits) <= keptWords || cap(a.readings.text) <= keptText {
		t.Errorf("%d words, %d bytes: too few to tell", cap(r.tokens.open.bits), cap(a.readings.text))
	}
	r.Read([]byte("[x]"), &limits)
	a.Read(nil, 0, 0)
	if cap(r.tokens.open.bits) > keptWords || cap(a.readings.text)+cap(a.readings.next) > keptText {
		t.Errorf("%d words, %d bytes are kept", cap(r.tokens.open.bits), cap(a.readings.text))
	}
}

// Memory within the bound is kept, to the last byte.
func TestMemoryIsKept(t *testing.T) {
	open := brackets{bits: make([]uint64, keptWords)}
	said := readings{text: make([]byte, keptText-1), next: make([]byte, 1)}
	open.reset()
	said.trim()
	if cap(open.bits) != keptWords || cap(said.text)+cap(said.next) != keptText {
		t.Errorf("%d words, %d bytes are kept", cap(open.bits), cap(said.text)+cap(said.next))
	}
}
