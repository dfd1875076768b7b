// Package redis keeps the archive of replicas in Redis or Valkey: one server, a server that
// Sentinel names, or a cluster.
//
// A program links it by import, and opens it with keys that the server never sees:
//
//	import _ "github.com/seed-7aa78ce4/shape/shaper/archive/redis"
//
//	results, err := archive.Open(archive.Settings{
//		Store: "redis", URL: "rediss://:$REDIS_PASSWORD@redis.internal:6379/0", KeyFile: "/run/secrets/shape/keys",
//	})
//
// Each result is one value under the prefix and its handle, and expires with the age of
// Settings.Limits. The server gets sealed values alone. Settings.Limits.Bytes bounds one result;
// the server's maxmemory bounds all of them.
//
// The form of the URL selects the kind of server:
//
//	redis://user:password@host:6379/0              one server; rediss:// is TLS
//	unix:///run/redis.sock?db=0                    one server at a socket
//	redis://host:6379?cluster=true                 a cluster; more nodes by &addr=host:port
//	redis://host:26379/0?master_name=name          Sentinel; more of them by &addr=host:port
//
// Behind Sentinel, the user and the password of the URL are those of the sentinels. Those of the
// server are the parameters username and password. A password of the form $NAME is the value of
// the environment variable NAME. Other parameters are those of go-redis, such as pool_size.
//
// Opening a store turns off the log of go-redis. Faults are errors, and warnings of
// Settings.Warn.
package redis
