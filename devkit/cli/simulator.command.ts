import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { isConfigurationError, type PixProviderName } from 'nestjs-pix';
import type { Variables } from 'nestjs-pix/internal';
import { pixProviders } from 'nestjs-pix/spec';
import {
  HOSTILE_KINDS,
  KEY_KINDS,
  PixSimulator,
  SIMULATOR_RULES,
  withoutUndefined,
  type HostileKind,
  type KeyKind,
  type PixSimulatorOptions,
  type SimulatorConsoleOptions,
  type SimulatorRules,
} from '../simulator/index.js';
import {
  CommandError,
  PRIVATE,
  readOptionFile,
  writeNewFiles,
  type CommandContext,
} from './command.js';
import { LiveLog, LOG_FORMATS, type LogFormat } from './live-log.js';
import { payCharge } from './pay.js';
import {
  describeReady,
  makeFolder,
  readIdentity,
  resolveFiles,
  toReadyLine,
  writeFiles,
} from './simulator.files.js';
import type { Say } from './texts/errors.en.js';

/** The options of `nestjs-pix simulator`. */
export interface SimulatorCommandOptions {
  port: number;
  host: string;
  out: string;
  clientId?: string;
  clientSecretFile?: string;
  /** `false` after --no-client-secret. */
  clientSecret: boolean;
  clientKey: KeyKind;
  /** `false` after --no-rate-limits. */
  rateLimits: boolean;
  chave?: string[];
  name: string[];
  quirks?: PixProviderName;
  rules?: SimulatorRules;
  hostile?: HostileKind[];
  sandboxTokenFile?: string;
  sandboxPort?: number;
  state?: string;
  locationPort?: number;
  consolePort?: number;
  consoleHost?: string;
  applicationUrl?: string;
  console: boolean;
  json?: true;
  log?: LogFormat;
}

/** Builds the command `nestjs-pix simulator`, which runs a simulated provider until it is stopped. */
export function simulatorCommand(context: CommandContext): Command {
  const { simulator: texts, log } = context.texts;
  return new Command('simulator')
    .description(texts.description)
    .option('-p, --port <port>', texts.port, parsePort, 8443)
    .option('--host <address>', texts.host, '127.0.0.1')
    .option('-o, --out <folder>', texts.out, './pix-certs')
    .option('--name <name...>', texts.name, [])
    .option('--state <folder>', texts.state)
    .option('--console-port <port>', texts.consolePort, parsePort)
    .option('--console-host <address>', texts.consoleHost)
    .option('--application-url <url>', texts.applicationUrl)
    .option('--no-console', texts.noConsole)
    .option('--location-port <port>', texts.locationPort, parsePort)
    .option('--client-id <id>', texts.clientId)
    .option('--client-secret-file <file>', texts.clientSecretFile)
    .option('--no-client-secret', texts.noClientSecret)
    .addOption(new Option('--client-key <kind>', texts.clientKey).choices(KEY_KINDS).default('rsa'))
    .option('--chave <chave...>', texts.chave)
    .option('--sandbox-token-file <file>', texts.sandboxTokenFile)
    .option('--sandbox-port <port>', texts.sandboxPort, parsePort)
    .addOption(new Option('--quirks <provider>', texts.quirks).choices(Object.keys(pixProviders)))
    .option('--no-rate-limits', texts.noRateLimits)
    .addOption(new Option('--rules <rules>', texts.rules).choices(SIMULATOR_RULES))
    .addOption(new Option('--hostile <kind...>', texts.hostile).choices(HOSTILE_KINDS))
    .option('--json', texts.json)
    .addOption(new Option('--log <format>', log.option).choices(LOG_FORMATS))
    .action((options: SimulatorCommandOptions) => serve(options, context));
}

function parsePort(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65_535) {
    throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
  }
  return value;
}

async function serve(options: SimulatorCommandOptions, context: CommandContext): Promise<void> {
  const { console, texts } = context;
  await makeFolder(options.out);
  const simulator = await start(options, context);
  try {
    const files = resolveFiles(options.out, simulator);
    const names = ['localhost', '127.0.0.1', '::1', ...options.name];
    await writeFiles(simulator, files, names);
    const ended = console.untilEnded();
    const { ready } = texts.simulator;
    const end = console.terminal ? ready.keys : ready.end;
    console.out(
      options.json
        ? toReadyLine(simulator, files)
        : `${describeReady(simulator, files, options, ready)}\n${end}\n\n`,
    );
    const log = new LiveLog(context, options.log ?? (options.json ? 'none' : 'text'));
    simulator.control.onRequest((call) => {
      log.call(call);
    });
    simulator.control.onDelivery((delivery) => {
      log.delivery(delivery);
    });
    readKeys(simulator, options.out, context);
    await ended;
  } finally {
    await simulator.close();
  }
}

/** What the keys of the terminal do. Ctrl+C and `q` stop the bank. */
function readKeys({ consoleUrl }: PixSimulator, folder: string, context: CommandContext): void {
  const { console, environment } = context;
  const work: Readonly<Record<string, () => Promise<void>>> = {
    o: () => openConsole(consoleUrl, folder, environment),
    p: () => payCharge(undefined, { bank: folder }, context),
  };
  console.terminal?.readKeys((key) => {
    work[key]?.().catch((error: unknown) => {
      console.err(`${(error as Error).message}\n`);
    });
  });
}

/** Opens the console, with a token by a file: other users of the machine can read arguments. */
async function openConsole(url = '', folder: string, env: Variables): Promise<void> {
  const path = join(resolve(folder), 'console-token.html');
  const content = `<meta http-equiv="refresh" content="0; url=${url}">\n`;
  const hasToken = url.includes('?');
  if (hasToken) await writeNewFiles([{ path, content, mode: PRIVATE }], true);
  if (url !== '') openInBrowser(hasToken ? path : url, env);
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start'],
};

/** Opens an address. Without a browser, the printed address remains. */
function openInBrowser(url: string, env: Variables): void {
  const [command = '', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(command, [...args, url], { stdio: 'ignore', detached: true, env })
    .on('error', () => undefined)
    .unref();
}

/** Reads a secret, which is no argument: other users of the machine can read those. */
async function readSecret(option: string, file?: string, variable?: string) {
  // An empty variable counts as absent.
  if (file === undefined) return variable === '' ? undefined : variable;
  return (await readOptionFile(option, file)).trim();
}

async function start(
  options: SimulatorCommandOptions,
  { environment }: CommandContext,
): Promise<PixSimulator> {
  const { out, quirks, state, clientSecretFile, sandboxTokenFile } = options;
  const { SIMULATOR_CLIENT_SECRET: secret, SIMULATOR_SANDBOX_TOKEN: token } = environment;
  const clientSecret = options.clientSecret
    ? await readSecret('--client-secret-file', clientSecretFile, secret)
    : null;
  const sandboxToken = await readSecret('--sandbox-token-file', sandboxTokenFile, token);
  const identity = state === undefined ? await readIdentity(out, quirks) : undefined;
  try {
    return await PixSimulator.start({
      ...simulatorOptions(options, clientSecret, sandboxToken),
      ...(identity && { identity }),
    });
  } catch (error) {
    throw new CommandError(describeStartFailure(error, options));
  }
}

function simulatorOptions(
  options: SimulatorCommandOptions,
  clientSecret: string | null | undefined,
  token: string | undefined,
): PixSimulatorOptions {
  const { port, host, clientId, clientKey, quirks, rateLimits, rules, hostile } = options;
  const { chave: chaves, name: names, state: stateDir, locationPort, sandboxPort } = options;
  return withoutUndefined({
    ...{ port, host, names, clientId, clientKey, clientSecret, chaves, quirks, rateLimits, rules },
    ...{ hostile, stateDir, locationPort },
    console: resolveConsole(options),
    sandbox: token === undefined ? undefined : withoutUndefined({ token, port: sandboxPort }),
  });
}

/** Resolves the console option. With `--json`, the console is disabled unless its port or address is set. */
function resolveConsole({
  console,
  consolePort,
  consoleHost,
  applicationUrl,
  json,
}: SimulatorCommandOptions): SimulatorConsoleOptions | false {
  const chosen = withoutUndefined({ port: consolePort, host: consoleHost });
  if (!console || (json === true && Object.keys(chosen).length === 0)) return false;
  return { ...chosen, ...(applicationUrl !== undefined && { applicationUrl }) };
}

/** Node's error for a listener or a file. */
interface Failure extends NodeJS.ErrnoException {
  address?: string;
  hostname?: string;
  port?: number;
}

type Explain = (failure: Failure, options: SimulatorCommandOptions) => Say;

const explainHost: Explain =
  ({ address, hostname = address }, { host, consoleHost }) =>
  (say) =>
    hostname !== host && hostname !== undefined && hostname === consoleHost
      ? say.noHost(hostname, '--console-host')
      : say.noHost(host, '--host');

const explainFolder: Explain = (failure, { state = '' }) => explainPath(failure, state);

const explainPath =
  ({ code = '', message }: Failure, path: string): Say =>
  (say) =>
    say.state(path, say.reasons[code] ?? message);

const explainAccess: Explain = (failure, options) =>
  failure.path === undefined
    ? (say) => say.portAccess(...describePort(failure, options))
    : explainPath(failure, failure.path);

/** Explanations of Node's errors, by code. */
const EXPLANATIONS: ReadonlyMap<string | undefined, Explain> = new Map([
  ['EADDRINUSE', (failure, options) => (say) => say.portTaken(...describePort(failure, options))],
  ['EACCES', explainAccess],
  ...['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].map((code) => [code, explainHost] as const),
  ...['ENOTDIR', 'EEXIST', 'EROFS', 'EISDIR', 'ENOSPC'].map(
    (code) => [code, explainFolder] as const,
  ),
]);

/**
 * Describes why the simulator did not start, and how to fix it.
 *
 * @throws Error the error itself, if it is not known
 */
function describeStartFailure(error: unknown, options: SimulatorCommandOptions): Say {
  if (isConfigurationError(error)) {
    // An error of the file system: this command has another name for the option.
    const { errno } = (error.cause ?? {}) as Failure;
    return errno === undefined
      ? () => error.message
      : explainFolder(error.cause as Failure, options);
  }
  const failure = error as Failure;
  const explain = EXPLANATIONS.get(failure.code);
  if (!explain) throw error;
  return explain(failure, options);
}

/** The port, its address, and the option that chooses another. */
function describePort(
  { port, address }: Failure,
  options: SimulatorCommandOptions,
): [number, string, string] {
  return [port ?? options.port, address ?? options.host, resolveOptionName(port, options)];
}

/** Returns the option of a port. A port of an earlier start belongs to `--location-port`. */
function resolveOptionName(
  taken: number | undefined,
  { port, consolePort }: SimulatorCommandOptions,
): string {
  if (taken === undefined || taken === port) return '--port';
  return taken === consolePort ? '--console-port' : '--location-port';
}
