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

// Copy copies what comes next, up to Src[end].
func (s *Spans) Copy(end int) {
	const short = 32 // most are; they are copied without a call, and what is behind them too
	n, size := len(s.Dst), end-s.From
	if size <= short && n <= cap(s.Dst)-short && s.From <= len(s.Src)-short {
		to, from := s.Dst[n:n+short], s.Src[s.From:s.From+short]
		*(*[short / 2]byte)(to) = *(*[short / 2]byte)(from)
		*(*[short / 2]byte)(to[short/2:]) = *(*[short / 2]byte)(from[short/2:])
		s.Dst = s.Dst[:n+size]
	} else {
		s.Dst = append(s.Dst, s.Src[s.From:end]...)
	}
	s.From = end
}
