package detect

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// logLine writes a usual line of a log. One kind of line in eight, and only if long is
// set, holds a random number of 16 digits.
func logLine(r *rand.Rand, n int, long bool) string {
	t := time.Unix(1790000000+int64(n), r.Int64N(1e9)).UTC()
	id := func(most int64) int64 { return r.Int64N(most) }
	switch n % 8 {
	case 0:
		return fmt.Sprintf("%s INFO [http] request_id=%08x-%04x-4%03x-a%03x-%012x method=GET path=/items/%d status=200 bytes=%d",
			t.Format(time.RFC3339Nano), r.Uint32(), id(1<<16), id(1<<12), id(1<<12), id(1<<48), id(1e9), id(1e7))
	case 1:
		return fmt.Sprintf(`10.%d.%d.%d - - [%s] "POST /login HTTP/1.1" 302 %d "-" "Mozilla/5.0 (X11; Linux x86_64)"`,
			id(256), id(256), id(256), t.Format("02/Jan/2006:15:04:05 -0700"), id(9999))
	case 2:
		return fmt.Sprintf(`{"ts":%d.%06d,"trace_id":"%016x%016x","msg":"cache miss","key":"user:%d:profile"}`,
			t.Unix(), id(1e6), r.Uint64(), r.Uint64(), id(1e8))
	case 3:
		return fmt.Sprintf("%s host%d kernel: [%d.%06d] eth0: link up, 1000 Mbps, address %02x:%02x:%02x:%02x:%02x:%02x",
			t.Format(time.Stamp), id(99), id(1e7), id(1e6), id(256), id(256), id(256), id(256), id(256), id(256))
	case 4:
		return fmt.Sprintf("W%s %d reflector.go:%d] failed to list *v1.Pod: resource version %d too old",
			t.Format("0102 15:04:05.000000"), id(1e6), id(999), id(1e10))
	case 5:
		return fmt.Sprintf("commit %016x%016x%08x pushed, image sha256:%016x%016x%016x%016x size %d",
			r.Uint64(), r.Uint64(), r.Uint32(), r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64(), id(1e10))
	case 6:
		number := id(1e12)
		if long {
			number = 1e15 + id(9e15)
		}
		return fmt.Sprintf("%d ERROR worker-%d order %d failed after %d attempts at %d",
			t.UnixMilli(), id(64), number, id(9), t.UnixNano())
	}
	return fmt.Sprintf("  at com.example.app.AuthTokenFilter.doFilter(AuthTokenFilter.java:%d) ~[app-%d.%d.%d.jar:%d.%d]",
		id(999), id(9), id(99), id(99), id(9), id(99))
}

// Usual lines of logs hold no value. A random number of 16 digits is a card once in about
// 25 times: a prefix of a network and the right check digit.
func TestUsualLogs(t *testing.T) {
	const lines = 16_000
	for _, long := range []bool{false, true} {
		r := rand.New(rand.NewPCG(1, 2))
		hit := 0
		for n := range lines {
			line := logLine(r, n, long)
			if got := marked(all, line); got != line {
				if hit++; !long || strings.Count(got, "[card]") != 1 {
					t.Errorf("%q: %q", line, got)
				}
			}
		}
		if hit > lines/8/10 || long && hit == 0 {
			t.Errorf("%d lines of %d are changed", hit, lines)
		}
	}
}
