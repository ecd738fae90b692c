//go:build unix

package client

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// ask runs a command line as a client.
func ask(t *testing.T, line string, set func(*Call)) Answer {
	t.Helper()
	h, _ := HostOf("command")
	program, err := h.Find(line)
	if err != nil {
		t.Fatal(err)
	}
	c := Call{Program: program, Command: line, Dir: t.TempDir(), Scratch: t.TempDir(), Prompt: []byte("the prompt"), Grace: 200 * time.Millisecond}
	if set != nil {
		set(&c)
	}
	return h.Run(context.Background(), c)
}

func TestAnswers(t *testing.T) {
	big := bytes.Repeat([]byte("p"), 1<<20)
	for _, tt := range []struct {
		name, line, want string
		kind             Kind
		detail           string
		set              func(*Call)
	}{
		{"answer on standard output", "cat", "the prompt", "", "", nil},
		{"large prompt that nobody reads", "echo ok", "ok\n", "", "", func(c *Call) { c.Prompt = big }},
		{"status and last line of standard error", "echo one >&2; echo two words >&2; exit 7", "", Exited, "exit status 7: two words", nil},
		{"signal", "kill -9 $$", "", Exited, "signal: killed", nil},
		{"hang", "sleep 60", "", Timeout, "no answer within 100ms", func(c *Call) { c.Timeout = 100 * time.Millisecond }},
		{"flood", "head -c 3000 /dev/zero", "", TooLarge, "more than 2000 bytes of output", func(c *Call) { c.MaxOutput = 2000 }},
		{"endless flood", "yes", "", TooLarge, "more than 2000 bytes of output", func(c *Call) { c.MaxOutput = 2000 }},
		{"no such program", "no-such-program-at-all", "", Exited, "no-such-program-at-all", nil},
		{"no such folder", "cat", "", NotStarted, "no such file or directory", func(c *Call) { c.Dir = "/no/such/folder" }},
		{"variables", "echo $ONE", "1\n", "", "", func(c *Call) { c.Env = []string{"ONE=1"} }},
		{"schema in a file", "cat $JUDGELINT_SCHEMA", "{}", "", "", func(c *Call) { c.Schema = []byte("{}") }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := ask(t, tt.line, tt.set)
			switch {
			case tt.kind == "" && a.Fault != nil:
				t.Errorf("fault %v", a.Fault)
			case tt.kind == "" && string(a.Text) != tt.want:
				t.Errorf("answer %q, want %q", a.Text, tt.want)
			case tt.kind != "" && (a.Fault == nil || a.Fault.Kind != tt.kind || !strings.Contains(a.Fault.Detail, tt.detail)):
				t.Errorf("fault %v, want %s with %q", a.Fault, tt.kind, tt.detail)
			}
		})
	}
}

// Everything that a client started ends with it, however it ends.
func TestProcessGroup(t *testing.T) {
	for name, line := range map[string]string{
		"the client hangs":         `sleep 61 & echo $! > pid; sleep 62`,
		"it ignores the request":   `trap "" TERM; sleep 61 & echo $! > pid; sleep 62; sleep 62`,
		"it leaves one behind":     `sleep 61 & echo $! > pid`,
		"one behind holds nothing": `sleep 61 >/dev/null 2>&1 & echo $! > pid`,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			start := time.Now()
			ask(t, line, func(c *Call) { c.Dir, c.Timeout = dir, 300*time.Millisecond })
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("took %v", took)
			}
			data, err := os.ReadFile(filepath.Join(dir, "pid"))
			if err != nil {
				t.Fatal(err)
			}
			pid, _ := strconv.Atoi(strings.TrimSpace(string(data)))
			for end := time.Now().Add(3 * time.Second); running(pid); time.Sleep(10 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("process %d is still there", pid)
				}
			}
		})
	}
}

// running reports whether a process is there and no zombie, which may wait
// long for a parent that reads its status.
func running(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err != nil || !strings.Contains(string(stat), ") Z")
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	h, _ := HostOf("command")
	hurry := make(chan struct{})
	c := Call{Program: "/bin/sh", Command: `trap "" TERM; sleep 61; sleep 61`, Dir: t.TempDir(), Scratch: t.TempDir(), Grace: time.Minute, Kill: hurry}
	time.AfterFunc(100*time.Millisecond, cancel)
	time.AfterFunc(300*time.Millisecond, func() { close(hurry) })
	start := time.Now()
	if a := h.Run(ctx, c); a.Fault == nil || a.Fault.Kind != Interrupted {
		t.Errorf("fault %v, want %s", a.Fault, Interrupted)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("took %v", took)
	}
}

// No value of the environment is in what is told of a client.
func TestNothingOfTheEnvironment(t *testing.T) {
	t.Setenv("SOME_API_KEY", "sk-very-secret-value")
	a := ask(t, `echo "bad key $SOME_API_KEY" >&2; exit 1`, nil)
	if a.Fault == nil || a.Fault.Detail != "exit status 1: bad key $SOME_API_KEY" {
		t.Errorf("fault %v", a.Fault)
	}
}

func TestUsage(t *testing.T) {
	a := ask(t, `echo '{"input_tokens": 12, "output_tokens": 3, "cost_usd": 0.5, "model": "m"}' > $JUDGELINT_USAGE; echo x`, nil)
	if a.Fault != nil || a.CostUSD == nil || *a.CostUSD != 0.5 || *a.Tokens != (Tokens{12, 3}) || a.Model != "m" {
		t.Errorf("answer %+v", a)
	}
	for _, odd := range []string{`[]`, `{"cost_usd": -1}`, `no json`, `{"cost_usd": "much"}`} {
		if a := ask(t, `echo '`+odd+`' > $JUDGELINT_USAGE; echo x`, nil); a.CostUSD != nil {
			t.Errorf("%s: cost %v", odd, *a.CostUSD)
		}
	}
}

// The outputs are as the clients gave them, shortened.
func TestRead(t *testing.T) {
	for _, tt := range []struct {
		name, host, out, answer string
		want                    Answer
		kind                    Kind
		detail                  string
		cost                    float64
	}{
		{name: "claude with a schema", host: "claude",
			out:  `{"session_id":"5f0c","total_cost_usd":0.00024,"usage":{"input_tokens":10,"output_tokens":10},"modelUsage":{"opus":{"inputTokens":10,"outputTokens":10,"cacheReadInputTokens":5,"cacheCreationInputTokens":2,"costUSD":0.0002},"haiku":{"inputTokens":1,"outputTokens":1,"costUSD":0.00004}},"is_error":false,"subtype":"success","result":"{\"n\":3}","structured_output":{"n":3},"type":"result"}`,
			want: Answer{Text: []byte(`{"n":3}`), Model: "opus", Session: "5f0c", Tokens: &Tokens{18, 11}}, cost: 0.00024},
		{name: "claude without", host: "claude", out: `{"is_error":false,"subtype":"success","result":"just text","type":"result","total_cost_usd":0}`,
			want: Answer{Text: []byte("just text")}},
		{name: "claude over its budget", host: "claude", out: `{"total_cost_usd":0.00024,"is_error":true,"subtype":"error_max_budget_usd","errors":["Reached maximum budget ($1e-7)"],"type":"result"}`,
			kind: Refused, detail: "error_max_budget_usd: Reached maximum budget", cost: 0.00024},
		{name: "claude with an error of the service", host: "claude", out: `{"is_error":true,"subtype":"success","api_error_status":400,"result":"API Error: 400 bad thing","type":"result"}`,
			kind: Refused, detail: "API Error: 400 bad thing"},
		{name: "claude that prints no JSON", host: "claude", out: "Invalid API key", kind: Unreadable},
		{name: "codex", host: "codex", answer: `{"n":3}`,
			out: `{"type":"thread.started","thread_id":"01a2"}
{"type":"item.completed","item":{"id":"item_1","type":"agent_message","text":"{\"n\":3}"}}
{"type":"turn.completed","usage":{"input_tokens":7,"cached_input_tokens":0,"output_tokens":1}}
{"type":"turn.completed","usage":{"input_tokens":1,"output_tokens":1}}`,
			want: Answer{Text: []byte(`{"n":3}`), Session: "01a2", Tokens: &Tokens{8, 2}}},
		{name: "codex that fails", host: "codex", out: `{"type":"thread.started"}
{"type":"turn.failed","error":{"message":"stream disconnected"}}`, kind: Refused, detail: "stream disconnected"},
		{name: "codex that prints no event", host: "codex", out: "error: unexpected argument", kind: Unreadable},
		{name: "gemini", host: "gemini", out: "Loaded cached credentials.\n" + `{"response":"hi","stats":{"models":{"pro":{"tokens":{"prompt":9,"candidates":2,"thoughts":1}}}}}`,
			want: Answer{Text: []byte("hi"), Model: "pro", Tokens: &Tokens{9, 3}}},
		{name: "gemini with an error", host: "gemini", out: `{"error":{"type":"ApiError","message":"quota","code":429}}`, kind: Refused, detail: "quota"},
		{name: "copilot", host: "copilot", out: "hi\n", want: Answer{Text: []byte("hi\n")}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h, _ := HostOf(tt.host)
			s := (&Call{Scratch: t.TempDir()}).scratch()
			if tt.answer != "" {
				if err := os.WriteFile(s.answer, []byte(tt.answer), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var a Answer
			h.read([]byte(tt.out), s, &a)
			if tt.kind != "" {
				if a.Fault == nil || a.Fault.Kind != tt.kind || !strings.Contains(a.Fault.Detail, tt.detail) {
					t.Errorf("fault %v, want %s with %q", a.Fault, tt.kind, tt.detail)
				}
			} else if a.Fault != nil || string(a.Text) != string(tt.want.Text) || a.Model != tt.want.Model || a.Session != tt.want.Session {
				t.Errorf("answer %+v, fault %v, want %+v", a, a.Fault, tt.want)
			}
			if w := tt.want.Tokens; w != nil && (a.Tokens == nil || *a.Tokens != *w) {
				t.Errorf("tokens %v, want %v", a.Tokens, w)
			}
			if tt.cost > 0 && (a.CostUSD == nil || *a.CostUSD != tt.cost) {
				t.Errorf("cost %v, want %v", a.CostUSD, tt.cost)
			}
		})
	}
}

func TestArguments(t *testing.T) {
	full := Call{Schema: []byte(`{"a":1}`), Agent: "cov", Model: "m", Effort: "low", Session: "5f0c", Budget: 0.25, Scratch: "/s", Command: "run it"}
	writes := Call{Writes: true, Scratch: "/s"}
	for _, tt := range []struct {
		host string
		call *Call
		want string
	}{
		{"claude", &full, `-p --output-format json --json-schema {"a":1} --agent cov --model m --effort low --session-id 5f0c --max-budget-usd 0.25 --disallowedTools Edit,Write,NotebookEdit`},
		{"claude", &writes, `-p --output-format json --permission-mode acceptEdits`},
		{"codex", &full, `exec --json --skip-git-repo-check -o /s/0-answer.txt --output-schema /s/0-schema.json -s read-only -m m -c model_reasoning_effort="low" -`},
		{"codex", &writes, `exec --json --skip-git-repo-check -o /s/0-answer.txt -s workspace-write -`},
		{"gemini", &full, `-p Do what is asked above. --output-format json -m m --approval-mode default`},
		{"gemini", &writes, `-p Do what is asked above. --output-format json --approval-mode auto_edit`},
		{"copilot", &full, `--silent --output-format text --stream off --agent cov --model m --reasoning-effort low --allow-tool shell(git diff) --allow-tool shell(git log) --allow-tool shell(git show) --allow-tool shell(git status) --deny-tool write`},
		{"copilot", &writes, `--silent --output-format text --stream off --allow-tool write`},
		{"command", &full, `-c run it`},
	} {
		h, _ := HostOf(tt.host)
		if got := strings.Join(h.arguments(tt.call, tt.call.scratch()), " "); got != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.host, got, tt.want)
		}
	}
}

func TestFind(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	h, _ := HostOf("codex")
	if _, err := h.Find(""); err == nil || !strings.Contains(err.Error(), "codex") {
		t.Errorf("error %v", err)
	}
	h, _ = HostOf("command")
	if _, err := h.Find(" "); err == nil || !strings.Contains(err.Error(), "--command") {
		t.Errorf("error %v", err)
	}
	if _, ok := HostOf("hermes"); ok {
		t.Error("hermes is no client")
	}
	if want := []string{"claude", "codex", "gemini", "copilot", "command"}; !slices.Equal(Names(), want) {
		t.Errorf("names %v, want %v", Names(), want)
	}
}

// A client around this process must not be taken for the parent of the new one.
func TestEnvironment(t *testing.T) {
	c := Call{Env: []string{"A=1"}, Command: "x", Scratch: "/s", Schema: []byte("{}")}
	got := c.environment([]string{"CLAUDECODE=1", "HOME=/h", "JUDGELINT_USAGE=/old"}, c.scratch())
	if want := []string{"HOME=/h", "A=1", "JUDGELINT_USAGE=/s/0-usage.json", "JUDGELINT_SCHEMA=/s/0-schema.json"}; !slices.Equal(got, want) {
		t.Errorf("environment %v, want %v", got, want)
	}
}
