import { VERSION } from 'nestjs-pix/internal';
import { redactReport } from '../redact-report.js';
import { writeDraft } from './draft.js';
import { note, unknown } from './model/findings.js';
import type { Fact, Finding, ProbeOutcome, ProbeReport, ProbeSection } from './model/report.js';
import type { ProbeTarget } from './model/target.js';
import type { Probe } from './probe.js';
import { probes } from './probes/probes.js';
import { Tour } from './tour.js';
import { Wire, type ProbeTime } from './wire/wire.js';

export interface RunOptions {
  readonly target: ProbeTarget;
  /** Whether only `GET` and token requests are sent. */
  readonly readOnly: boolean;
  readonly time: ProbeTime;
  /** Time limit of a request in seconds. */
  readonly timeout: number;
  /** Pause before each request, in milliseconds. */
  readonly pause: number;
}

/** Runs all probes against a provider. Resolves to a report, whatever the provider sends. */
export async function runProbes(options: RunOptions): Promise<ProbeReport> {
  const { target, time, timeout, pause, readOnly } = options;
  const wire = new Wire({ target, time, timeout, pause });
  try {
    const tour = new Tour(target, wire, time, readOnly);
    const sections: ProbeSection[] = [];
    for (const probe of probes) sections.push(await runProbe(probe, tour));
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

async function runProbe(probe: Probe, tour: Tour): Promise<ProbeSection> {
  const { id, title } = probe;
  const findings = new Map<string, Finding>();
  for (const finding of await findAll(probe, tour)) findings.set(finding.text.en, finding);
  return { id, title, findings: [...findings.values()] };
}

async function findAll(probe: Probe, tour: Tour): Promise<readonly Finding[]> {
  if (probe.id !== 'tls' && !tour.isConnected) return [];
  if (!WITHOUT_TOKEN.has(probe.id) && !tour.hasToken) {
    return [unknown('não consultado: não há token', 'not asked: there is no token')];
  }
  if (probe.writes && tour.readOnly) {
    return [note('não consultado: --read-only', 'not asked: --read-only')];
  }
  if (probe.writes && tour.wire.isGivenUp) return [describeSilence()];
  const findings = await probe.run(tour);
  return tour.wire.isGivenUp && findings.length === 0 ? [describeSilence()] : findings;
}

function describeSilence(): Finding {
  return unknown('o banco deixou de responder', 'the bank stopped responding');
}

function buildReport(
  { target, readOnly, time }: RunOptions,
  tour: Tour,
  sections: readonly ProbeSection[],
): ProbeReport {
  const { environment, baseUrl, tokenUrl } = target;
  const facts = sections.flatMap(({ findings }) => findings.flatMap(listFacts));
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

function listFacts({ facts = [] }: Finding): readonly Fact[] {
  return facts;
}

function resolveOutcome(tour: Tour): ProbeOutcome {
  if (!tour.isConnected) return 'no-connection';
  return tour.hasToken ? 'complete' : 'no-token';
}
