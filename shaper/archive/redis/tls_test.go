package redis

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// A replica reaches a server over TLS if it knows the authority by SSL_CERT_FILE. Without the
// authority it does not start.
func TestTLS(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("SSL_CERT_FILE is for Linux")
	}
	certificate, key := certificateFiles(t)
	port := freePort(t)
	startServer(t, "", "--tls-port", port, "--tls-cert-file", certificate, "--tls-key-file", key, "--tls-ca-cert-file", certificate, "--tls-auth-clients", "no")
	for authority, isKnown := range map[string]bool{certificate: true, "/dev/null": false} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), replicaURL+"=rediss://127.0.0.1:"+port, replicaKeys+"="+keyFile(t, "1"), replicaFirst+"=1", "SSL_CERT_FILE="+authority, "SSL_CERT_DIR=/nowhere")
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		line, _ := bufio.NewReader(out).ReadString('\n')
		cmd.Process.Kill()
		cmd.Wait()
		if isKnown != strings.HasPrefix(line, "1 ") || !isKnown && !strings.Contains(line, "certificate signed by unknown authority") {
			t.Errorf("with the authority %s: %s", authority, line)
		}
	}
}

// certificateFiles writes a certificate for 127.0.0.1, signed by itself, and its key.
func certificateFiles(t *testing.T) (certificate, key string) {
	t.Helper()
	secret, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	signed, err := x509.CreateCertificate(rand.Reader, about, about, &secret.PublicKey, secret)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, text []byte) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: text}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("certificate", "CERTIFICATE", signed), write("key", "PRIVATE KEY", private)
}
