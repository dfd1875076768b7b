package blob

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"gocloud.dev/blob"
	_ "gocloud.dev/blob/azureblob" // azblob://
	_ "gocloud.dev/blob/fileblob"  // file://
	_ "gocloud.dev/blob/gcsblob"   // gs://
	_ "gocloud.dev/blob/memblob"   // mem://
	_ "gocloud.dev/blob/s3blob"    // s3://
	"gocloud.dev/gcerrors"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

func init() {
	archive.Register("blob", func(s archive.Settings) (archive.Store, error) { return open(s, time.Now) })
}

// usualPrefix begins the names of objects by default.
const usualPrefix = "shape/a1/"

// callTime bounds each call of the bucket, with the retries of its SDK.
const callTime = 10 * time.Second

// maxSkew bounds the difference between the clocks of the bucket and of this machine: by the
// tenth part of the age of documents.
const maxSkew = 10

// store is a store in a bucket.
type store struct {
	bucket *blob.Bucket
	name   string // of the bucket, for errors
	prefix string
	limits archive.Limits
	time   time.Duration // for one call
	now    func() time.Time
}

// open opens the bucket of s.URL. It writes, reads and deletes one object. It fails if a step
// fails, or if the bucket hides that the object is gone. It also fails if the clock of the bucket
// differs from that of this machine by a tenth of the age of documents.
func open(s archive.Settings, now func() time.Time) (*store, error) {
	at, err := address(s.URL)
	if err != nil {
		return nil, err
	}
	b := &store{name: at.Scheme + "://" + at.Host + at.Path, prefix: cmp.Or(s.Prefix, usualPrefix), limits: s.Limits, time: callTime, now: now}
	if err := checkPrefix(b.prefix); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), b.time)
	defer cancel()
	if b.bucket, err = blob.DefaultURLMux().OpenBucketURL(ctx, at); err != nil {
		if at.RawQuery != "" && strings.Contains(err.Error(), at.RawQuery) { // a value may be a secret
			err = errors.New("a parameter of the URL is unknown or has a wrong value")
		}
		return nil, b.fault("open", err)
	}
	if err = b.checkCredentials(ctx); err == nil {
		err = b.probe(ctx)
	}
	if err != nil {
		b.bucket.Close()
		return nil, err
	}
	return b, nil
}

// checkCredentials returns an error if the SDK for S3 finds no credentials. Its own error tells
// of the last place that it asked, which is the service of a cloud's machines.
func (b *store) checkCredentials(ctx context.Context) error {
	var client *s3.Client
	if !b.bucket.As(&client) || client.Options().Credentials == nil { // nil is anonymous
		return nil
	}
	if _, err := client.Options().Credentials.Retrieve(ctx); err != nil {
		return b.fault("sign requests", errors.New("there are no valid credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, or give the machine a role"))
	}
	return nil
}

// address returns the URL of a bucket.
func address(text string) (*url.URL, error) {
	at, err := url.Parse(text)
	if err != nil || !blob.DefaultURLMux().ValidBucketScheme(at.Scheme) { // err repeats the URL
		return nil, errors.New("url: this is not the URL of a bucket: s3://, gs://, azblob://, file:// or mem://")
	}
	if at.User != nil {
		return nil, errors.New("url: the URL of a bucket has no user and no password; credentials are in the environment")
	}
	if at.Scheme == "file" { // temporary files are then on the same disk, and an object is one file
		query := at.Query()
		query.Set("no_tmp_dir", "1")
		query.Set("metadata", "skip")
		at.RawQuery = query.Encode()
	}
	return at, nil
}

// checkPrefix refuses a prefix that leads out of a directory, or that providers spell otherwise.
func checkPrefix(prefix string) error {
	for part := range strings.SplitSeq(strings.TrimSuffix(prefix, "/"), "/") {
		if part == "" || strings.Trim(part, ".") == "" || strings.ContainsFunc(part, isOdd) {
			return fmt.Errorf("prefix: %q is not a list of names with letters, digits, '-', '_' and '.' between slashes", prefix)
		}
	}
	return nil
}

func isOdd(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("-_.", r)
}

// probe checks the rights to the bucket and its clock by an object of its own.
func (b *store) probe(ctx context.Context) (err error) {
	id := rand.Text()
	key, want := b.prefix+"probe-"+id, []byte(id)
	if err := b.write(ctx, key, want); err != nil {
		return b.fault("write an object", err)
	}
	got, put, err := b.read(ctx, key)
	switch {
	case err != nil:
		err = b.fault("read an object", err)
	case !bytes.Equal(got, want):
		err = b.fault("read an object", errors.New("it is not what was written"))
	case b.now().Sub(put).Abs() >= b.limits.Age/maxSkew:
		err = b.fault("compare clocks", fmt.Errorf("the bucket's clock differs from this machine's by %s", b.now().Sub(put).Abs().Round(time.Minute)))
	}
	if fault := b.bucket.Delete(ctx, key); err == nil && fault != nil {
		err = b.fault("delete an object", fault)
	}
	if err != nil {
		return err
	}
	if _, _, err = b.read(ctx, key); !isMissing(err) {
		return b.fault("ask for a missing object", cmp.Or(err, errors.New("the deleted object is still there")))
	}
	return nil
}

func (b *store) Put(ctx context.Context, h archive.Handle, document []byte) error {
	ctx, cancel := context.WithTimeout(ctx, b.time)
	defer cancel()
	if err := b.write(ctx, b.prefix+string(h), document); err != nil {
		return b.fault("write an object", err)
	}
	return nil
}

func (b *store) write(ctx context.Context, key string, text []byte) error {
	return b.bucket.WriteAll(ctx, key, text, &blob.WriterOptions{ContentType: "application/octet-stream", MaxConcurrency: 1})
}

func (b *store) Get(ctx context.Context, h archive.Handle) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, b.time)
	defer cancel()
	document, put, err := b.read(ctx, b.prefix+string(h))
	switch {
	case isMissing(err) || errors.Is(err, errLarge):
		return nil, archive.ErrUnknown
	case err != nil:
		return nil, b.fault("read an object", err)
	case b.limits.IsOver(b.now(), put):
		return nil, archive.ErrUnknown
	}
	return document, nil
}

var errLarge = errors.New("the object is larger than any document")

// read returns an object and the time of its last write.
func (b *store) read(ctx context.Context, key string) (text []byte, put time.Time, err error) {
	r, err := b.bucket.NewReader(ctx, key, nil)
	if err != nil {
		return nil, put, err
	}
	defer r.Close()
	if r.Size() > b.limits.Bytes {
		return nil, put, errLarge
	}
	text = make([]byte, r.Size())
	_, err = io.ReadFull(r, text)
	return text, r.ModTime(), err
}

func (b *store) Stat(ctx context.Context) (stat archive.Stat, err error) {
	ctx, cancel := context.WithTimeout(ctx, b.time)
	defer cancel()
	all := b.bucket.List(&blob.ListOptions{Prefix: b.prefix})
	for {
		o, err := all.Next(ctx)
		if err == io.EOF {
			return stat, nil
		}
		if err != nil {
			return archive.Stat{}, b.fault("list the objects", err)
		}
		if archive.Handle(path.Base(o.Key)).IsValid() && !b.limits.IsOver(b.now(), o.ModTime) {
			stat.Documents++
			stat.Bytes += o.Size
		}
	}
}

func (b *store) Close() error { return b.bucket.Close() }

// isMissing reports whether an error tells that the bucket has no such object. A missing bucket
// is another fault.
func isMissing(err error) bool {
	return gcerrors.Code(err) == gcerrors.NotFound && codeOf(err) != "NoSuchBucket" && codeOf(err) != "ContainerNotFound"
}

// codeOf returns the provider's code of an error, or "".
func codeOf(err error) string {
	if coded, ok := errors.AsType[interface {
		error
		ErrorCode() string
	}](err); ok {
		return coded.ErrorCode()
	}
	return ""
}

// fault names the bucket and the reason of an error. The errors of the SDKs have several lines,
// and repeat URLs and names of objects.
func (b *store) fault(what string, err error) error {
	return fmt.Errorf("%s: cannot %s: %s", b.name, what, b.reason(err))
}

func (b *store) reason(err error) string {
	code := codeOf(err)
	why := "the service refuses it"
	switch kind := gcerrors.Code(err); {
	case errors.Is(err, context.DeadlineExceeded), kind == gcerrors.DeadlineExceeded:
		return fmt.Sprintf("no answer within %s", b.time)
	case kind == gcerrors.PermissionDenied, errors.Is(err, os.ErrPermission):
		why = "the credentials lack the right to it"
	case kind == gcerrors.NotFound:
		why = "there is no such bucket, or it is hidden"
	case code == "RequestTimeTooSkewed":
		why = "the clock of this machine is wrong"
	case code == "":
		why = innermost(err)
	}
	if code != "" {
		why += " (" + code + ")"
	}
	return why
}

// maxReason bounds the words of an SDK in an error.
const maxReason = 200

// innermost returns the first line of the error that all others wrap.
func innermost(err error) string {
	for err != nil {
		inner := errors.Unwrap(err)
		if all, ok := err.(interface{ Unwrap() []error }); ok {
			inner = all.Unwrap()[0]
		}
		if inner == nil {
			break
		}
		err = inner
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	return words.Shorten(line, maxReason)
}
