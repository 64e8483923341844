// The folder of a simulated bank: its certificates, its settings, and the text that introduces them.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { generateTxid, type PixProvider, type PixProviderName } from 'nestjs-pix';
import { isObject, listDisputes, parseObject } from 'nestjs-pix/internal';
import {
  cobOperations,
  pixProviders,
  simulatorFileNames,
  toKeyWithoutPlus,
  type SimulatorFolderSettings,
  simulatorFormat,
} from 'nestjs-pix/spec';
import {
  buildProviderPath,
  type PemCertificate,
  type PixSimulator,
  reuseUnlessExpiring,
  type SimulatedProfile,
  type SimulatorIdentity,
} from '../simulator/index.js';
import { CommandError, PRIVATE, PUBLIC, toShellWord } from './command.js';
import { toPkcs12 } from './pkcs12.js';
import { renderJson } from './report.js';
import type { Texts } from './texts/en.js';

/** Passphrase of `client.p12`. The file mode protects the file; the passphrase exists because tools require one. */
const P12_PASSPHRASE = 'pix-simulator';

/** Absolute paths of the files that the command writes. */
export interface SimulatorFiles {
  out: string;
  /** Certificate of the authority that clients trust. */
  ca: string;
  cert: string;
  key: string;
  /** Certificate and key as PKCS#12. */
  p12: string;
  /** Server certificate for the HTTPS listener of a webhook receiver. */
  webhookCert: string;
  webhookKey: string;
  /** Absent if the client is registered without a secret. */
  clientSecret?: string;
  /** JSON with these paths, the addresses and the credentials, for programs. */
  settings: string;
}

export function resolveFiles(folder: string, { moduleOptions }: PixSimulator): SimulatorFiles {
  const out = resolve(folder);
  return {
    out,
    ca: join(out, simulatorFileNames.ca),
    cert: join(out, simulatorFileNames.cert),
    key: join(out, simulatorFileNames.key),
    p12: join(out, 'client.p12'),
    webhookCert: join(out, 'webhook-server.pem'),
    webhookKey: join(out, 'webhook-server.key'),
    ...(moduleOptions.clientSecret !== undefined && { clientSecret: join(out, 'client-secret') }),
    settings: join(out, simulatorFileNames.settings),
  };
}

/** Creates the folder. @throws CommandError if it cannot be created */
export async function makeFolder(folder: string): Promise<void> {
  await withFolderErrors(folder, () => mkdir(resolve(folder), { recursive: true }));
}

/** Certificates and credentials for the next start: applications that run keep those that they have read. */
const IDENTITY = 'identity.json';

/**
 * Reads the certificates and credentials of an earlier start in the folder.
 *
 * @returns `undefined` in a new folder
 * @throws CommandError if the file is damaged
 */
export async function readIdentity(
  folder: string,
  quirks: PixProviderName | undefined,
): Promise<SimulatorIdentity | undefined> {
  const path = join(resolve(folder), IDENTITY);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const identity = JSON.parse(text) as SimulatorIdentity;
    // Another bank may have been simulated then, whose clients have no secret, or have one.
    const profile: SimulatedProfile = quirks === undefined ? {} : pixProviders[quirks];
    const isSecret = profile.server?.token?.noSecret !== true;
    const clientSecret = isSecret ? (identity.clientSecret ?? undefined) : undefined;
    // Without a state there are no locations that must stay valid.
    return { ...identity, clientSecret, locationPort: 0 };
  } catch {
    throw new CommandError((say) => say.damaged(path));
  }
}

/** Writes all files. @throws CommandError if a file cannot be written, or one of another origin has its name */
export async function writeFiles(
  simulator: PixSimulator,
  files: SimulatorFiles,
  webhookNames: readonly string[],
): Promise<void> {
  const { ca, clientCertificate, control, moduleOptions } = simulator;
  const webhook =
    (await findWebhookCertificate(files, ca, webhookNames)) ??
    (await control.issueServerCertificate({ names: webhookNames }));
  const p12 = await toPkcs12(clientCertificate, [ca], P12_PASSPHRASE);
  const { clientSecret } = moduleOptions;
  const { out, ...names } = files;
  const [identity, gitignore] = [join(out, IDENTITY), join(out, '.gitignore')];
  const paths = [...Object.values(names), identity, gitignore];
  const foreign = (await isOurs(files)) ? undefined : paths.find((path) => existsSync(path));
  if (foreign !== undefined) {
    throw new CommandError((say) => say.foreign(foreign));
  }
  await withFolderErrors(files.out, async () => {
    await write(files.ca, ca, PUBLIC);
    await write(files.cert, clientCertificate.cert, PUBLIC);
    await write(files.key, clientCertificate.key, PRIVATE);
    await write(files.p12, p12, PRIVATE);
    await write(files.webhookCert, webhook.cert, PUBLIC);
    await write(files.webhookKey, webhook.key, PRIVATE);
    if (files.clientSecret && clientSecret) await write(files.clientSecret, clientSecret, PRIVATE);
    await write(files.settings, settingsText(simulator, files), PRIVATE);
    await write(identity, renderJson(simulator.identity), PRIVATE);
    // The folder is often inside of a repository, and has private keys.
    if (!existsSync(gitignore)) await write(gitignore, '*\n', PUBLIC);
  });
}

/** Finds the certificate of an earlier start with these names: a receiver that runs keeps it. */
async function findWebhookCertificate(
  { webhookCert, webhookKey }: SimulatorFiles,
  ca: string,
  names: readonly string[],
): Promise<PemCertificate | undefined> {
  try {
    const read = (path: string) => readFile(path, 'utf8');
    const pair = { cert: await read(webhookCert), key: await read(webhookKey) };
    const certificate = new X509Certificate(pair.cert);
    const isNamed = (name: string) => certificate[isIP(name) ? 'checkIP' : 'checkHost'](name);
    const isOurs = certificate.verify(new X509Certificate(ca).publicKey);
    const isPair = certificate.checkPrivateKey(createPrivateKey(pair.key));
    return isOurs && isPair && names.every(isNamed) ? reuseUnlessExpiring(pair) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an earlier start wrote the folder. A file of another program may have the name of one of ours. */
async function isOurs({ out, settings }: SimulatorFiles): Promise<boolean> {
  const read = (path: string) => readFile(path, 'utf8').then(parseObject, () => undefined);
  const { clientId, provider } = (await read(settings)) ?? {};
  const { authority } = (await read(join(out, IDENTITY))) ?? {};
  return (typeof clientId === 'string' && isObject(provider)) || isObject(authority);
}

function settingsText(simulator: PixSimulator, files: SimulatorFiles): string {
  const { clientId, clientSecret, provider, appKey } = simulator.moduleOptions;
  const client: SimulatorFolderSettings = {
    format: simulatorFormat,
    clientId,
    clientSecret,
    provider,
    appKey,
  };
  return renderJson({ ...describe(simulator, files), ...client });
}

/** Describes the simulator for programs, without secrets. */
function describe(simulator: PixSimulator, files: SimulatorFiles): object {
  return { ...simulator.toJSON(), p12Passphrase: P12_PASSPHRASE, files };
}

/** Writes a new file. An existing file is removed first, because it would keep its mode. */
async function write(path: string, content: string | Buffer, mode: number): Promise<void> {
  await rm(path, { force: true });
  await writeFile(path, content, { mode, flag: 'wx' });
}

/** Runs `work` and converts its errors to messages about the folder. */
async function withFolderErrors(folder: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new CommandError((say) => say.folder(resolve(folder), say.reasons[code] ?? message));
  }
}

/** Builds the text for a user when the simulator is ready: addresses, files, and examples with curl. */
export function describeReady(
  simulator: PixSimulator,
  files: SimulatorFiles,
  options: ExampleOptions,
  texts: Texts['simulator']['ready'],
): string {
  const { url, tokenUrl, controlUrl, consoleUrl, sandboxUrl, moduleOptions } = simulator;
  const secret = files.clientSecret && toRelativePath(files.clientSecret);
  const { families = {}, operations = {} } = simulator.provider.production;
  const bases = Object.entries(families).map(([name, { baseUrl }]) => [name, baseUrl] as const);
  const tokens = Object.entries(families).map(([name, family]) => [name, family.tokenUrl] as const);
  return `
${texts.title}

  API       ${url}${listFurther(url, [...bases, ...Object.entries(operations)])}
  Tokens    ${tokenUrl}${listFurther(tokenUrl, tokens)}
  ${texts.control}  ${controlUrl}
  Console   ${consoleUrl ?? texts.none}
  Sandbox   ${sandboxUrl ?? texts.none}

  ${texts.client}  ${moduleOptions.clientId}
  ${texts.secret}  ${secret === undefined ? texts.noSecret : texts.secretIn(secret)}${listDisputed(simulator.provider, texts.disputed)}

${texts.files(files.out)}

  ca.pem                     ${texts.ca}
  client.pem, client.key     ${texts.pair}
  client.p12                 ${texts.p12(P12_PASSPHRASE)}
  webhook-server.pem, .key   ${texts.webhook}
  simulator.json             ${texts.json}

${texts.module}

  PixModule.forRoot({ provider: 'simulator', simulator: ${quoteForCode(files.out)} })

${texts.examples}

${showExamples(simulator, files, options, texts)}
`;
}

/** Lists what the sources of the bank disagree about, except addresses: a simulator has its own. */
function listDisputed({ name }: PixProvider, title: string): string {
  return listDisputes(name)
    .filter(({ fact }) => !/^(production|sandbox)\./.test(fact))
    .map(({ fact, alternative }) => `\n  ${title}  ${fact}: ${alternative}`)
    .join('');
}

/** Lists the addresses beside the main one, each with the families or operations that it serves. */
function listFurther(
  main: string,
  served: readonly (readonly [name: string, url: string | undefined])[],
): string {
  const byUrl = new Map<string, string[]>();
  for (const [name, url = main] of served) byUrl.set(url, [...(byUrl.get(url) ?? []), name]);
  byUrl.delete(main);
  return [...byUrl].map(([url, names]) => `\n            ${url}  ${names.join(', ')}`).join('');
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
export function toReadyLine(simulator: PixSimulator, files: SimulatorFiles): string {
  return `${JSON.stringify(describe(simulator, files))}\n`;
}

/** The options of the command that the examples depend on. */
interface ExampleOptions {
  readonly quirks?: PixProviderName;
  readonly chave?: readonly string[];
}

/** Builds shell commands with curl: a token request, a charge and its payment. */
function showExamples(
  { url, tokenUrl, controlUrl, moduleOptions: { clientId } }: PixSimulator,
  files: SimulatorFiles,
  { quirks: name, chave: [chave = 'loja@example.com'] = [] }: ExampleOptions,
  texts: Texts['simulator']['ready'],
): string {
  const quirks: SimulatedProfile = name === undefined ? {} : pixProviders[name];
  const { correlationHeader, appKeyQuery } = quirks;
  const tls = `--cacert ${quotePath(files.ca)} --cert ${quotePath(files.cert)} --key ${quotePath(files.key)}`;
  const txid = generateTxid();
  const charge =
    url + buildProviderPath(quirks, cobOperations.createWithTxid).replace('{txid}', txid);
  const query = appKeyQuery === undefined ? '' : `?${appKeyQuery}=simulator`;
  const header = correlationHeader && `-H ${toShellWord(`${correlationHeader}: ${txid}`)} `;
  const pixKey = quirks.phoneKeyWithoutPlus ? toKeyWithoutPlus(chave) : chave;
  const body = JSON.stringify({ valor: { original: '37.00' }, chave: pixKey });
  return `  # ${texts.token}
  TOKEN=$(curl -s ${tls} \\
    ${toCredentials(quirks, clientId, files.clientSecret)} \\
    ${toGrant(quirks)} \\
    ${toShellWord(tokenUrl)} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

  # ${texts.charge}
  curl -sw '\\n' ${tls} \\
    -H "Authorization: Bearer $TOKEN" ${header ?? ''}-H 'Content-Type: application/json' \\
    -X PUT -d ${toShellWord(body)} \\
    ${toShellWord(charge + query)}

  # ${texts.payment}
  curl -sw '\\n' ${tls} \\
    -H 'Content-Type: application/json' -d ${toShellWord(JSON.stringify({ txid }))} \\
    ${toShellWord(`${controlUrl}/pix`)}`;
}

/** Builds the options of curl that authenticate the client in the style of the provider. */
function toCredentials(
  { clientAuth }: SimulatedProfile,
  clientId: string,
  secretFile: string | undefined,
): string {
  if (secretFile !== undefined && clientAuth === 'basic') {
    return `-u ${toShellWord(`${clientId}:`)}"$(cat ${quotePath(secretFile)})"`;
  }
  const id = `--data-urlencode ${toShellWord(`client_id=${clientId}`)}`;
  return secretFile === undefined
    ? id
    : `${id} --data-urlencode client_secret@${quotePath(secretFile)}`;
}

/** Builds the options of curl for the body of the token request. */
function toGrant({ token }: SimulatedProfile): string {
  if (token?.encoding !== 'json') return '-d grant_type=client_credentials -d scope=cob.write';
  const body = JSON.stringify({ grant_type: 'client_credentials', scope: 'cob.write' });
  return `-H 'Content-Type: application/json' -d ${toShellWord(body)}`;
}

/** Returns the path relative to the working directory if it is inside of it. */
function toRelativePath(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' ? '.' : short.startsWith('..') ? path : short;
}

function quotePath(file: string): string {
  return toShellWord(toRelativePath(file));
}
