package view

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"maps"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/stats"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/tune"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/suggest"
	"github.com/seed-7aa78ce4/shape/internal/transcripts"
)

// proposed is the last proposal. A request works on it while it holds learning.
type proposed struct {
	id       string
	ctx      context.Context // of the request that works
	learner  *suggest.Learner
	proposal *suggest.Proposal
	points   []suggest.Point // nil until the curve is asked for
	hash     string          // of the file as it was settled last
	close    func()          // closes the folders of the recordings
}

// proposal is the reply to a request for a proposal. [tune.Report] describes its members.
type proposal struct {
	ID       string   `json:"id"`
	File     string   `json:"file"`
	IsNew    bool     `json:"isNew"`
	Sessions int      `json:"sessions"`
	Tasks    int      `json:"tasks"`
	IsFew    bool     `json:"isFew"`
	Counter  string   `json:"counter"`
	Kept     int      `json:"kept"`
	Taken    int      `json:"taken"`
	Items    []item   `json:"items"`
	Stays    any      `json:"stays"` // their paths
	Faults   []string `json:"faults"`
	trade
}

// item is an entry of a proposal, with its lines one by one.
type item struct {
	*tune.Item
	Lines []tune.Line `json:"lines"`
}

// trade is the values kept beside the tokens saved, for several costs of a retrieval and for the
// caps of clients.
type trade struct {
	Curve []point `json:"curve"`
	Caps  []point `json:"caps"`
}

// point is a trade. Saved is of the tokens of prompts, Kept of the used values, in percent.
type point struct {
	Name        string  `json:"name"`
	Saved       float64 `json:"saved"`
	Kept        float64 `json:"kept"`
	Lost        int     `json:"lost"`
	Retrievable int     `json:"retrievable"`
}

func pointOf(name string, f *suggest.Figures) point {
	return point{name, stats.Share(f.Prompt-f.Shaped, f.Prompt), stats.Share(f.Kept, f.Taken), f.Lost, f.Back}
}

// tune learns from recordings or transcripts, and proposes lines.
func (r *runs) tune(q *http.Request, asked *struct {
	Paths         []string // ids of sessions; none for all
	Client, Since string
}) (any, error) {
	from, err := sourceOf(asked.Client, asked.Since)
	if err != nil {
		return nil, err
	}
	done, err := begin(q.Context(), r.learning)
	if err != nil {
		return nil, err
	}
	defer done()
	p := &proposed{id: rand.Text()[:12], ctx: q.Context(), close: func() {}}
	if asked.Client == "" {
		units, closeAll, err := r.units()
		if err != nil {
			return nil, err
		}
		p.close = closeAll
		from.Read = p.reader(units, asked.Paths, r.tool)
	}
	reply, err := r.propose(p, from)
	if err != nil {
		p.close()
		return nil, err
	}
	if r.proposed != nil {
		r.proposed.close()
	}
	r.proposed = p
	return reply, nil
}

// sourceOf returns the transcripts of a client, or recordings.
func sourceOf(client, since string) (from stats.Source, err error) {
	if client != "" && !slices.Contains(transcripts.Clients(), client) {
		return from, &problem{Status: http.StatusBadRequest, Message: "client: its transcripts have no known form", Known: transcripts.Clients()}
	}
	from.Client = client
	if since != "" {
		from.Since, err = stats.ParseAge(since)
	}
	return from, err
}

// reader reads the sessions with some ids, or all of them. It leaves broken files out.
func (p *proposed) reader(units []*unit, ids []string, tool string) stats.Reader {
	return func(visit func(*recordings.Session) error) (leftOut []string, err error) {
		for _, u := range units {
			if len(ids) > 0 && !slices.ContainsFunc(ids, func(id string) bool { return strings.HasPrefix(id, u.id+"-") }) {
				continue
			}
			fault, err := u.read(p.ctx, tool, func(i int, s *recordings.Session) error {
				if len(ids) > 0 && !slices.Contains(ids, u.sessionID(i)) {
					return nil
				}
				return visit(s)
			})
			if err != nil {
				return nil, err
			}
			if fault != "" {
				leftOut = append(leftOut, u.Name+": "+fault)
			}
		}
		return leftOut, nil
	}
}

// propose learns, and settles all lines in the file.
func (r *runs) propose(p *proposed, from stats.Source) (any, error) {
	options := counting(func() error { return p.ctx.Err() })
	learner, faults, err := stats.Learn(r.App, from, options)
	if err != nil {
		return nil, err
	}
	p.learner = learner
	if p.proposal, err = learner.Propose(); err != nil {
		return nil, err
	}
	f, s, err := r.settled(p, &choice{})
	if err != nil {
		return nil, err
	}
	defer f.Close()
	of, err := f.Report(s, learner)
	if err != nil {
		return nil, err
	}
	reply := proposal{
		ID: p.id, File: of.File, IsNew: of.New, Sessions: of.Sessions, Tasks: of.Tasks, IsFew: of.Few, Counter: of.Counter,
		Kept: of.Kept, Taken: of.Taken, Items: []item{}, Stays: of.Stays,
		Faults: append([]string{}, faults...),
	}
	for _, i := range of.Tools {
		reply.Items = append(reply.Items, item{i, i.Details})
	}
	reply.trade = p.trade()
	return reply, nil
}

// trade returns the points of the curve, or that of the proposal alone, and the caps. Without a
// proof there are none.
func (p *proposed) trade() trade {
	t := trade{[]point{}, []point{}}
	if p.proposal.Proof == nil {
		return t
	}
	for _, at := range p.points {
		t.Curve = append(t.Curve, pointOf(strconv.Itoa(at.Retrieval), &at.Figures))
	}
	if p.points == nil {
		t.Curve = append(t.Curve, pointOf("this proposal", &p.proposal.Proof.Own))
	}
	for _, name := range slices.Sorted(maps.Keys(p.proposal.Proof.Caps)) {
		t.Caps = append(t.Caps, pointOf(name, p.proposal.Proof.Caps[name]))
	}
	return t
}

// choice chooses lines of a proposal: all but the declined ones. A line has the name of its
// entry, a slash and its key, such as list_issues/columns.
type choice struct {
	Lines map[string]bool
	Hash  string // of the file that the lines were settled in
}

func (c *choice) has(entry, key string) bool {
	is, isSaid := c.Lines[entry+"/"+key]
	return is || !isSaid
}

// settled opens the file, and writes the chosen lines into its text. The caller closes the file.
func (r *runs) settled(p *proposed, chosen *choice) (f *tune.File, s *tune.Settled, err error) {
	if f, err = tune.Open(r.App, r.config); err != nil {
		return nil, nil, err
	}
	if s, err = f.Settle(tune.Choose(p.proposal, chosen.has)); err != nil {
		f.Close()
		return nil, nil, err
	}
	p.hash = hashOf(f.Text)
	return f, s, nil
}

// onProposal returns a handler of the last proposal, one request at a time.
func onProposal[Asked any](r *runs, do func(p *proposed, asked *Asked) (any, error)) http.HandlerFunc {
	return call(func(q *http.Request, asked *Asked) (any, error) {
		done, err := begin(q.Context(), r.learning)
		if err != nil {
			return nil, err
		}
		defer done()
		p := r.proposed
		if p == nil || p.id != q.PathValue("id") {
			return nil, &problem{Status: http.StatusNotFound, Message: "this proposal is gone; ask for a new one"}
		}
		p.ctx = q.Context()
		return do(p, asked)
	})
}

// effect is the text of the file with chosen lines.
type effect struct {
	Was    string `json:"was"`
	Text   string `json:"text"`
	Before int    `json:"before"`
	After  int    `json:"after"`
	Hash   string `json:"hash"`
}

// settle shows the effect of a choice of lines.
func (r *runs) settle(p *proposed, chosen *choice) (any, error) {
	f, s, err := r.settled(p, chosen)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	of, err := f.Report(s, p.learner)
	if err != nil {
		return nil, err
	}
	return effect{string(f.Text), string(s.Text), of.Before, of.After, p.hash}, nil
}

// saveLines writes the chosen lines, as the command tune does. It refuses a file that changed since
// its lines were settled.
func (r *runs) saveLines(p *proposed, chosen *choice) (any, error) {
	want := cmp.Or(chosen.Hash, p.hash)
	f, s, err := r.settled(p, chosen)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if p.hash != want {
		p.hash = want
		return nil, conflictOf(f.Text, s.Text)
	}
	reply := saved{Hash: p.hash}
	if !f.Changes(s) {
		return reply, nil
	}
	warning, err := f.Save(s)
	if errors.Is(err, tune.ErrChanged) {
		now, _ := os.ReadFile(f.Name)
		return nil, conflictOf(now, s.Text)
	}
	if err != nil {
		return nil, err
	}
	if warning != nil {
		reply.Warning = warning.Error()
	}
	p.hash = hashOf(s.Text)
	reply.Hash = p.hash
	return reply, nil
}

// prove proves the curve, if that is not done yet.
func (p *proposed) prove() (err error) {
	if p.points == nil {
		p.points, err = p.learner.Curve()
	}
	if err == nil && p.points == nil {
		err = errors.New("fewer than five sessions or three tasks show no trade")
	}
	return err
}

func curve(p *proposed, _ *struct{}) (any, error) {
	err := p.prove()
	return p.trade(), err
}

func picture(p *proposed, _ *struct{}) (any, error) {
	if err := p.prove(); err != nil {
		return nil, err
	}
	return stats.Picture(p.points, p.proposal.Proof), nil
}
