import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { pixVariables, releaseSecrets } from 'nestjs-pix/internal';
import { pixProviders } from 'nestjs-pix/spec';
import type { CommandContext } from '../command-context.js';
import { CommandError } from '../command-error.js';
import type { Language } from '../language.js';
import { loadTarget } from './load-target.js';
import type { ProbeOutcome, ProbeReport } from './model/report.js';
import type { ProbeTarget } from './model/target.js';
import type { ProbeCommandOptions } from './probe.options.js';
import { renderJson } from './render/json.js';
import { renderMarkdown } from './render/markdown.js';
import { renderText } from './render/text.js';
import { runProbes } from './run-probes.js';
import type { ProbeTime } from './wire/wire.js';

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

/**
 * Probes the account of the variables and prints the report.
 *
 * @throws CommandError if an option or a variable is wrong, or, after the report, if there is no connection or token
 */
export async function probe(
  options: ProbeCommandOptions,
  { console, environment, language }: CommandContext,
): Promise<void> {
  const owner = {};
  try {
    const target = await loadTarget(options.env, environment, owner);
    checkConsent(target, options);
    const { timeout, pause } = options;
    const readOnly = options.readOnly === true;
    const report = await runProbes({ target, readOnly, time: machineTime, timeout, pause });
    console.out(render(report, options, language));
    if (options.draft !== undefined) await writeDraftFile(options.draft, report.draft);
    failUnlessComplete(report.outcome);
  } finally {
    releaseSecrets(owner);
  }
}

/** Everything but a declared sandbox counts as production, and so does the known production of a provider. */
function checkConsent(target: ProbeTarget, { readOnly, yes }: ProbeCommandOptions): void {
  if (readOnly === true || yes === true) return;
  if (target.environment === 'sandbox' && !isKnownProduction(target.baseUrl)) return;
  throw new CommandError(
    `this is production: the probe would create and remove two charges of R$ 0.01 and a webhook. Use --read-only to send only reads, --yes to continue, or set ${pixVariables.environment.name}=sandbox for a sandbox.`,
  );
}

function isKnownProduction(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return Object.values(pixProviders).some(
    ({ production }) => new URL(production.baseUrl).hostname === hostname,
  );
}

function render(
  report: ProbeReport,
  { json, markdown }: ProbeCommandOptions,
  language: Language,
): string {
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
