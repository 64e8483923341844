import { isPixConflitoException, type PixAPIException } from '../../lib/index.js';
import { failureKind } from '../../lib/transport/index.js';
import type { Bank, BankState, Effect } from './bank.js';
import type { Call } from './calls.js';
import { checkSuccess, isHidden, isSettleable } from './check-outcomes.js';
import type { Simulation } from './simulation.js';

/** Time after the last fault that a call needs before an unknown outcome counts as a violation, in milliseconds. */
const ENOUGH = 40_000;

/** Checks that a result is true when the call ends. */
export function* checkResult(
  simulation: Simulation,
  call: Call,
  state: BankState,
): Generator<string> {
  const { bank, plan } = simulation;
  const effects = findEffects(bank.effects, call);
  const { outcome, subject, began, deadlineMs, error } = call;
  if (outcome === 'failed') yield* falseFailure(bank, call, effects);
  if (outcome === 'ok') {
    const problem = checkSuccess(call, effects, { bank, state });
    if (problem !== undefined) yield `${describeCall(call)} succeeded, but ${problem}.`;
  }
  const hadTime = began + deadlineMs > plan.faultsEndAt + ENOUGH;
  // A client whose two last tokens were refused within seconds does not request a third one at once.
  const mayRepeat = plan.faultSettings.passing && !bank.unauthorized.has(call.id);
  const status = (error as { status?: number } | undefined)?.status ?? 0;
  // A refusal decides nothing while an earlier attempt may still arrive, unless one has had an effect.
  const refused =
    effects.length === 0 && status >= 400 && status < 500 && ![408, 425, 429, 499].includes(status);
  const isSettled = isSettleable(subject) && !isHidden(subject, plan.hostile);
  if (outcome !== 'unknown' || !isSettled || refused || isContested(simulation, call)) return;
  if (effects[0] && isOverwritten(bank, call, effects[0])) return;
  if (mayRepeat && hadTime) {
    yield `${describeCall(call)} stayed unknown although the faults ended in time (${error?.message ?? ''}).`;
  }
}

/**
 * Whether sending a change again could undo that of another writer, as far as its process knows: another process has
 * written the charge, or the process has never received the charge that it changes.
 */
function isContested({ calls }: Simulation, { subject, process }: Call): boolean {
  const isRevision = subject.operation.endsWith('.revise');
  if (!isRevision && !subject.operation.endsWith('.createWithTxid')) return false;
  const same = calls.filter((other) => other.subject.id === subject.id);
  const isKnown = same.some((other) => other.process === process && other.outcome === 'ok');
  return (
    (isRevision && !isKnown) ||
    same.some((other) => other.process !== process && other.subject.operation !== 'read')
  );
}

/** `readLag` of the profile. */
const READ_LAG_MS = 5_000;

/** Transient faults, after which a client that repeats succeeds. */
const PASSING =
  /^(?:reset|hang|refused|connect-timeout|bank (?:down|50[0-4])|gateway \w+ (?:50[0-4]|52\d|408|425|200)|gateway before 429 problem( [012])?$)/;

/** Checks that a call with one transient fault succeeds: always after a stale connection, otherwise with repeats. */
export function* checkResilience(simulation: Simulation, call: Call): Generator<string> {
  const { plan, tokenFaults, bank } = simulation;
  const { outcome, subject, process, began, ended = 0, deadlineMs, error } = call;
  if (outcome === 'ok' || process.pausedMs > 0) return;
  // A token store that does not respond may have used most of the time.
  if (ended - began > deadlineMs / 2) return;
  const [fault = '', ...others] = simulation.faults.get(call.id) ?? [];
  if (others.length > 0 || tokenFaults.get(process.name)?.some((at) => at <= ended)) return;
  if (!isSettleable(subject) && subject.operation !== 'read') return;
  if (isHidden(subject, plan.hostile) || isConflictWithEnded(bank, call)) return;
  // No fault, or the one failure that a client repeats with any settings.
  const stale = fault === '' || fault === 'reset before true';
  const { retry } = plan.client;
  const repeats = retry !== false && retry.attempts >= 2 && deadlineMs >= 20_000;
  if (!stale && !(repeats && PASSING.test(fault))) return;
  // A change is written again only after a read that no replica can delay, which may come after the deadline.
  const isRevision = subject.operation.endsWith('.revise');
  if (isRevision && outcome === 'unknown' && fault !== '' && deadlineMs <= READ_LAG_MS) return;
  // A charge that was paid or removed in the meantime cannot be changed, nor one be retried that has a pending attempt.
  const isOpen = OPEN.has(bank.findCharge(subject.id)?.status ?? '');
  if (outcome === 'failed' && !isOpen && subject.operation.startsWith('cob')) return;
  if (isClosed(error)) return;
  yield `${describeCall(call)} failed although nothing went wrong${fault && ` but: ${fault}`} (${error?.message ?? ''}).`;
}

const OPEN: ReadonlySet<string> = new Set(['ATIVA', 'CRIADA']);

/** Whether a call was refused because its client was closing. */
function isClosed(error: Error | undefined): boolean {
  return failureKind(error) === 'closed' && !(error as PixAPIException).resultUnknown;
}

/** Checks that a result stays true: a failed call has no effect later, and a success outlives crashes. */
export function* checkDurability({ bank }: Simulation, call: Call): Generator<string> {
  if (call.outcome === 'failed') yield* falseFailure(bank, call, findEffects(bank.effects, call));
  if (call.outcome !== 'ok') return;
  const { operation, id } = call.subject;
  const created = operation.endsWith('createWithTxid') ? [id] : listBatch(call);
  for (const txid of created) {
    if (bank.findCharge(txid) === undefined) {
      yield `${describeCall(call)} succeeded, and the charge ${txid} is gone.`;
    }
  }
  const { status = 'gone' } = bank.findCharge(id) ?? {};
  if (operation.endsWith('cancel') && !CANCELLED.has(status)) {
    yield `${describeCall(call)} succeeded, and the charge is ${status}.`;
  }
}

const CANCELLED: ReadonlySet<string> = new Set(['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'CANCELADA']);

function listBatch({ subject: { operation, body } }: Call): string[] {
  if (operation !== 'lotecobv.create') return [];
  return (body as { cobsv: { txid: string }[] }).cobsv.map(({ txid }) => txid);
}

function* falseFailure(bank: Bank, call: Call, effects: readonly Effect[]): Generator<string> {
  const [effect] = effects;
  if (effect === undefined || isConflictWithEnded(bank, call)) return;
  if (isOverwritten(bank, call, effect)) return;
  yield `${describeCall(call)} failed for certain, but took effect at ${effect.at} (${call.error?.name ?? ''}: ${
    call.error?.message.slice(0, 120) ?? ''
  }).`;
}

/** Whether another call has changed the webhook before the end. It has no revisions that show the effect. */
function isOverwritten({ effects }: Bank, { id, subject, ended = 0 }: Call, own: Effect): boolean {
  const [, path] = own.request.split(' ');
  const later = effects.filter(({ call, at }) => call !== id && at >= own.at && at <= ended);
  return (
    subject.operation.startsWith('webhook') &&
    later.some(({ request }) => request.endsWith(` ${path}`))
  );
}

/** Whether the error says truly that the bank has the record, and that it will never be paid. */
function isConflictWithEnded(bank: Bank, { subject, error }: Call): boolean {
  if (!isPixConflitoException(error)) return false;
  const [id = '', part] = subject.id.split('/');
  const refund = bank.core?.state.pix.get(id)?.devolucoes.find((one) => one.id === part);
  const charge = bank.findCharge(id);
  const attempt = charge?.tentativas?.find(({ dataLiquidacao }) => dataLiquidacao === part);
  const { status = '' } = refund ?? attempt ?? charge ?? {};
  return status === error.recordStatus && ENDED.has(status);
}

const ENDED: ReadonlySet<string> = new Set([
  ...CANCELLED,
  'REMOVIDA_PELO_PSP',
  'REJEITADA',
  'EXPIRADA',
  'NAO_REALIZADO',
]);

/** Returns the effects of a call at the bank. */
export function findEffects(effects: readonly Effect[], { id }: Call): Effect[] {
  return effects.filter(({ call }) => call === id);
}

/** Describes a call in a violation. */
export function describeCall({ id, subject }: Call): string {
  return `Call ${id} (${subject.operation} ${subject.id})`;
}
