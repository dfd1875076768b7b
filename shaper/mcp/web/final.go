package web

import "net/http"

// final is a transport whose responses have no trailers. A trailer comes behind the body,
// after the headers were judged, and MCP has none.
type final struct{ http.RoundTripper }

func (f final) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := f.RoundTripper.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	out := *res // the body adds trailers to res
	out.Trailer = nil
	keepProtocolHeaders(out.Header)
	return &out, nil
}

// finalWriter writes a response without those that come before it, such as 103 Early
// Hints. Their headers may hold any text.
type finalWriter struct{ http.ResponseWriter }

func (w finalWriter) WriteHeader(status int) {
	if status >= http.StatusOK {
		w.ResponseWriter.WriteHeader(status)
	}
}

// Unwrap is for [http.ResponseController].
func (w finalWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
