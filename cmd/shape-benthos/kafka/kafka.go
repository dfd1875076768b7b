// Package kafka adds an input and an output for Kafka to Benthos, both named shape_kafka. It is
// for a program without Redpanda Connect.
package kafka

import (
	"errors"
	"fmt"
	"strings"

	"github.com/redpanda-data/benthos/v4/public/service"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sasl/plain"
	"github.com/twmb/franz-go/pkg/sasl/scram"
)

// The names of the metadata of a record. Its headers are metadata by their own names.
const (
	metaTopic     = "kafka_topic"
	metaPartition = "kafka_partition"
	metaOffset    = "kafka_offset"
	metaKey       = "kafka_key"
)

// newSpec returns a specification with the fields of a connection.
func newSpec(summary string) *service.ConfigSpec {
	return service.NewConfigSpec().Summary(summary).Fields(
		service.NewStringListField("seed_brokers").Description("Addresses of brokers, such as `localhost:9092`. An element may hold several, separated by commas."),
		service.NewStringField("client_id").Default("shape-benthos").Advanced(),
		service.NewTLSToggledField("tls"),
		service.NewObjectField("sasl",
			service.NewStringEnumField("mechanism", "", "PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512").Default("").Description("Empty for none."),
			service.NewStringField("user").Default(""),
			service.NewStringField("password").Default("").Secret(),
		),
	)
}

// connection returns the options of a connection.
func connection(conf *service.ParsedConfig) ([]kgo.Opt, error) {
	seeds, err := conf.FieldStringList("seed_brokers")
	if err != nil {
		return nil, err
	}
	id, err := conf.FieldString("client_id")
	if err != nil {
		return nil, err
	}
	options := []kgo.Opt{kgo.SeedBrokers(strings.Split(strings.Join(seeds, ","), ",")...), kgo.ClientID(id)}
	tls, enabled, err := conf.FieldTLSToggled("tls")
	if err != nil {
		return nil, err
	}
	if enabled {
		options = append(options, kgo.DialTLSConfig(tls))
	}
	login := map[string]string{"mechanism": "", "user": "", "password": ""}
	for name := range login {
		if login[name], err = conf.FieldString("sasl", name); err != nil {
			return nil, err
		}
	}
	user, password := login["user"], login["password"]
	switch login["mechanism"] {
	case "PLAIN":
		options = append(options, kgo.SASL(plain.Auth{User: user, Pass: password}.AsMechanism()))
	case "SCRAM-SHA-256":
		options = append(options, kgo.SASL(scram.Auth{User: user, Pass: password}.AsSha256Mechanism()))
	case "SCRAM-SHA-512":
		options = append(options, kgo.SASL(scram.Auth{User: user, Pass: password}.AsSha512Mechanism()))
	case "":
		if user != "" || password != "" {
			return nil, errors.New("sasl: user and password need a mechanism")
		}
	default:
		return nil, fmt.Errorf("sasl: the mechanism %q is unknown", login["mechanism"])
	}
	return options, nil
}
