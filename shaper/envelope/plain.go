package envelope

// Plain is no envelope: the whole document is the payload.
type Plain struct{}

var plainLayout = Layout{Payload: []string{""}}

func (Plain) Name() string    { return "plain" }
func (Plain) Detect(*Doc) int { return 0 }
func (Plain) Names() Names    { return Names{} }

// Misfit finds nothing: any document is a payload.
func (Plain) Misfit(*Doc) string { return "" }

func (Plain) Layout() *Layout { return &plainLayout }

// Facts reads success and isError of a payload that reports its own failure.
func (Plain) Facts(d *Doc) Facts {
	return Facts{IsError: string(d.Value("success")) == "false" || string(d.Value("isError")) == "true"}
}
