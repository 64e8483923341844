#!/usr/bin/env node
/** The command `nestjs-pix`: starts the command line of `nestjs-pix-devkit` that the project in the working directory has. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const DEVKIT = 'nestjs-pix-devkit';

/** Returns the file of the command line, or `undefined` if the project does not have the package. */
function findCommandLine(): string | undefined {
  const require = createRequire(resolve('package.json'));
  try {
    const manifest = require.resolve(`${DEVKIT}/package.json`);
    const { bin } = require(manifest) as { bin: Record<string, string> };
    return join(dirname(manifest), bin[DEVKIT] ?? '');
  } catch {
    return undefined;
  }
}

const commandLine = findCommandLine();
if (commandLine === undefined) {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  console.error(`Os comandos estão em outro pacote (the commands are in another package):

  npm install --save-dev ${DEVKIT}@${version}`);
  process.exitCode = 1;
} else {
  await import(pathToFileURL(commandLine).href);
}
