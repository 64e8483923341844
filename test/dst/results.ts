import type { PixAPIException } from '../../lib/index.js';
import { failureKind } from '../../lib/transport/index.js';
import type { BankState, Effect } from './bank.js';
import type { Call } from './calls.js';
import { isSettleable, truthOf } from './truth.js';
import type { World } from './world.js';

/** How long after the last fault a call must have had, for its outcome to have to be known, in milliseconds. */
const ENOUGH = 40_000;

/** Every result is true when it is given. */
export function* resultOf({ bank, plan }: World, call: Call, state: BankState): Generator<string> {
  const effects = effectsOf(bank.effects, call);
  const { outcome, subject, began, deadlineMs, error } = call;
  if (outcome === 'failed') yield* falseFailure(call, effects);
  if (outcome === 'ok') {
    const problem = truthOf(call, effects, { bank, state });
    if (problem !== undefined) yield `${nameOf(call)} succeeded, but ${problem}.`;
  }
  const hadTime = began + deadlineMs > plan.healsAt + ENOUGH;
  // A client that had two tokens refused within seconds does not ask for a third one at once.
  const patient = plan.plague.passing && !bank.unauthorized.has(call.id);
  const status = (error as { status?: number } | undefined)?.status ?? 0;
  const refused = status === 400 || status === 404 || status === 422;
  if (outcome === 'unknown' && patient && hadTime && isSettleable(subject) && !refused) {
    yield `${nameOf(call)} stayed unknown although the network healed in time (${error?.message ?? ''}).`;
  }
}

/** Troubles that pass, after which a client that repeats comes to an end. */
const PASSING =
  /^(?:reset|hang|refused|connect-timeout|bank (?:down|50[0-4])|gateway \w+ (?:50[0-4]|52\d|408|425|200)|gateway before 429 problem( [012])?$)/;

/** One passing trouble alone fails no call that can be repeated or settled: a stale connection never, others with repeats. */
export function* fragile(world: World, call: Call): Generator<string> {
  const { plan, tokenTroubles, bank } = world;
  const { outcome, subject, process, began, ended = 0, deadlineMs, error } = call;
  if (outcome === 'ok' || process.pausedMs > 0) return;
  // A token store that never answers may have taken most of the time.
  if (ended - began > deadlineMs / 2) return;
  const [trouble = '', ...others] = world.troubles.get(call.id) ?? [];
  if (others.length > 0 || tokenTroubles.get(process.name)?.some((at) => at <= ended)) return;
  if (!isSettleable(subject) && subject.operation !== 'read') return;
  // Nothing at all, or the one failure that a client repeats whatever its settings.
  const stale = trouble === '' || trouble === 'reset before true';
  const { retry } = plan.client;
  const repeats = retry !== false && retry.attempts >= 2 && deadlineMs >= 20_000;
  if (!stale && !(repeats && PASSING.test(trouble))) return;
  // What was paid or removed meanwhile cannot be changed any more.
  const isOver = bank.chargeOf(subject.id)?.status !== 'ATIVA';
  if (outcome === 'failed' && isOver && subject.operation.startsWith('cob')) return;
  if (isClosed(error)) return;
  yield `${nameOf(call)} failed although nothing went wrong${trouble && ` but: ${trouble}`} (${error?.message ?? ''}).`;
}

/** A call that began when its client was closing, and was refused. */
function isClosed(error: Error | undefined): boolean {
  return failureKind(error) === 'closed' && !(error as PixAPIException).resultUnknown;
}

/** What was told stays true: a failed call has no effect later, and what succeeded outlives crashes. */
export function* lasting({ bank }: World, call: Call, state: BankState): Generator<string> {
  if (call.outcome === 'failed') yield* falseFailure(call, effectsOf(bank.effects, call));
  if (call.outcome !== 'ok') return;
  const { operation, id } = call.subject;
  const charge = state.cobs.get(id) ?? state.cobvs.get(id);
  if (operation.endsWith('createWithTxid') && charge === undefined) {
    yield `${nameOf(call)} succeeded, and the charge is gone.`;
  }
  if (operation.endsWith('cancel') && charge?.conteudo.status !== REMOVED) {
    yield `${nameOf(call)} succeeded, and the charge is ${charge?.conteudo.status ?? 'gone'}.`;
  }
}

const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

function* falseFailure(call: Call, effects: readonly Effect[]): Generator<string> {
  const [effect] = effects;
  if (effect === undefined) return;
  yield `${nameOf(call)} failed for certain, but took effect at ${effect.at} (${call.error?.name ?? ''}: ${
    call.error?.message.slice(0, 120) ?? ''
  }).`;
}

/** What a call did at the bank. */
export function effectsOf(effects: readonly Effect[], { id }: Call): Effect[] {
  return effects.filter(({ call }) => call === id);
}

/** A call as violations name it. */
export function nameOf({ id, subject }: Call): string {
  return `Call ${id} (${subject.operation} ${subject.id})`;
}
