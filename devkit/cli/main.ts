#!/usr/bin/env node
import { processConsole } from './command.js';
import { run } from './program.js';

process.exitCode = await run(process.argv.slice(2), processConsole());
// An open IPC channel would keep the process alive.
if (process.connected) process.disconnect();
