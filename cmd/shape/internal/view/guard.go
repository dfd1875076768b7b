package view

import (
	"crypto/sha256"
	"crypto/subtle"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net"
	"net/http"
	"path"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

//go:embed static
var static embed.FS

// mostBody bounds the body of a request in bytes. mostAtOnce bounds the requests with a body
// that are answered at once, and so the memory. Others wait for their turn.
const (
	mostBody   = 64 << 20
	mostAtOnce = 4
)

// policy forbids the page every source but its own files.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
	"frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// handler returns the handler of all requests.
func (s *server) handler(at net.Addr) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", servePage("index.html"))
	mux.HandleFunc("GET /{file}", func(w http.ResponseWriter, r *http.Request) { servePage(r.PathValue("file"))(w, r) })
	data := http.NewServeMux()
	s.routes(data)
	room := make(chan struct{}, mostAtOnce)
	mux.Handle("/api/", s.withToken(bounded(room, data)))
	hosts := s.hosts
	if tcp, ok := at.(*net.TCPAddr); ok && !tcp.IP.IsUnspecified() {
		hosts = append(hosts, tcp.IP.String())
	}
	guarded := web.Guard(mux, hosts, "")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to := w.Header()
		to.Set("Content-Security-Policy", policy)
		to.Set("X-Content-Type-Options", "nosniff")
		to.Set("Referrer-Policy", "no-referrer")
		to.Set("Cross-Origin-Resource-Policy", "same-origin")
		to.Set("Cross-Origin-Opener-Policy", "same-origin")
		to.Set("Cache-Control", "no-store")
		defer func() {
			if recover() != nil { // the value may be content
				s.PrintError(app.PanicError())
				fail(w, http.StatusInternalServerError, errors.New("a fault of shape itself; the terminal names its place"))
			}
		}()
		guarded.ServeHTTP(w, r)
	})
}

// servePage serves a file of the page. It holds nothing private.
func servePage(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		text, err := fs.ReadFile(static, path.Join("static", name))
		if err != nil {
			fail(w, http.StatusNotFound, errors.New("there is no such file"))
			return
		}
		w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
		w.Write(text)
	}
}

// withToken refuses requests without the token. The comparison takes the same time for every
// value.
func (s *server) withToken(next http.Handler) http.Handler {
	want := sha256.Sum256([]byte("Bearer " + s.token))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got := sha256.Sum256([]byte(r.Header.Get("Authorization")))
		if subtle.ConstantTimeCompare(got[:], want[:]) != 1 {
			fail(w, http.StatusUnauthorized, errors.New("the token is missing or wrong; the terminal shows the page's address with it"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// bounded bounds the bodies of requests, and the number that is read or answered at once.
func bounded(room chan struct{}, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > mostBody {
			fail(w, http.StatusRequestEntityTooLarge, fmt.Errorf("a request has %d MiB at most", mostBody>>20))
			return
		}
		if r.Method != http.MethodGet {
			select {
			case room <- struct{}{}:
				defer func() { <-room }()
				if server, ok := r.Context().Value(http.ServerContextKey).(*http.Server); ok && server.ReadTimeout > 0 { // the time for the body begins now
					http.NewResponseController(w).SetReadDeadline(time.Now().Add(server.ReadTimeout))
				}
			case <-r.Context().Done():
				return
			}
		}
		r.Body = http.MaxBytesReader(w, r.Body, mostBody)
		next.ServeHTTP(w, r)
	})
}

// problem is an error in a reply. Status is its HTTP status.
type problem struct {
	Status int `json:"-"`
	// Message holds no content of a response.
	Message string `json:"message"`
	// Line and Column say where a text is at fault, from 1 on. Column counts bytes.
	Line   int      `json:"line,omitempty"`
	Column int      `json:"column,omitempty"`
	Known  []string `json:"known,omitempty"` // names that could stand instead
}

func (p *problem) Error() string { return p.Message }

// fail answers with an error. A [conflict] has its texts beside it.
func fail(w http.ResponseWriter, status int, err error) {
	p := &problem{Message: err.Error()}
	if errors.As(err, &p) && p.Status != 0 {
		status = p.Status
	}
	var c *conflict
	if errors.As(err, &c) {
		status = http.StatusConflict
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(struct {
		Error *problem `json:"error"`
		*conflict
	}{p, c})
}

// call returns a handler that reads a body of JSON, if the request has one, and answers with the
// value of do.
func call[Asked any](do func(r *http.Request, asked *Asked) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var asked Asked
		if r.Method == http.MethodPost {
			kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
			if kind != "application/json" {
				fail(w, http.StatusUnsupportedMediaType, errors.New("a request has the content type application/json"))
				return
			}
			body, err := io.ReadAll(r.Body)
			if tooLong := (*http.MaxBytesError)(nil); errors.As(err, &tooLong) {
				fail(w, http.StatusRequestEntityTooLarge, fmt.Errorf("a request has %d MiB at most", mostBody>>20))
				return
			}
			if err == nil {
				err = json.Unmarshal(body, &asked)
			}
			if err != nil {
				fail(w, http.StatusBadRequest, errors.New("the body of the request is no JSON, or not in its form"))
				return
			}
		}
		answer, err := do(r, &asked)
		if err != nil {
			fail(w, http.StatusBadRequest, err)
			return
		}
		if text, ok := answer.([]byte); ok {
			w.Header().Set("Content-Type", "application/octet-stream")
			w.Write(text)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(answer)
	}
}
