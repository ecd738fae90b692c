// The extension starts the server and stops it. Everything else the server does.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function start() {
  const command = vscode.workspace.getConfiguration("judgelint").get("server") || "judgelint-lsp";
  client = new LanguageClient(
    "judgelint",
    "judgelint",
    { command, args: ["--stdio"] },
    { documentSelector: ["markdown", "toml", "json", "jsonc"].map((language) => ({ scheme: "file", language })).concat({ scheme: "file", pattern: "**/{judgelint.toml,.codex/agents/*.toml}" }) },
  );
  try {
    await client.start();
  } catch (error) {
    const choice = await vscode.window.showErrorMessage(`judgelint: ${command} does not start: ${error.message}`, "Open setting");
    if (choice) await vscode.commands.executeCommand("workbench.action.openSettings", "judgelint.server");
  }
}

async function stop() {
  const old = client;
  client = undefined;
  if (old?.isRunning()) await old.stop();
}

async function restart() {
  await stop();
  await start();
}

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("judgelint.restart", restart),
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("judgelint.server") && restart()),
  );
  await start();
};

exports.deactivate = stop;
