package scan

import (
	"bytes"
	"cmp"
	"math"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Skipper reads whole values without their meaning. It keeps its stack between calls, so
// that reuse allocates nothing. It is not safe for concurrent use. The zero value is
// ready.
type Skipper struct {
	// Strict refuses duplicate names in every object.
	Strict bool

	members int    // names read in the innermost object, or inArray
	open    []int  // the same of the containers around it, outermost first
	out     *Spans // nil if nothing is copied
	names   Names
}

// inArray takes the place of a count of members in an array, and at the root.
const inArray = -1

// Value reads the value whose first byte is src[i], inside depth containers
// that are open already. It returns the index after it, or the offset of the
// first fault and its kind. lim has no zero field.
func (s *Skipper) Value(src []byte, i, depth int, lim *Limits) (end int, kind Kind) {
	s.out = nil
	return s.value(src, i, depth, lim)
}

// Copy is [Skipper.Value] for a value in out.Src. It copies to out the bytes before each
// whitespace between tokens, and skips that whitespace. The bytes left to copy, up to the
// end of the value, are compact.
func (s *Skipper) Copy(out *Spans, i, depth int, lim *Limits) (end int, kind Kind) {
	s.out = out
	end, kind = s.value(out.Src, i, depth, lim)
	s.out = nil
	return end, kind
}

func (s *Skipper) value(src []byte, i, depth int, lim *Limits) (end int, kind Kind) {
	if i >= len(src) || !IsOpener(src[i]) {
		return Scalar(src, i, lim.StringBytes)
	}
	s.open, s.members = s.open[:0], inArray
	if s.Strict {
		s.names.Reset()
	}
	return s.container(src, i, depth, lim)
}

func (s *Skipper) container(src []byte, i, depth int, lim *Limits) (end int, kind Kind) {
	for {
		if s.members != inArray {
			if i, kind = s.name(src, i, lim); kind != KindNone {
				return i, kind
			}
		}
		switch {
		case i >= len(src):
			return i, KindEOF
		case src[i] == '"':
			i, _, kind = String(src, i, lim.StringBytes)
		case IsOpener(src[i]):
			if depth+len(s.open) >= lim.Depth {
				return i, KindDepth
			}
			var empty bool
			if i, empty = s.enter(src, i); !empty {
				continue
			}
		case src[i]-'0' <= 9 && s.members != inArray:
			i, kind = Number(src, i)
		default:
			i, kind = s.scalar(src, i, lim)
		}
		if kind != KindNone {
			return i, kind
		}
		if i < len(src) && src[i] == ',' {
			i = s.space(src, i+1)
		} else if i, kind = s.next(src, i); kind != KindNone || len(s.open) == 0 {
			return i, kind
		}
	}
}

// IsOpener reports whether a bracket opens a container. '[' and '{' differ in one bit.
func IsOpener(c byte) bool { return c|0x20 == '{' }

// scalar is Scalar that reads a run of numbers in an array at once.
func (s *Skipper) scalar(src []byte, i int, lim *Limits) (end int, kind Kind) {
	if src[i] <= '9' && s.members == inArray {
		if end, n := Numbers(src, i); n > 0 {
			return end, KindNone
		}
	}
	return Scalar(src, i, lim.StringBytes)
}

// enter opens the container whose bracket is src[i]. It reads on to the first item, or to
// the closing bracket of an empty container.
func (s *Skipper) enter(src []byte, i int) (next int, empty bool) {
	s.open = append(s.open, s.members)
	s.members = inArray
	if src[i] == '{' {
		s.members = 0
		if s.Strict {
			s.names.Open()
		}
	}
	i = s.space(src, i+1)
	return i, i < len(src) && src[i] == s.closer()
}

// next reads the bytes behind a value: it closes containers up to the first that
// continues, and reads on to the next item there.
func (s *Skipper) next(src []byte, i int) (next int, kind Kind) {
	for len(s.open) > 0 {
		switch i = s.space(src, i); {
		case i >= len(src):
			return i, KindEOF
		case src[i] == ',':
			return s.space(src, i+1), KindNone
		case src[i] != s.closer():
			return i, KindComma
		}
		if s.Strict && s.members != inArray {
			s.names.Close()
		}
		last := len(s.open) - 1
		s.members, s.open = s.open[last], s.open[:last]
		i++
	}
	return i, KindNone
}

// closer is the bracket that closes the innermost container.
func (s *Skipper) closer() byte {
	if s.members == inArray {
		return ']'
	}
	return '}'
}

// name reads a member's name and the colon, and on to the value.
func (s *Skipper) name(src []byte, i int, lim *Limits) (next int, kind Kind) {
	end, escaped, kind := String(src, i, lim.StringBytes)
	if kind != KindNone {
		return end, kind
	}
	if s.members++; s.members > lim.Members {
		return i, KindMembers
	}
	if s.Strict && s.names.Add(src, i+1, end-1, escaped) {
		return i, KindDuplicate
	}
	if end < len(src) && src[end] == ':' {
		return s.space(src, end+1), KindNone
	}
	if i = s.space(src, end); i >= len(src) {
		return i, KindEOF
	}
	if src[i] != ':' {
		return i, KindColon
	}
	return s.space(src, i+1), KindNone
}

// space is Space, and leaves the whitespace out of the copy.
func (s *Skipper) space(src []byte, i int) int {
	if i < len(src) && src[i] <= ' ' {
		return s.gap(src, i)
	}
	return i
}

func (s *Skipper) gap(src []byte, i int) (next int) {
	next = spaceRun(src, i)
	if s.out != nil {
		s.out.skip(i, next)
	}
	return next
}

// Spans copies the parts of a text that stay, each as late as possible.
type Spans struct {
	Src  []byte
	Dst  []byte // the copied bytes
	From int    // start in Src of the bytes that are not copied yet
}

// skip copies Src[From:end] and continues at Src[from].
func (s *Spans) skip(end, from int) {
	s.Copy(end)
	s.From = from
}

// Copy copies Src[From:end]. A short span is copied as a whole block without a call, if
// there is room. The bytes behind the span are overwritten later.
func (s *Spans) Copy(end int) {
	n, size := len(s.Dst), end-s.From
	if size <= blockSize && n <= cap(s.Dst)-blockSize && s.From <= len(s.Src)-blockSize {
		copyBlock((*[blockSize]byte)(s.Dst[n:n+blockSize]), (*[blockSize]byte)(s.Src[s.From:]))
		s.Dst = s.Dst[:n+size]
	} else {
		s.Dst = append(s.Dst, s.Src[s.From:end]...)
	}
	s.From = end
}

const blockSize = 64

// copyBlock copies in parts of two instructions each.
func copyBlock(to, from *[blockSize]byte) {
	*(*[16]byte)(to[:]) = *(*[16]byte)(from[:])
	*(*[16]byte)(to[16:]) = *(*[16]byte)(from[16:])
	*(*[16]byte)(to[32:]) = *(*[16]byte)(from[32:])
	*(*[16]byte)(to[48:]) = *(*[16]byte)(from[48:])
}

// Check validates src as one document between optional whitespace. strict refuses
// duplicate names in every object. The error is an *Error.
func Check(src []byte, lim Limits, strict bool) error {
	lim = lim.OrDefault()
	two := skippers.Get().(*[2]Skipper)
	defer skippers.Put(two)
	skip := &two[1]
	if strict { // its tables of names are not kept
		skip = &Skipper{Strict: true}
	}
	return document(src, &lim, func(i int) (int, Kind) {
		return skip.Value(src, i, 0, &lim)
	})
}

// document reads one document whose value the given function reads.
func document(src []byte, lim *Limits, value func(i int) (int, Kind)) error {
	if len(src) > lim.DocumentBytes {
		return NewError(src, lim.DocumentBytes, KindSize)
	}
	if bytes.HasPrefix(src, []byte(words.ByteOrderMark)) {
		return NewError(src, 0, KindBOM)
	}
	i, kind := value(Space(src, 0))
	if kind == KindNone {
		if i = Space(src, i); i < len(src) {
			kind = KindTrailing
		}
	}
	if kind != KindNone {
		return NewError(src, i, kind)
	}
	return nil
}

// Limits bound what one document may hold. A zero field means its default.
type Limits struct {
	Depth         int // containers open at once; 1000
	DocumentBytes int // 1 GiB; 4 GiB at most, so that 32 bits are enough for a place
	StringBytes   int // raw bytes between the quotes, of names too; 64 MiB
	Members       int // per object; 2^20
}

// OrDefault returns the limits with every zero field at its default. The
// functions that take a *Limits expect limits without zero fields.
func (l Limits) OrDefault() Limits {
	return Limits{
		Depth:         cmp.Or(l.Depth, 1000),
		DocumentBytes: int(min(int64(cmp.Or(l.DocumentBytes, 1<<30)), math.MaxUint32)),
		StringBytes:   cmp.Or(l.StringBytes, 64<<20),
		Members:       cmp.Or(l.Members, 1<<20),
	}
}
