package cli

import (
	"os/exec"
	"strings"
	"testing"
)

// The scripts of the shells complete, in the installed shells. completion.txtar holds the
// completions.
func TestCompletionInShells(t *testing.T) {
	alone(t)
	writeFile(t, "c.json", `{"tool_overrides": {"list_issues": {"response_modes": {"brief": ["a"], "long": ["b"]}}}}`)
	for shell, script := range map[string]string{
		// as the package bash-completion has it, for words without : and =
		"bash": `_get_comp_words_by_ref() { cur=${COMP_WORDS[COMP_CWORD]}; words=("${COMP_WORDS[@]}"); cword=$COMP_CWORD; }
			compopt() { :; }
			eval "$(shape completion bash)"
			COMP_WORDS=(shape --config c.json --tool list_issues --mode "") COMP_CWORD=6
			__start_shape; printf "%s\n" "${COMPREPLY[@]}"`,
		"fish": `shape completion fish | source; complete -C "shape --config c.json --tool list_issues --mode "`,
		"zsh": `compdef() { :; }; _describe() { print -l -- "${(@P)2}"; }
			eval "$(shape completion zsh)"
			words=(shape --config c.json --tool list_issues --mode "") CURRENT=7
			_shape`,
	} {
		path, err := exec.LookPath(shell)
		if err != nil {
			t.Logf("no %s here", shell)
			continue
		}
		out, err := exec.Command(path, "-c", script).CombinedOutput()
		if got := strings.Fields(string(out)); strings.Join(got, " ") != "brief long" {
			t.Errorf("%s: %q, %v", shell, out, err)
		}
	}
}
