import { relative } from 'node:path';
import { generateTxid } from 'nestjs-pix';
import { cobOperations, toKeyWithoutPlus } from 'nestjs-pix/spec';
import type { PixSimulator, SimulatorQuirks } from '../simulator/index.js';
import { buildProviderPath, simulatorQuirks } from '../simulator/profiles/public.js';
import { toShellWord } from './shell-word.js';
import type { SimulatorFiles } from './simulator.files.js';
import type { SimulatorCommandOptions } from './simulator.options.js';

/** Builds shell commands with curl: a token request, a charge and its payment. */
export function examples(
  { url, tokenUrl, controlUrl, moduleOptions: { clientId } }: PixSimulator,
  files: SimulatorFiles,
  {
    quirks: name,
    chave: [chave = 'loja@example.com'] = [],
  }: Pick<SimulatorCommandOptions, 'quirks' | 'chave'>,
): string {
  const quirks: SimulatorQuirks = name === undefined ? {} : simulatorQuirks[name];
  const tls = `--cacert ${quotePath(files.ca)} --cert ${quotePath(files.cert)} --key ${quotePath(files.key)}`;
  const txid = generateTxid();
  const charge =
    url + buildProviderPath(quirks, cobOperations.createWithTxid).replace('{txid}', txid);
  const query = quirks.required?.query?.map((parameter) => `${parameter}=simulator`).join('&');
  const headers = (quirks.required?.headers ?? []).map(
    (header) => `-H ${toShellWord(`${header}: ${header === 'client_id' ? clientId : txid}`)} `,
  );
  const pixKey = quirks.phoneKeyWithoutPlus ? toKeyWithoutPlus(chave) : chave;
  const body = JSON.stringify({ valor: { original: '37.00' }, chave: pixKey });
  return `  # A token
  TOKEN=$(curl -s ${tls} \\
    ${toCredentials(quirks, clientId, files.clientSecret)} \\
    ${toGrant(quirks)} \\
    ${toShellWord(tokenUrl)} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

  # A charge
  curl -s ${tls} \\
    -H "Authorization: Bearer $TOKEN" ${headers.join('')}-H 'Content-Type: application/json' \\
    -X PUT -d ${toShellWord(body)} \\
    ${toShellWord(query === undefined ? charge : `${charge}?${query}`)}

  # Its payment
  curl -s ${tls} \\
    -H 'Content-Type: application/json' -d ${toShellWord(JSON.stringify({ txid }))} \\
    ${toShellWord(`${controlUrl}/pix`)}`;
}

/** Builds the options of curl that authenticate the client in the style of the provider. */
function toCredentials(
  { client }: SimulatorQuirks,
  clientId: string,
  secretFile: string | undefined,
): string {
  if (secretFile !== undefined && client?.clientAuth === 'basic') {
    return `-u ${toShellWord(`${clientId}:`)}"$(cat ${quotePath(secretFile)})"`;
  }
  const id = `--data-urlencode ${toShellWord(`client_id=${clientId}`)}`;
  return secretFile === undefined
    ? id
    : `${id} --data-urlencode client_secret@${quotePath(secretFile)}`;
}

/** Builds the options of curl for the body of the token request. */
function toGrant({ client }: SimulatorQuirks): string {
  if (client?.token?.encoding !== 'json') {
    return '-d grant_type=client_credentials -d scope=cob.write';
  }
  const body = JSON.stringify({ grant_type: 'client_credentials', scope: 'cob.write' });
  return `-H 'Content-Type: application/json' -d ${toShellWord(body)}`;
}

/** Returns the path relative to the working directory if it is inside of it. */
export function toRelativePath(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' ? '.' : short.startsWith('..') ? path : short;
}

function quotePath(file: string): string {
  return toShellWord(toRelativePath(file));
}
