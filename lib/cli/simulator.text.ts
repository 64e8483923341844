import { relative } from 'node:path';
import type { PixSimulator } from '../simulator/index.js';
import { P12_PASSPHRASE } from './simulator.files.js';
import type { SimulatorFiles } from './simulator.files.js';

/** What the command says once the simulator is ready: where it is, what to present, and a charge paid with curl. */
export function readyText(simulator: PixSimulator, files: SimulatorFiles): string {
  const { url, tokenUrl, controlUrl, consoleUrl, moduleOptions } = simulator;
  const folder = shown(files.out);
  const tls = `--cacert ${folder}/ca.pem --cert ${folder}/client.pem --key ${folder}/client.key`;
  const client = files.clientSecret
    ? `-u "${moduleOptions.clientId}:$(cat ${folder}/client-secret)"`
    : `-d client_id=${moduleOptions.clientId}`;
  return `
Pix simulator is ready.

  API       ${url}
  Tokens    ${tokenUrl}
  Control   ${controlUrl}
  Console   ${consoleUrl ?? 'none'}

  Client    ${moduleOptions.clientId}
  Secret    ${files.clientSecret ? `in ${folder}/client-secret` : 'none; the certificate identifies the client'}

Files in ${files.out}

  ca.pem                     trust it: it signed the simulator's certificate
  client.pem, client.key     present them: every connection is mutual TLS
  client.p12                 the same pair as PKCS#12, passphrase "${P12_PASSPHRASE}"
  webhook-server.pem, .key   a server certificate that the simulator trusts, for your webhook listener
  simulator.json             addresses and credentials, for programs

Try it

  # A token
  TOKEN=$(curl -s ${tls} \\
    ${client} -d grant_type=client_credentials \\
    ${tokenUrl} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

  # A charge
  curl -s ${tls} \\
    -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
    -X PUT -d '{"valor":{"original":"37.00"},"chave":"loja@example.com"}' \\
    ${url}/cob/${EXAMPLE_TXID}

  # Its payment
  curl -s ${tls} \\
    -H 'Content-Type: application/json' -d '{"txid":"${EXAMPLE_TXID}"}' \\
    ${controlUrl}/pix

Ctrl+C stops it.
`;
}

/** One line for a parent process. The secret is in the file named, not here: output ends up in logs. */
export function readyLine(simulator: PixSimulator, files: SimulatorFiles): string {
  const { url, tokenUrl, controlUrl, consoleUrl, moduleOptions } = simulator;
  const { clientId } = moduleOptions;
  return `${JSON.stringify({ url, tokenUrl, controlUrl, consoleUrl, clientId, p12Passphrase: P12_PASSPHRASE, files })}\n`;
}

const EXAMPLE_TXID = 'pedido00000000000000000001';

/** Relative where that is shorter to type. */
function shown(folder: string): string {
  const path = relative(process.cwd(), folder);
  return path === '' ? '.' : path.startsWith('..') ? folder : path;
}
