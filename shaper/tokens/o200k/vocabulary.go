package o200k

import (
	"sync"

	"github.com/tiktoken-go/tokenizer/codec"
)

// vocabulary tells the rank of each token: of two neighbours that could become one,
// those go first whose token has the lower rank.
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
