import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { releaseSecrets } from '../../errors/index.js';
import { pixVariables } from '../../nest/environment/index.js';
import { CommandError } from '../command-error.js';
import type { CommandConsole } from '../console.js';
import { loadTarget } from './load-target.js';
import type { ProbeOutcome, ProbeReport } from './model/report.js';
import type { ProbeTarget } from './model/target.js';
import { resolveLanguage, type Language } from './model/text.js';
import { renderJson } from './render/json.js';
import { renderMarkdown } from './render/markdown.js';
import { renderText } from './render/text.js';
import { runProbes } from './run-probes.js';
import type { ProbeTime } from './wire/wire.js';

/** The options of `nestjs-pix probe`. */
interface ProbeCommandOptions {
  env?: string;
  readOnly?: true;
  yes?: true;
  json?: true;
  markdown?: true;
  lang?: Language;
  draft?: string;
  timeout: number;
  pause: number;
}

const DEFAULT_TIMEOUT = 10;
/** Slow enough for limits of a few requests per second. */
const DEFAULT_PAUSE = 250;

const machineTime: ProbeTime = {
  now: () => Date.now(),
  sleep: async (ms) => {
    await sleep(ms);
  },
};

/** Exit codes of tours that did not get far. */
const EXIT_CODES: Readonly<Partial<Record<ProbeOutcome, number>>> = {
  'no-connection': 2,
  'no-token': 3,
};

/** Builds the command `nestjs-pix probe`, which compares a provider with the specification. */
export function probeCommand(console: CommandConsole, time: ProbeTime = machineTime): Command {
  return new Command('probe')
    .description('Compare a bank with the Pix specification, and draft a provider profile')
    .option('--env <file>', 'file with the variables below (default: the environment)')
    .option('--read-only', 'send only GET and token requests')
    .option('--yes', 'create small charges in production without being asked')
    .addOption(new Option('--json', 'print the report as JSON').conflicts('markdown'))
    .option('--markdown', 'print the report as Markdown')
    .addOption(
      new Option('--lang <language>', 'language (default: that of the locale)').choices([
        'pt',
        'en',
      ]),
    )
    .option('--draft <file>', 'also write the draft of the profile to a file')
    .option('--timeout <seconds>', 'time limit of a request', seconds, DEFAULT_TIMEOUT)
    .option('--pause <milliseconds>', 'pause before each request', milliseconds, DEFAULT_PAUSE)
    .addHelpText('after', describeVariables())
    .action((options: ProbeCommandOptions) => probe(options, console, time));
}

function describeVariables(): string {
  const lines = Object.values(pixVariables).map(
    ({ name, meaning }) => `  ${name.padEnd(20)} ${meaning}`,
  );
  return `\nVariables:\n${lines.join('\n')}\n\nExit codes: 0 report complete, 1 wrong options, 2 no connection, 3 no token\n`;
}

async function probe(
  options: ProbeCommandOptions,
  console: CommandConsole,
  time: ProbeTime,
): Promise<void> {
  const owner = {};
  try {
    const target = await loadTarget(options.env, process.env, owner);
    checkConsent(target, options);
    const { timeout, pause } = options;
    const readOnly = options.readOnly === true;
    const report = await runProbes({ target, readOnly, time, timeout, pause });
    console.out(render(report, options));
    if (options.draft !== undefined) await writeDraftFile(options.draft, report.draft);
    failUnlessComplete(report.outcome);
  } finally {
    releaseSecrets(owner);
  }
}

/** Everything but a declared sandbox counts as production. */
function checkConsent({ environment }: ProbeTarget, { readOnly, yes }: ProbeCommandOptions): void {
  if (environment === 'sandbox' || readOnly === true || yes === true) return;
  throw new CommandError(
    `this is production: the probe would create and remove two charges of R$ 0.01 and a webhook. Use --read-only to send only reads, --yes to continue, or set ${pixVariables.environment.name}=sandbox for a sandbox.`,
  );
}

function render(report: ProbeReport, { json, markdown, lang }: ProbeCommandOptions): string {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  const language = lang ?? resolveLanguage(LC_ALL ?? LC_MESSAGES ?? LANG);
  if (json) return renderJson(report, language);
  return markdown ? renderMarkdown(report, language) : renderText(report, language);
}

async function writeDraftFile(file: string, draft: string): Promise<void> {
  try {
    await writeFile(file, draft);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new CommandError(`cannot write ${file} (${code}). Choose another file with --draft.`);
  }
}

function failUnlessComplete(outcome: ProbeOutcome): void {
  const exitCode = EXIT_CODES[outcome];
  if (exitCode === undefined) return;
  const problem =
    outcome === 'no-token'
      ? `the bank issued no token. Check ${pixVariables.clientId.name}, ${pixVariables.clientSecret.name}, ${pixVariables.tokenUrl.name} and the certificate.`
      : `there is no connection to the bank. Check ${pixVariables.baseUrl.name}, ${pixVariables.ca.name}, the certificate, and that a firewall or VPN allows the connection.`;
  throw new CommandError(problem, exitCode);
}

function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 60)) throw new InvalidArgumentError('It must be a number up to 60.');
  return value;
}

function milliseconds(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return value;
}
