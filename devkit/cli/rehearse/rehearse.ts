import type { WebhookList } from '../../simulator/index.js';
import { CommandError, type CommandContext } from '../command.js';
import { redactReport, renderFinding, renderJson, type CheckStatus } from '../report.js';
import { RunningBank } from '../running-bank.js';
import type { Texts } from '../texts/en.js';
import type { RehearsalId } from '../texts/rehearse.en.js';
import { Application, type Actions } from './application.js';
import { rehearsals, type Rehearsal } from './rehearsals.js';
import { RehearsalEnd, RehearsalStage, type Observation } from './stage.js';

/** The options of `nestjs-pix rehearse`. */
export interface RehearseCommandOptions extends Actions {
  readonly bank: string;
  readonly only?: readonly string[];
  readonly wait: number;
  readonly json?: true;
}

/** The outcome of one rehearsal. */
export interface RehearsalResult {
  readonly id: RehearsalId;
  /** `skipped` without one of its commands. */
  readonly status: Extract<CheckStatus, 'ok' | 'failed' | 'skipped'>;
  /** What the application should do, in the language of the user. */
  readonly expectation: string;
  /** What it did. */
  readonly observations: readonly Observation[];
  /** The options that it lacks. */
  readonly missing: readonly string[];
}

/** The report of `nestjs-pix rehearse --json`. */
export interface RehearsalReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly total: number;
  readonly rehearsals: readonly RehearsalResult[];
}

/**
 * Lets payments go wrong at a simulated bank, and reports what the application did.
 *
 * @throws CommandError with exit code 2 after the report, if a rehearsal failed
 */
export async function rehearse(
  options: RehearseCommandOptions,
  { console, texts: { rehearse: texts, bank: bankTexts } }: CommandContext,
): Promise<void> {
  const chosen = choose(options.only, texts);
  const bank = await RunningBank.find(options.bank, bankTexts);
  const { webhooks } = await bank.get<WebhookList>('/webhooks');
  if (webhooks.length === 0) throw new CommandError(texts.noWebhook);
  const application = new Application(options, texts.seen, options.wait);
  const results: RehearsalResult[] = [];
  for (const rehearsal of chosen) {
    const stage = new RehearsalStage(bank, application, texts.seen, options.wait);
    const result = redactReport(await perform(rehearsal, stage, texts));
    results.push(result);
    if (!options.json) console.out(render(result, texts, console.terminal?.columns));
  }
  const report = summarize(results);
  const { passed, total, skipped, failed } = report;
  console.out(options.json ? renderJson(report) : `\n${texts.score(passed, total, skipped)}\n`);
  if (failed > 0) throw new CommandError('', 2);
}

/** @throws CommandError if there is no rehearsal with an id */
function choose(
  only: readonly string[] | undefined,
  texts: Texts['rehearse'],
): readonly Rehearsal[] {
  const ids = rehearsals.map(({ id }) => id as string);
  const unknown = only?.find((id) => !ids.includes(id));
  if (unknown !== undefined) throw new CommandError(texts.unknown(unknown, ids));
  return rehearsals.filter(({ id }) => only?.includes(id) !== false);
}

async function perform(
  { id, needs, perform: play }: Rehearsal,
  stage: RehearsalStage,
  texts: Texts['rehearse'],
): Promise<RehearsalResult> {
  const missing = needs.filter((action) => !stage.application.has(action));
  const result = { id, expectation: texts.expectations[id], missing: missing.map(toOption) };
  if (missing.length > 0) return { ...result, status: 'skipped', observations: [] };
  await stage.begin();
  try {
    await play(stage);
  } catch (error) {
    if (!(error instanceof RehearsalEnd)) throw error;
  } finally {
    await stage.end();
  }
  const { observations } = stage;
  const isFailed = observations.some(({ status }) => status === 'failed');
  return { ...result, status: isFailed ? 'failed' : 'ok', observations };
}

function toOption(action: string): string {
  return `--${action}`;
}

function render(
  { id, status, expectation, observations, missing }: RehearsalResult,
  texts: Texts['rehearse'],
  columns = Infinity,
): string {
  const title = missing.length > 0 ? `${id}: ${texts.missing(missing)}` : `${id}: ${expectation}`;
  const details = observations.flatMap(({ check, status: each, seen }) =>
    renderFinding({ status: each, text: `${texts.checks[check]}: ${seen}` }, '', columns - 2),
  );
  const lines = [
    ...renderFinding({ status, text: title }, '', columns),
    ...details.map((line) => `  ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}

function summarize(results: readonly RehearsalResult[]): RehearsalReport {
  const count = (status: CheckStatus) => results.filter((one) => one.status === status).length;
  return {
    passed: count('ok'),
    failed: count('failed'),
    skipped: count('skipped'),
    total: results.length,
    rehearsals: results,
  };
}
