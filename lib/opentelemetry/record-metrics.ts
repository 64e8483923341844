import type { Attributes } from '@opentelemetry/api';
import type { PixActivity, PixEventLabels } from '../telemetry/index.js';
import type { Instruments } from './instruments.js';
import { pixAttributes as pix } from './metric-definitions.js';
import { toAccountAttributes } from './span-descriptions.js';

type ActivityKind = PixActivity['kind'];

/** Records an activity of one kind. */
type Recorder<Kind extends ActivityKind> = (
  instruments: Instruments,
  activity: Extract<PixActivity, { kind: Kind }>,
  seconds: number,
  /** `error.type`, if there is one. */
  failure: Attributes,
) => void;

const recorders: { readonly [Kind in ActivityKind]: Recorder<Kind> } = {
  call: (instruments, { account, operation, outcome = 'unknown' }, seconds, failure) =>
    instruments.record('callDuration', seconds, {
      ...toAccountAttributes(account),
      [pix.operation]: operation,
      [pix.outcome]: outcome,
      ...failure,
    }),
  attempt: recordExchange,
  token: recordExchange,
  'read-back': (instruments, { account, operation, verdict = 'unknown' }) =>
    instruments.count('readBacks', {
      ...toAccountAttributes(account),
      [pix.operation]: operation,
      [pix.verdict]: verdict,
    }),
  delivery: (instruments, { receiver, notification, result = 'error', status = 500 }, seconds) =>
    instruments.record('deliveryDuration', seconds, {
      [pix.receiver]: receiver,
      ...(notification !== undefined && { [pix.notification]: notification }),
      [pix.outcome]: result,
      'http.response.status_code': status,
    }),
  // Counted as an event.
  enqueue: () => undefined,
  process: (instruments, { event, delay }) =>
    instruments.record('queueDelay', delay, toEventAttributes(event)),
  handler: (instruments, { event, handler }, seconds, failure) =>
    instruments.record('handlerDuration', seconds, {
      ...toEventAttributes(event),
      [pix.handler]: handler,
      ...failure,
    }),
  reconciliation: (instruments, { receiver }, seconds, failure) =>
    instruments.record('reconciliationDuration', seconds, { [pix.receiver]: receiver, ...failure }),
  ledger: (instruments, { account, operation }, seconds, failure) =>
    instruments.record('ledgerDuration', seconds, {
      [pix.account]: account,
      [pix.ledgerOperation]: operation,
      ...failure,
    }),
};

/** Records the metrics of an activity that has ended. Attributes have few values. */
export function recordMetrics(
  instruments: Instruments,
  activity: PixActivity,
  seconds: number,
  errorType: string | undefined,
): void {
  const failure = errorType === undefined ? {} : { 'error.type': errorType };
  // The compiler does not see that the recorder belongs to the kind of the activity.
  const record = recorders[activity.kind] as Recorder<ActivityKind>;
  record(instruments, activity, seconds, failure);
}

function recordExchange(
  instruments: Instruments,
  activity: Extract<PixActivity, { kind: 'attempt' | 'token' }>,
  seconds: number,
  failure: Attributes,
): void {
  const { kind, account, operation, number, status } = activity;
  const common = {
    ...toAccountAttributes(account),
    ...(status !== undefined && { 'http.response.status_code': status }),
    ...failure,
  };
  if (kind === 'token') instruments.record('tokenDuration', seconds, common);
  else {
    const own = { [pix.operation]: operation, [pix.repeat]: number > 1 };
    instruments.record('attemptDuration', seconds, { ...common, ...own });
  }
}

/** Without identifiers, which have as many values as there are payments. */
function toEventAttributes({ receiver, type }: PixEventLabels): Attributes {
  return { [pix.receiver]: receiver, [pix.eventType]: type };
}
