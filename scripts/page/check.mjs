// Opens the page of judgelint report in a real Chromium and checks it.
// Usage: check.mjs JUDGELINT CHROMIUM [SCREENSHOT-FOLDER]
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const [judgelint, browserPath, shots] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), "judgelint-page-"));
const args = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
let failed = 0;
const check = (ok, what, found = "") => {
  if (!ok) failed++;
  console.log((ok ? "ok    " : "FAIL  ") + what + (found === "" ? "" : ": " + found));
};

// page makes the page of a made-up ledger.
const page = (name, ...demo) => {
  const dir = join(work, name);
  mkdirSync(join(dir, ".judgelint"), { recursive: true });
  mkdirSync(join(dir, ".git"));
  const ledger = execFileSync(process.execPath, [join(here, "demo.mjs"), ...demo], { maxBuffer: 1 << 30 });
  writeFileSync(join(dir, ".judgelint", "ledger.jsonl"), ledger);
  const started = performance.now();
  execFileSync(judgelint, ["report", "--html", "report.html"], { cwd: dir });
  return { url: pathToFileURL(join(dir, "report.html")).href, made: performance.now() - started };
};

const browser = await chromium.launchPersistentContext(join(work, "profile"), { executablePath: browserPath, args, viewport: { width: 1280, height: 900 } });

// open opens a page in a tab of its own and watches it.
const open = async (url, scheme = "light") => {
  const tab = await browser.newPage();
  await tab.emulateMedia({ colorScheme: scheme });
  const seen = { console: [], requests: [], dialogs: 0 };
  tab.on("console", (m) => seen.console.push(m.text()));
  tab.on("pageerror", (e) => seen.console.push(String(e)));
  tab.on("request", (r) => r.url() !== url && !r.url().startsWith("data:") && seen.requests.push(r.url()));
  tab.on("dialog", (d) => (seen.dialogs++, d.dismiss()));
  const started = performance.now();
  await tab.goto(url, { waitUntil: "load" });
  await tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return { tab, seen, took: performance.now() - started };
};

const quiet = (name, seen) => {
  check(seen.console.length === 0, name + ": nothing on the console", seen.console.join(" | "));
  check(seen.requests.length === 0, name + ": no request", seen.requests.join(" | "));
  check(seen.dialogs === 0, name + ": no dialog");
};

const accessible = async (name, tab) => {
  // axe is put in by the debugger, which the page's policy does not bind.
  const { violations } = await tab.evaluate(axe + "; axe.run()");
  const bad = violations.filter((v) => v.impact === "serious" || v.impact === "critical");
  check(bad.length === 0, name + ": axe-core finds nothing serious", bad.map((v) => v.id + " " + v.nodes[0].target.join(" ") + " " + v.nodes.length).join(" | "));
  const rest = violations.filter((v) => !bad.includes(v));
  if (rest.length) console.log("      " + name + ", less than serious: " + rest.map((v) => v.id).join(", "));
};

const normal = page("normal", "900");
for (const scheme of ["light", "dark"]) {
  const { tab, seen } = await open(normal.url, scheme);
  await tab.evaluate(() => document.querySelectorAll("details").forEach((d) => (d.open = true)));
  await accessible(scheme, tab);
  quiet(scheme, seen);
  if (shots) {
    await tab.evaluate(() => document.querySelectorAll("details").forEach((d) => (d.open = false)));
    await tab.screenshot({ path: join(shots, `report-${scheme}.png`), clip: { x: 0, y: 0, width: 1280, height: 1500 }, fullPage: true });
  }
  await tab.close();
}

// sorting and filters, by the keyboard
{
  const { tab, seen } = await open(normal.url);
  const answers = () => tab.$$eval("table.sortable tbody", (b) => Array.from(b[0].rows, (r) => Number(r.cells[2].dataset.v)));
  const before = await answers();
  await tab.focus('table.sortable th:nth-child(3) button');
  await tab.keyboard.press("Enter");
  const up = await answers();
  check(up.join() === [...before].sort((a, b) => a - b).join() && up.join() !== before.join(), "sorts up by the keyboard", up.join());
  await tab.keyboard.press("Enter");
  check((await answers()).join() === [...up].reverse().join(), "sorts down");
  check((await tab.getAttribute("table.sortable th:nth-child(3)", "aria-sort")) === "descending", "says how it is sorted");
  await tab.focus("#filter");
  await tab.keyboard.type("plan-critic");
  const cards = await tab.$$eval(".card", (c) => c.map((e) => [e.hidden, e.textContent.includes("plan-critic")]));
  check(cards.every(([hidden, named]) => hidden !== named) && cards.some(([hidden]) => hidden), "filters the cards");
  check(/^\d+ of \d+ entries$/.test(await tab.textContent(".filter output")), "says how many are left");
  await tab.fill("#filter", "");
  check((await tab.$$eval("[hidden]", (e) => e.length)) === 0, "an empty filter shows all");
  quiet("used", seen);
  await tab.close();
}

// hostile names
{
  const hostile = page("hostile", "600", "hostile");
  const { tab, seen } = await open(hostile.url);
  quiet("hostile", seen);
  check((await tab.title()) === "Report of the judges", "hostile: the title is ours");
  check((await tab.$$eval("img, iframe, object, embed, link:not([rel=icon])", (e) => e.length)) === 0, "hostile: no element of theirs");
  check((await tab.$$eval("script, style", (e) => e.length)) === 2, "hostile: one script and one style sheet");
  check((await tab.$$eval("*", (all) => all.filter((e) => Array.from(e.attributes).some((a) => a.name.startsWith("on"))).length)) === 0, "hostile: no handler");
  check((await tab.textContent("body")).includes("<img src=x onerror=alert(1)>"), "hostile: the name is shown as it is");
  await accessible("hostile", tab);
  await tab.close();
}

// without a script all of it is there
{
  const context = await browser.browser()?.newContext({ javaScriptEnabled: false });
  if (context) {
    const tab = await context.newPage();
    await tab.goto(normal.url);
    check((await tab.innerText("main")).includes("code-reviewer"), "without a script: readable");
    await context.close();
  }
  const html = readFileSync(fileURLToPath(normal.url), "utf8").replace(/<script>[^]*<\/script>/, "");
  check(html.includes("code-reviewer") && html.includes("<tbody>"), "without a script: the figures are in the text");
}

// a large ledger
{
  const large = page("large", "100000");
  const times = [];
  for (let i = 0; i < 3; i++) {
    const { tab, took } = await open(large.url);
    times.push(took);
    await tab.close();
  }
  const best = Math.min(...times);
  console.log(`      100,000 answers: the page is made in ${Math.round(large.made)} ms, opened in ${times.map(Math.round).join(", ")} ms`);
  check(best <= 2000, "100,000 answers open in 2 s", Math.round(best) + " ms");
}

await browser.close();
rmSync(work, { recursive: true, force: true });
console.log(failed === 0 ? "all passed" : failed + " failed");
process.exit(failed === 0 ? 0 : 1);
