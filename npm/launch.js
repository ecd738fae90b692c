// Runs the program of this package that is built for this system. It lies in
// the package @judgelint/SYSTEM-PROCESSOR, which npm installs beside this one;
// nothing is downloaded here.
"use strict";
const { spawn } = require("node:child_process");

module.exports = (program) => {
  const args = process.argv.slice(2);
  const home = `@judgelint/${process.platform}-${process.arch}`;
  let file;
  try {
    file = require.resolve(`${home}/bin/${program}${process.platform === "win32" ? ".exe" : ""}`);
  } catch {
    return give(program, args, `the package ${home} is missing; install again without --omit=optional, or take a build from the releases`);
  }
  // "judgelint init" installs the path of the program, not of this launcher.
  const child = spawn(file, args, { stdio: "inherit", env: { ...process.env, JUDGELINT_LAUNCHER: "npm" } });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => give(program, args, error.message));
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
};

// give tells of trouble. A hook must never block because of it, and 2 blocks.
function give(program, args, message) {
  process.stderr.write(`${program}: ${message}\n`);
  process.exit(program === "judgelint" && args[0] === "gate" ? 1 : 2);
}
