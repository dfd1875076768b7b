package browser

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/security"
	"github.com/chromedp/chromedp"
)

// certificate writes a certificate for 127.0.0.1 and its key.
func (h *home) certificate() (cert, key string, roots *x509.CertPool) {
	h.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		h.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		h.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		h.Fatal(err)
	}
	roots = x509.NewCertPool()
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	roots.AppendCertsFromPEM(text)
	return h.write("cert.pem", string(text)), h.write("key.pem", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}))), roots
}

// Other machines reach the page over HTTPS with the token of a file. A wrong token, plain HTTP and
// another host name are refused, and so is the start without the files.
func TestListen(t *testing.T) {
	long(t)
	h := newHome(t)
	h.write(configName, issuesConfig)
	cert, key, roots := h.certificate()
	const token = "a-token-of-a-file-2026"
	all := []string{"--token-file", h.write("token", token+"\n"), "--tls-cert", cert, "--tls-key", key}
	for _, args := range [][]string{nil, all[:2], all[2:], append(all[:4:4], "--host", "127.0.0.1")} {
		out, err := h.command(append([]string{"view", "--listen", "0.0.0.0:0"}, args...)...).CombinedOutput()
		if err == nil || len(bytes.TrimSpace(out)) == 0 || bytes.Contains(out, []byte("http")) {
			t.Errorf("shape view with %q starts, or says nothing: %s", args, out)
		}
	}
	printed, _ := h.view(append(all, "--listen", "0.0.0.0:0", "--host", "127.0.0.1", "--tool", "list_issues")...)
	at, err := url.Parse(printed)
	if err != nil {
		t.Fatal(err)
	}
	if at.Scheme != "https" || at.Hostname() != "127.0.0.1" || at.Fragment != token {
		t.Fatalf("the page is at %s", printed)
	}

	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}}
	for name, c := range map[string]struct {
		scheme, host, token string
		want                int
	}{
		"the token":    {"https", "", token, http.StatusOK},
		"a wrong one":  {"https", "", token + "x", http.StatusUnauthorized},
		"none":         {"https", "", "", http.StatusUnauthorized},
		"another host": {"https", "example.org", token, http.StatusForbidden},
		"plain HTTP":   {"http", "", token, http.StatusBadRequest},
	} {
		request, err := http.NewRequest(http.MethodGet, c.scheme+"://"+at.Host+"/api/about", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Host = c.host
		if c.token != "" {
			request.Header.Set("Authorization", "Bearer "+c.token)
		}
		response, err := client.Do(request)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != c.want || c.want != http.StatusOK && strings.Contains(string(text), "node_id") {
			t.Errorf("%s: %d %s", name, response.StatusCode, text)
		}
	}

	p := unsigned(t, printed)
	p.wait("Try", `document.querySelector('#try:not([hidden])')?.dataset.ready`)
	p.paste(issues)
	p.waitPlain(h.run(issues, "--tool", "list_issues"))
	if !value[bool](p, `isSecureContext && location.href === 'https://`+at.Host+`/'`) {
		t.Errorf("the address is %s", value[string](p, `location.href`))
	}
	p.shot("https")

	wrong := unsigned(t, "https://"+at.Host+"/#wrong-"+token)
	wrong.expect("401")
	wrong.waitText("#notice", "missing or old")
	wrong.both("wrong-token")
}

// unsigned opens an address with a certificate that no authority signed.
func unsigned(t *testing.T, address string) *tab {
	t.Helper()
	p := newTab(t, "about:blank", desktop)
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	p.host, p.token = at.Host, at.Fragment
	if _, err := chromedp.Call(p.ctx, security.SetIgnoreCertificateErrors, security.SetIgnoreCertificateErrorsParams{Ignore: true}); err != nil {
		t.Fatal(err)
	}
	p.do(chromedp.Navigate(address))
	return p
}
