// Drives the server with the protocol library that the extension uses: open,
// diagnose, fix. Needs judgelint-lsp in JUDGELINT_LSP, or go on the PATH.
const test = require("node:test");
const assert = require("node:assert");
const { spawn, execFileSync } = require("node:child_process");
const { mkdtempSync, mkdirSync, readFileSync } = require("node:fs");
const { join } = require("node:path");
const { tmpdir } = require("node:os");
const { pathToFileURL } = require("node:url");
const lsp = require("vscode-languageserver-protocol/node");

function server() {
  if (process.env.JUDGELINT_LSP) return process.env.JUDGELINT_LSP;
  const out = join(mkdtempSync(join(tmpdir(), "judgelint-")), "judgelint-lsp");
  execFileSync("go", ["build", "-o", out, "./cmd/judgelint-lsp"], { cwd: join(__dirname, "../../..") });
  return out;
}

test("open, diagnose, fix", async () => {
  const root = mkdtempSync(join(tmpdir(), "judgelint-project-"));
  mkdirSync(join(root, ".claude/agents"), { recursive: true });
  const uri = pathToFileURL(join(root, ".claude/agents/reviewer.md")).href;
  const child = spawn(server(), ["--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = lsp.createMessageConnection(new lsp.StreamMessageReader(child.stdout), new lsp.StreamMessageWriter(child.stdin));
  let arrived;
  const next = () => new Promise((resolve) => (arrived = resolve));
  connection.onNotification(lsp.PublishDiagnosticsNotification.type, (p) => arrived?.(p));
  connection.onRequest(lsp.RegistrationRequest.type, () => {});
  connection.listen();
  const started = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(root).href,
    workspaceFolders: [{ uri: pathToFileURL(root).href, name: "project" }],
    capabilities: { workspace: { workspaceEdit: { documentChanges: true }, didChangeWatchedFiles: { dynamicRegistration: true } } },
  });
  assert.strictEqual(started.serverInfo.name, "judgelint-lsp");
  await connection.sendNotification(lsp.InitializedNotification.type, {});
  let news = next();
  const text = "---\nname: reviewer\ndescription: Reviews: all.\n---\n\nYou review.\n";
  await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: "markdown", version: 1, text } });
  const shown = await news;
  assert.deepStrictEqual(shown.diagnostics.map((d) => d.code), ["yaml-colon"]);
  const [action] = await connection.sendRequest(lsp.CodeActionRequest.type, {
    textDocument: { uri },
    range: shown.diagnostics[0].range,
    context: { diagnostics: shown.diagnostics },
  });
  assert.strictEqual(action.kind, "quickfix");
  const [change] = action.edit.documentChanges;
  assert.strictEqual(change.textDocument.version, 1);
  news = next();
  await connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 },
    contentChanges: change.edits.map((e) => ({ range: e.range, text: e.newText })),
  });
  assert.deepStrictEqual((await news).diagnostics, []);
  await connection.sendRequest(lsp.ShutdownRequest.type);
  await connection.sendNotification(lsp.ExitNotification.type);
  const code = await new Promise((resolve) => child.on("exit", resolve));
  assert.strictEqual(code, 0);
  connection.dispose();
});

test("the extension starts the server and stops it", async () => {
  // A stand-in for the editor's API, as far as the extension itself calls it.
  const calls = [];
  const Module = require("node:module");
  const load = Module._load;
  class LanguageClient {
    constructor(...args) { calls.push(["new", args[2].command]); }
    async start() { calls.push(["start"]); }
    isRunning() { return true; }
    async stop() { calls.push(["stop"]); }
  }
  const vscode = {
    workspace: { getConfiguration: () => ({ get: () => "/some/where/judgelint-lsp" }), onDidChangeConfiguration: () => ({ dispose() {} }) },
    commands: { registerCommand: (name) => (calls.push(["command", name]), { dispose() {} }) },
  };
  Module._load = (name, ...rest) => (name === "vscode" ? vscode : name === "vscode-languageclient/node" ? { LanguageClient } : load(name, ...rest));
  try {
    const extension = require("../src/extension.js");
    await extension.activate({ subscriptions: [] });
    await extension.deactivate();
  } finally {
    Module._load = load;
  }
  assert.deepStrictEqual(calls, [["command", "judgelint.restart"], ["new", "/some/where/judgelint-lsp"], ["start"], ["stop"]]);
});

test("the manifest names what is packed", () => {
  const manifest = JSON.parse(readFileSync(join(__dirname, "../package.json"), "utf8"));
  assert.ok(readFileSync(join(__dirname, "..", manifest.main), "utf8").includes("judgelint.restart"));
});
