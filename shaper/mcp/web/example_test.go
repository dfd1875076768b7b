package web_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

// The proxy is a handler in front of another server's URL. The value of autoload.MustLoad
// fits as the engine does; [mcp.New] gives the server options.
//
// [mcp.New]: https://pkg.go.dev/github.com/seed-7aa78ce4/shape/shaper/mcp#New
func ExampleNew() {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"wind":4,"api_key":"k-1"}}}`)
	}))
	defer upstream.Close()
	set, err := profiles.New(profiles.Spec{Tools: []profiles.Tool{{Name: "forecast", ExcludeFields: []string{"api_key"}}}})
	if err != nil {
		panic(err)
	}
	eng, err := shaper.New(set)
	if err != nil {
		panic(err)
	}
	at, err := url.Parse(upstream.URL + "/mcp")
	if err != nil {
		panic(err)
	}
	proxy := httptest.NewServer(web.New(eng, at))
	defer proxy.Close()
	call := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"forecast"}}`)
	res, err := http.Post(proxy.URL+"/mcp", "application/json", call)
	if err != nil {
		panic(err)
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	fmt.Println(string(answer), err)
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"wind":4}}} <nil>
}
