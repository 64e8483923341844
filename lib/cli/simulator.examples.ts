import { relative } from 'node:path';
import { cobOperations } from '../contract/index.js';
import { generateTxid } from '../values/index.js';
import { buildPath } from '../simulator/profiles/paths.js';
import { simulatorQuirks } from '../simulator/profiles/profiles.js';
import type { PixSimulator, SimulatorQuirks } from '../simulator/index.js';
import type { SimulatorFiles } from './simulator.files.js';
import type { SimulatorCommandOptions } from './simulator.options.js';
import { toKeyWithoutPlus } from '../values/pix-key.js';

/** A token, a charge and its payment with curl, to be pasted into a shell. */
export function examples(
  { url, tokenUrl, controlUrl, moduleOptions: { clientId } }: PixSimulator,
  files: SimulatorFiles,
  {
    quirks: name,
    chave: [chave = 'loja@example.com'] = [],
  }: Pick<SimulatorCommandOptions, 'quirks' | 'chave'>,
): string {
  const quirks: SimulatorQuirks = name === undefined ? {} : simulatorQuirks[name];
  const tls = `--cacert ${path(files.ca)} --cert ${path(files.cert)} --key ${path(files.key)}`;
  const client = [
    `--data-urlencode ${quoted(`client_id=${clientId}`)}`,
    ...(files.clientSecret ? [`--data-urlencode client_secret@${path(files.clientSecret)}`] : []),
  ].join(' ');
  const txid = generateTxid();
  const charge = url + buildPath(quirks, cobOperations.createWithTxid).replace('{txid}', txid);
  const query = quirks.required?.query?.map((parameter) => `${parameter}=simulator`).join('&');
  const headers = (quirks.required?.headers ?? []).map(
    (header) => `-H ${quoted(`${header}: ${header === 'client_id' ? clientId : txid}`)} `,
  );
  const pixKey = quirks.phoneKeyWithoutPlus ? toKeyWithoutPlus(chave) : chave;
  const body = JSON.stringify({ valor: { original: '37.00' }, chave: pixKey });
  return `  # A token
  TOKEN=$(curl -s ${tls} \\
    ${client} \\
    -d grant_type=client_credentials -d scope=cob.write \\
    ${quoted(tokenUrl)} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

  # A charge
  curl -s ${tls} \\
    -H "Authorization: Bearer $TOKEN" ${headers.join('')}-H 'Content-Type: application/json' \\
    -X PUT -d ${quoted(body)} \\
    ${quoted(query === undefined ? charge : `${charge}?${query}`)}

  # Its payment
  curl -s ${tls} \\
    -H 'Content-Type: application/json' -d ${quoted(JSON.stringify({ txid }))} \\
    ${quoted(`${controlUrl}/pix`)}`;
}

/** Relative where that is shorter to type. */
export function shown(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' ? '.' : short.startsWith('..') ? path : short;
}

function path(file: string): string {
  return quoted(shown(file));
}

/** As a shell takes it for one word. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
