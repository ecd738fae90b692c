# Drives the real Codex through the tools of judgelint-mcp, with the lab that
# JUDGELINT_CODEX_LAB names: python3 codex.py LAB-FOLDER SERVER PROJECT
import sys, json
sys.path.insert(0, sys.argv[1]); server, project = sys.argv[2], sys.argv[3]
sys.dont_write_bytecode = True
import lab
broken = "```wiki-verdict\nagent: reviewer\nverdict: ready\nblocking: 2\nshould_fix: 0\nadvisory: 0\n```\n"
steps = [("check_verdict", {"text": broken, "agent": "reviewer"}), ("check_verdict", {"path": "a.md"}), ("check_verdict", {"path": "/etc/passwd"}), ("explain_rule", {"rule": "verdict-contradiction"})]
def plan(kind, key, nth, body):
    if nth > len(steps): return [{"say": "done"}]
    name, args = steps[nth-1]
    names = [t.get("name") for t in body.get("tools") or []]
    for t in body.get("tools") or []:
        names += [x.get("name") for x in t.get("tools", [])]
    full = name if name in names else "mcp__judgelint__" + name
    if nth == 1: print("TOOLS", *sorted(n for n in names if n in ("check_verdict", "quorum", "lint_spec", "explain_rule")))
    return [{"call": full, "args": args}]
config = f'\n[mcp_servers.judgelint]\ncommand = {json.dumps(server)}\nargs = ["--root", "."]\n'
r = lab.Run(project, plan, config=config).go()
print("rc", r.rc, r.stderr[-500:])
for it in r.mock.requests[-1]["body"]["input"]:
    if it.get("type") == "function_call_output": print("RESULT", json.dumps(it.get("output")))
r.done()
