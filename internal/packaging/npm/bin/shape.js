#!/usr/bin/env node
// Starts the program of this platform's package. Node 22.15 and later become the program.
// Earlier ones, and Windows, start it with the same streams, and hand on signals and status.
'use strict';
const { constants } = require('node:os');
const { spawn } = require('node:child_process');
const { isatty } = require('node:tty');

const platform = `${process.platform}-${process.arch}`;
const name = `@seed-7aa78ce4/shape-${platform}`;

function find() {
  try {
    return require.resolve(`${name}/bin/shape${process.platform === 'win32' ? '.exe' : ''}`);
  } catch {
    const served = require('../package.json').optionalDependencies;
    console.error(name in served
      ? `shape: the package ${name} is missing: install again, with optional packages`
      : `shape: no package serves ${platform}`);
    process.exit(127);
  }
}

const program = find();
const args = process.argv.slice(2);
if (process.execve && process.platform !== 'win32') {
  process.execve(program, [program, ...args], process.env);
}

const child = spawn(program, args, { stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGBREAK']) {
  if (!(signal in constants.signals)) continue;
  // A terminal sends these two to the program as well. A look at process.stdin would change
  // the stream that the program reads.
  const isDoubled = isatty(0) && (signal === 'SIGINT' || signal === 'SIGQUIT');
  process.on(signal, () => isDoubled || child.kill(signal));
}
child.on('error', (error) => {
  console.error(`shape: ${program}: ${error.code}`);
  process.exit(126);
});
child.on('exit', (status, signal) => {
  if (!signal) process.exit(status);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
