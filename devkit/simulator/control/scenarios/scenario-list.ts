import { automaticoCancelledByPayer } from './rows/automatico-cancelled-by-payer.js';
import { automaticoInsufficientFundsThenRetry } from './rows/automatico-insufficient-funds-then-retry.js';
import { automaticoRecurrenceRefused } from './rows/automatico-recurrence-refused.js';
import { automaticoRetriesExhausted } from './rows/automatico-retries-exhausted.js';
import { bankCertificateExpired } from './rows/bank-certificate-expired.js';
import { bankDownForAnHour } from './rows/bank-down-for-an-hour.js';
import { cobPaidTwice } from './rows/cob-paid-twice.js';
import { cobWrongAmount } from './rows/cob-wrong-amount.js';
import { cobvLateWithInterest } from './rows/cobv-late-with-interest.js';
import { refundPartial } from './rows/refund-partial.js';
import { refundRefused } from './rows/refund-refused.js';
import { webhookBeforeRead } from './rows/webhook-before-read.js';
import { webhookLost } from './rows/webhook-lost.js';
import type { ScenarioId } from './scenario-id.js';
import type { Scenario, ScenarioRow } from './scenario.js';

/** The scenarios by id, in the order of the list. */
const rows: Readonly<Record<ScenarioId, ScenarioRow>> = {
  'cob/paid-twice': cobPaidTwice,
  'cob/wrong-amount': cobWrongAmount,
  'cobv/late-with-interest': cobvLateWithInterest,
  'refund/partial': refundPartial,
  'refund/refused': refundRefused,
  'webhook/lost': webhookLost,
  'webhook/before-read': webhookBeforeRead,
  'bank/down-for-an-hour': bankDownForAnHour,
  'bank/certificate-expired': bankCertificateExpired,
  'pix-automatico/insufficient-funds-then-retry': automaticoInsufficientFundsThenRetry,
  'pix-automatico/retries-exhausted': automaticoRetriesExhausted,
  'pix-automatico/recurrence-refused': automaticoRecurrenceRefused,
  'pix-automatico/cancelled-by-payer': automaticoCancelledByPayer,
};

/** All scenarios. */
export const scenarios: readonly Scenario[] = Object.entries(rows).map(([id, row]) => ({
  id: id as ScenarioId,
  ...row,
}));
