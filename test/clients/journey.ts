import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { PixProviderName } from '../../lib/index.js';
import { openBank, type OpenBank } from './bank.js';
import type { PublishedClient } from './clients.js';

const run = promisify(execFile);
/** The clients on npm, with a lockfile of their own, and what the journeys share. */
const npm = join(import.meta.dirname, 'npm');
/** The longest journey, with one token for each scope, takes 20 seconds. */
const LIMIT_MS = 180_000;

/** What a journey prints as its last line. */
export interface Outcome {
  readonly version: string;
  /** `ok`, or what went wrong, by call. */
  readonly results: Readonly<Record<string, string>>;
}

/** Whether a client can run: those on npm always, others with an installation in the folder. */
export function isInstalled({ language, name }: PublishedClient, installations?: string): boolean {
  if (language === 'JavaScript') return true;
  return installations !== undefined && existsSync(join(installations, name));
}

/**
 * Runs the journey of a client against the simulated bank, which starts with the certificate of the bank's hosts.
 *
 * @param simulator arguments of Node that start the command of the simulator
 * @param folder for the files of this run
 * @param installations folder of the clients that are not on npm
 * @throws Error if the journey cannot run, or reached another host than those of the bank
 */
export async function runJourney(
  client: PublishedClient,
  bankName: PixProviderName,
  simulator: readonly string[],
  folder: string,
  installations = '',
): Promise<Outcome> {
  const work = await mkdtemp(join(folder, `${client.name}-`));
  const bank = await openBank(simulator, bankName, join(work, 'bank'));
  try {
    const [command, args, env] = await COMMANDS[client.language]({
      client,
      bank,
      work,
      home: resolve(installations, client.name),
    });
    const pem = join(work, 'client.pem');
    const { ca, cert, key, settings } = bank.files;
    await writeFile(pem, (await readFile(cert, 'utf8')) + (await readFile(key, 'utf8')));
    const { stdout } = await run(command, [...args, bankName], {
      cwd: work,
      timeout: LIMIT_MS,
      env: {
        PATH: process.env.PATH,
        HOME: work,
        TMPDIR: work,
        PIX_SIMULATOR: settings,
        PIX_PAY: join(npm, 'pay.mjs'),
        PIX_CONTROL: join(npm, 'control.mjs'),
        PIX_PEM: pem,
        HTTPS_PROXY: bank.proxy,
        NO_PROXY: '127.0.0.1',
        // The names under which Node, OpenSSL and Python's requests look for an authority.
        NODE_EXTRA_CA_CERTS: ca,
        SSL_CERT_FILE: ca,
        REQUESTS_CA_BUNDLE: ca,
        ...env,
      },
    });
    const strangers = [...bank.targets].filter(
      (target) => !bank.hosts.includes(target.slice(0, -4)),
    );
    if (strangers.length > 0) throw new Error(`The client called ${strangers.join(', ')}.`);
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Outcome;
  } finally {
    await bank.close();
  }
}

interface Place {
  readonly client: PublishedClient;
  readonly bank: OpenBank;
  readonly work: string;
  /** Folder of the installation. */
  readonly home: string;
}

type Command = readonly [command: string, args: readonly string[], env?: Record<string, string>];

const COMMANDS: Readonly<Record<PublishedClient['language'], (place: Place) => Promise<Command>>> =
  {
    JavaScript: async ({ client }) => {
      await installNpmClients();
      return [process.execPath, [join(npm, `${client.name}.mjs`)]];
    },
    Python: async ({ client, home }) => [
      join(home, 'bin/python'),
      // Writes no compiled files beside the journeys.
      ['-B', findJourney(client, 'py')],
    ],
    PHP: async ({ client, home, bank }) => {
      const settings = {
        'curl.cainfo': bank.files.ca,
        auto_prepend_file: join(home, 'vendor/autoload.php'),
        // Their code has notices of newer versions of PHP.
        error_reporting: '0',
      };
      const options = Object.entries(settings).flatMap(([name, value]) => [
        '-d',
        `${name}=${value}`,
      ]);
      return ['php', [...options, findJourney(client, 'php')]];
    },
    Ruby: async ({ client, home }) => ['ruby', [findJourney(client, 'rb')], { GEM_HOME: home }],
  };

/** Installs the versions of the lockfile, unless they are there. Their scripts do not run. */
async function installNpmClients(): Promise<void> {
  const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json']
    .map((file) => join(npm, file))
    .map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  if (installed! >= wanted!) return;
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: npm });
}

function findJourney({ language, name }: PublishedClient, extension: string): string {
  return join(import.meta.dirname, language.toLowerCase(), `${name}.${extension}`);
}

/** Lists what is wrong with a run: calls that fail and are not a known defect of the client, and the reverse. */
export function findProblems(
  { defects = {} }: PublishedClient,
  { results }: Outcome,
): readonly string[] {
  const failed = Object.entries(results).filter(([, result]) => result !== 'ok');
  return [
    ...failed.filter(([name]) => !(name in defects)).map(([name, result]) => `${name}: ${result}`),
    ...Object.keys(defects)
      .filter((name) => results[name] === 'ok')
      .map((name) => `${name} passes, but is listed as a defect of the client`),
  ];
}

/** Counts the calls that passed: `24 of 24`. */
export function countPassed({ results }: Outcome): string {
  const all = Object.values(results);
  return `${all.filter((result) => result === 'ok').length} of ${all.length}`;
}
