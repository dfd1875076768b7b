package o200k

import (
	"sync"

	"github.com/tiktoken-go/tokenizer/codec"
)

// vocabulary returns the rank of each token. Of two possible merges the one with the lower
// rank comes first.
var vocabulary = sync.OnceValue(func() map[string]uint32 {
	const size = 199_998
	known, ranks := codec.NewO200kBase(), make(map[string]uint32, size)
	for rank := range uint32(size) {
		// A rank without a token would be an error of Decode; a test counts them.
		if token, err := known.Decode([]uint{uint(rank)}); err == nil {
			ranks[token] = rank
		}
	}
	return ranks
})
