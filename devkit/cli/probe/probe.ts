import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pixVariables, releaseSecrets, VERSION } from 'nestjs-pix/internal';
import { pixProviders } from 'nestjs-pix/spec';
import {
  CommandError,
  fileExists,
  PUBLIC,
  writeNewFiles,
  type CommandContext,
} from '../command.js';
import { redactReport } from '../report.js';
import type { ProbeTexts } from '../texts/probe.en.js';
import { writeDraft } from './draft.js';
import { probes } from './probes/probes.js';
import {
  note,
  toJson,
  toMarkdown,
  toText,
  unknown,
  type ProbeFinding,
  type ProbeOutcome,
  type ProbeReport,
  type ProbeSection,
} from './report.js';
import { loadTarget, type ProbeTarget } from './target.js';
import { Tour, type Probe } from './tour.js';
import { Wire, type ProbeTime } from './wire.js';

/** The options of `nestjs-pix probe`. */
export interface ProbeCommandOptions {
  env?: string;
  readOnly?: true;
  yes?: true;
  json?: true;
  markdown?: true;
  draft?: string;
  force?: true;
  timeout: number;
  pause: number;
}

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
  {
    console,
    environment,
    texts: {
      probe: { report: texts },
    },
  }: CommandContext,
): Promise<void> {
  const owner = {};
  try {
    const target = await loadTarget(options.env, environment, owner);
    checkConsent(target, options);
    const { timeout, pause, json, markdown, draft, force } = options;
    // Before the requests, which another run would repeat.
    if (draft !== undefined && !force && existsSync(draft)) throw fileExists(draft, '--draft');
    const readOnly = options.readOnly === true;
    const report = await runProbes({ target, readOnly, time: machineTime, timeout, pause, texts });
    const render = json ? toJson : markdown ? toMarkdown : toText;
    console.out(render(report, texts));
    if (draft !== undefined) {
      const file = { path: draft, content: report.draft, mode: PUBLIC };
      await writeNewFiles([file], force, '--draft');
    }
    failUnlessComplete(report.outcome);
  } finally {
    releaseSecrets(owner);
  }
}

/** Everything but a declared sandbox counts as production, and so does the known production of a provider. */
function checkConsent(target: ProbeTarget, { readOnly, yes }: ProbeCommandOptions): void {
  if (readOnly === true || yes === true) return;
  if (target.environment === 'sandbox' && !isKnownProduction(target.baseUrl)) return;
  throw new CommandError((say) => say.production(pixVariables.environment.name));
}

function isKnownProduction(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return Object.values(pixProviders).some(
    ({ production }) => new URL(production.baseUrl).hostname === hostname,
  );
}

function failUnlessComplete(outcome: ProbeOutcome): void {
  const exitCode = EXIT_CODES[outcome];
  if (exitCode === undefined) return;
  const { clientId, clientSecret, tokenUrl, baseUrl, ca } = pixVariables;
  const list = (...rows: readonly { readonly name: string }[]) =>
    rows.map(({ name }) => name).join(', ');
  throw new CommandError(
    (say) =>
      outcome === 'no-token'
        ? say.noToken(list(clientId, clientSecret, tokenUrl))
        : say.noConnection(list(baseUrl, ca)),
    exitCode,
  );
}

export interface RunOptions {
  readonly target: ProbeTarget;
  /** Whether only `GET` and token requests are sent. */
  readonly readOnly: boolean;
  readonly time: ProbeTime;
  /** Time limit of a request in seconds. */
  readonly timeout: number;
  /** Pause before each request, in milliseconds. */
  readonly pause: number;
  readonly texts: ProbeTexts;
}

/** Runs all probes against a provider. Resolves to a report, whatever the provider sends. */
export async function runProbes(options: RunOptions): Promise<ProbeReport> {
  const wire = new Wire(options);
  try {
    const tour = new Tour({ ...options, wire });
    const sections: ProbeSection[] = [];
    for (const row of probes) sections.push(await runProbe(row, tour));
    return redactReport(buildReport(options, tour, sections));
  } finally {
    wire.close();
  }
}

/** Probes that need no token. */
const WITHOUT_TOKEN: ReadonlySet<string> = new Set([
  'tls',
  'token',
  'scopes',
  'headers',
  'errors',
  'clock',
]);

async function runProbe(row: Probe, tour: Tour): Promise<ProbeSection> {
  const { id } = row;
  const findings = new Map<string, ProbeFinding>();
  for (const finding of await findAll(row, tour)) findings.set(finding.text, finding);
  return { id, title: tour.texts.probes[id], findings: [...findings.values()] };
}

async function findAll(row: Probe, tour: Tour): Promise<readonly ProbeFinding[]> {
  const { notAsked, stopped } = tour.texts;
  if (row.id !== 'tls' && !tour.isConnected) return [];
  if (!WITHOUT_TOKEN.has(row.id) && !tour.hasToken) return [unknown(notAsked.noToken)];
  if (row.writes && tour.readOnly) return [note(notAsked.readOnly)];
  if (row.writes && tour.wire.isGivenUp) return [unknown(stopped)];
  const findings = await row.run(tour);
  return tour.wire.isGivenUp && findings.length === 0 ? [unknown(stopped)] : findings;
}

function buildReport(
  { target, readOnly, time }: RunOptions,
  tour: Tour,
  sections: readonly ProbeSection[],
): ProbeReport {
  const { environment, baseUrl, tokenUrl } = target;
  const facts = sections.flatMap(({ findings }) => findings.flatMap((row) => row.facts ?? []));
  return {
    version: VERSION,
    day: new Date(time.now()).toISOString().slice(0, 10),
    environment,
    readOnly,
    outcome: resolveOutcome(tour),
    baseUrl,
    ...(tokenUrl !== undefined && { tokenUrl }),
    requests: tour.wire.requests,
    sections,
    facts,
    observations: tour.observations,
    draft: writeDraft(target, facts, tour.observations),
  };
}

function resolveOutcome(tour: Tour): ProbeOutcome {
  if (!tour.isConnected) return 'no-connection';
  return tour.hasToken ? 'complete' : 'no-token';
}
