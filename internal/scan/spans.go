package scan

// Spans copies the parts of a text that stay, each as late as possible.
type Spans struct {
	Src  []byte
	Dst  []byte // what is copied
	From int    // where in Src what comes next begins, which is not copied yet
}

// skip copies what comes next, up to Src[end], and goes on at Src[from].
func (s *Spans) skip(end, from int) {
	s.Copy(end)
	s.From = from
}

// Copy copies what comes next, up to Src[end]. Mostly that is short, and copied without
// a call, with some of what is behind it, where there is room.
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

// copyBlock copies in parts of which each is moved by two instructions.
func copyBlock(to, from *[blockSize]byte) {
	*(*[16]byte)(to[:]) = *(*[16]byte)(from[:])
	*(*[16]byte)(to[16:]) = *(*[16]byte)(from[16:])
	*(*[16]byte)(to[32:]) = *(*[16]byte)(from[32:])
	*(*[16]byte)(to[48:]) = *(*[16]byte)(from[48:])
}
