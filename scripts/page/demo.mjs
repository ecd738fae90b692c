// Writes a made-up ledger to standard output: demo.mjs ROWS [hostile]
// The same arguments give the same bytes.
import { createHash } from "node:crypto";

const rows = Number(process.argv[2] ?? 900);
const hostile = process.argv[3] === "hostile";
let seed = 20261207;
const random = () => {
  // mulberry32
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
const sha = (text, length = 64) => createHash("sha256").update(text).digest("hex").slice(0, length);
const judges = [
  { name: "code-reviewer", error: 0.09, broken: 0.05, cost: 0.11 },
  { name: "security-reviewer", error: 0.14, broken: 0.03, cost: 0.19 },
  { name: "test-auditor", error: 0.2, broken: 0.12, cost: 0.06 },
  { name: "plan-critic", error: 0.31, broken: 0.2, cost: 0.04 },
];
const nasty = [
  `<img src=x onerror=alert(1)>`, `"><script>document.title="owned"</script>`, `' onmouseover='alert(1)`, `javascript:alert(1)`,
  "\u202eevil\u202c", "line\nbreak\u0000", `</style><style>*{display:none}`, `]]><!--`, "심판 &amp; Söhne",
];
if (hostile) nasty.forEach((name) => judges.push({ name, error: 0.3, broken: 0.2, cost: 0.05 }));
const begin = Date.UTC(2026, 9, 5);
const out = [];
for (let i = 0; i < rows; i++) {
  const judge = judges[Math.floor(random() * judges.length)];
  const at = new Date(begin + (i / rows) * 56 * 86400e3 + Math.floor(random() * 3600e3));
  const subject = Math.floor(i / 9);
  const bad = sha("truth" + subject)[0] < "7"; // about four in ten should fail
  const late = i > rows * 0.55;
  const error = judge.name === "plan-critic" && late ? 0.12 : judge.error;
  const decision = random() < 0.03 ? "abstain" : (random() < error) !== bad ? "fail" : "pass";
  const row = {
    version: 1, time: at.toISOString().replace("Z", String(i % 1000000).padStart(6, "0") + "Z"), source: "gate", agent: judge.name,
    spec: sha(judge.name + (judge.name === "plan-critic" && late ? "2" : "1")), contract: "wiki-verdict", decision,
    word: { pass: "ready", fail: "not-ready", abstain: "blocked" }[decision], outcome: "valid", action: "allow", try: 1,
    subject: { commit: sha("commit" + subject, 40), tree: sha("tree" + subject, 40) }, answer: sha("answer" + i),
    session: hostile ? nasty[i % nasty.length] : sha("session" + (i >> 3), 8), agent_id: "a" + sha("agent" + i, 6), host: "claude", model: "sonnet",
    tokens: { in: 9000 + Math.floor(random() * 6000), out: 600 + Math.floor(random() * 900) },
    cost_usd: judge.cost * (0.7 + 0.6 * random()), wall_ms: 20000 + Math.floor(random() * 70000),
  };
  const first = { ...row };
  if (random() < judge.broken) {
    Object.assign(first, { decision: "none", outcome: random() < 0.6 ? "malformed" : "missing", action: "block", rules: ["verdict-unclosed"], answer: sha("bad" + i) });
    if (hostile) first.rules = [nasty[i % nasty.length]];
    delete first.word;
    out.push(first);
    Object.assign(row, { try: 2, of: first.answer, time: row.time.replace(/\.\d{3}/, ".999") });
    if (random() < 0.3) Object.assign(row, { decision: "none", outcome: first.outcome, rules: first.rules, action: "tell" }, { word: undefined });
  }
  out.push(row);
  if (i % 9 === 8 && random() < 0.7) {
    for (const j of judges.slice(0, 4)) {
      out.push({ version: 1, time: at.toISOString(), source: "label", agent: j.name, decision: bad ? "fail" : "pass", by: "release tests",
        subject: { commit: sha("commit" + subject, 40), tree: sha("tree" + subject, 40) } });
    }
  }
  if (i % 40 === 0) {
    out.push({ version: 1, time: at.toISOString(), source: "run", agent: judge.name, spec: row.spec, decision: "none", outcome: "valid", run: sha("run" + i, 12),
      findings: { confirmed: 2 + Math.floor(random() * 3), refuted: Math.floor(random() * 2 + judge.error * 4), unverified: Math.floor(random() * 2) } });
  }
}
process.stdout.write(out.map((r) => JSON.stringify(r)).join("\n") + "\n");
