// Package client runs headless coding agents: the command line of each, the
// schema of the answer, the answer itself, tokens and cost, and the end of a
// client with everything that it started.
//
//	host, _ := client.HostOf("claude")
//	program, err := host.Find("")
//	answer := host.Run(ctx, client.Call{Program: program, Prompt: prompt, Timeout: 10 * time.Minute})
//	if answer.Fault != nil { ... }
//
// A client is a program of somebody else: it hangs, floods, ignores signals
// and dies. All of that is a Fault of the answer and never an error of ours.
// The package knows no workflows and no schemas of answers; it hands on what
// it was given.
package client

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// Host is a kind of client.
type Host struct {
	// Name is what --host calls it.
	Name string
	// Program is the executable; empty for the host "command", whose command
	// line comes with each call.
	Program string
	// TakesSchema is true if the schema of the answer is given by a flag; the
	// prompt must hold it for the others.
	TakesSchema bool
	// TakesAgent is true if an agent of the project is named by a flag; the
	// prompt must hold the instructions of the agent for the others.
	TakesAgent bool
	// TellsCost is true if the client says what an answer cost.
	TellsCost bool
	// Strict is true if a schema must require every property.
	Strict bool
	// Source says how command line and output are known, and since when.
	Source string

	arguments func(c *Call, s scratch) []string
	read      func(out []byte, s scratch, a *Answer)
}

// Hosts lists the clients that can be run.
func Hosts() []Host {
	return []Host{claude(), codex(), gemini(), copilot(), command()}
}

// Names lists the names of the hosts.
func Names() []string {
	var names []string
	for _, h := range Hosts() {
		names = append(names, h.Name)
	}
	return names
}

// HostOf returns the host of a name; ok is false if there is none.
func HostOf(name string) (h Host, ok bool) {
	hosts := Hosts()
	i := slices.IndexFunc(hosts, func(h Host) bool { return h.Name == name })
	if i < 0 {
		return Host{}, false
	}
	return hosts[i], true
}

// Find returns the path of the client's executable. commandLine is that of the
// host "command", of which only the shell is looked for. The error names what
// is missing.
func (h Host) Find(commandLine string) (program string, err error) {
	name := h.Program
	if name == "" {
		if strings.TrimSpace(commandLine) == "" {
			return "", fmt.Errorf("the host %s needs --command CMD", h.Name)
		}
		name, _ = shell("")
	}
	program, err = exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%s: the program %q is not in the PATH", h.Name, name)
	}
	return program, nil
}

// Call is one question to a client.
type Call struct {
	// Program is what Find returned, Command the command line of the host
	// "command".
	Program, Command string
	// Dir is the working folder of the client, absolute.
	Dir string
	// Prompt goes to standard input: an argument would be limited in size and
	// seen by everybody on the machine.
	Prompt []byte
	// Schema is the JSON Schema of the answer, nil for none.
	Schema json.RawMessage
	// Agent names an agent of the project, empty for none.
	Agent string
	// Model and Effort are the client's own words; empty means its defaults.
	Model, Effort string
	// Session is a UUID for the conversation, empty if the client picks one.
	Session string
	// Writes lets the client change files.
	Writes bool
	// Budget is what the call may cost at most, in USD; 0 means no limit. Only
	// clients that have a flag for it keep to it.
	Budget float64
	// Timeout ends the client; 0 means no limit. Grace is the time between the
	// request to end and the kill; 0 means two seconds.
	Timeout, Grace time.Duration
	// Kill, when it is closed, ends the grace; nil never does.
	Kill <-chan struct{}
	// MaxOutput is the size of the output at most, in bytes; 0 means MaxOutput.
	MaxOutput int
	// Env are variables beside those of this process, as NAME=VALUE.
	Env []string
	// Scratch is a folder for files of this call, absolute; Seq tells the calls
	// that share it apart.
	Scratch string
	Seq     int
}

// MaxOutput is the size of the output of a client at most, in bytes.
const MaxOutput = 64 << 20

// Answer is what became of a call.
type Answer struct {
	// Text is the answer as the client gave it: for a schema that it knew, the
	// JSON; else the last message.
	Text []byte
	// Fault is nil if the client answered.
	Fault *Fault
	// Model and Session are as the client said them, empty if it did not.
	Model, Session string
	// Tokens are the client's own figures, nil if it told none.
	Tokens *Tokens
	// CostUSD is the client's own figure, nil if it told none.
	CostUSD *float64
	Wall    time.Duration
}

// Tokens are what an answer took, those of subagents included where the client
// counts them. In holds cached tokens as well.
type Tokens struct {
	In  int64 `json:"in"`
	Out int64 `json:"out"`
}

// Kind says what was wrong with a client.
type Kind string

// The kinds of faults.
const (
	Timeout     Kind = "timeout"     // the time was over, the client was ended
	Interrupted Kind = "interrupted" // the caller ended the client
	TooLarge    Kind = "too-large"   // more output than is allowed
	Exited      Kind = "exit"        // another status than 0, or a signal
	Refused     Kind = "refused"     // the client says that it has no answer
	Unreadable  Kind = "unreadable"  // the output has not the client's form
	NotStarted  Kind = "not-started" // the program could not be started
)

// Fault is why there is no answer.
type Fault struct {
	Kind Kind
	// Detail is one line for people; it holds no value of the environment.
	Detail string
}

// Error returns kind and detail on one line.
func (f *Fault) Error() string {
	if f.Detail == "" {
		return string(f.Kind)
	}
	return string(f.Kind) + ": " + f.Detail
}
