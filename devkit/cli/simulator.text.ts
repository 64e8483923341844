import { isAbsolute } from 'node:path';
import type { PixSimulator } from '../simulator/index.js';
import { examples, toRelativePath } from './simulator.examples.js';
import { P12_PASSPHRASE, type SimulatorFiles } from './simulator.files.js';
import type { SimulatorCommandOptions } from './simulator.options.js';

/** Builds the text for a user when the simulator is ready: addresses, files, and examples with curl. */
export function readyText(
  simulator: PixSimulator,
  files: SimulatorFiles,
  options: SimulatorCommandOptions,
): string {
  const { url, tokenUrl, controlUrl, consoleUrl, sandboxUrl, moduleOptions } = simulator;
  return `
Pix simulator is ready.

  API       ${url}
  Tokens    ${tokenUrl}
  Control   ${controlUrl}
  Console   ${consoleUrl ?? 'none'}
  Sandbox   ${sandboxUrl ?? 'none'}

  Client    ${moduleOptions.clientId}
  Secret    ${files.clientSecret ? `in ${toRelativePath(files.clientSecret)}` : 'none; the certificate identifies the client'}

Files in ${files.out}

  ca.pem                     trust it: it signed the simulator's certificate
  client.pem, client.key     present them: every connection is mutual TLS
  client.p12                 the same pair as PKCS#12, passphrase "${P12_PASSPHRASE}"
  webhook-server.pem, .key   a server certificate that the simulator trusts, for your webhook listener
  simulator.json             addresses and credentials, for programs

Use it in NestJS

  PixModule.forRoot({ provider: 'simulator', simulator: ${quoteForCode(files.out)} })

Try it

${examples(simulator, files, options)}

Ctrl+C stops it.
`;
}

/** Quotes a folder as a string of TypeScript, relative to the working directory if it is inside of it. */
function quoteForCode(folder: string): string {
  const path = toRelativePath(folder);
  const text = JSON.stringify(isAbsolute(path) || path === '.' ? path : `./${path}`).slice(1, -1);
  return `'${text.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/**
 * Builds a line of JSON for a parent process. It has the path of the secret, not the secret: output can end up in logs.
 */
export function readyLine(simulator: PixSimulator, files: SimulatorFiles): string {
  const { url, tokenUrl, controlUrl, consoleUrl, sandboxUrl, moduleOptions } = simulator;
  const { clientId } = moduleOptions;
  return `${JSON.stringify({ url, tokenUrl, controlUrl, consoleUrl, sandboxUrl, clientId, p12Passphrase: P12_PASSPHRASE, files })}\n`;
}
