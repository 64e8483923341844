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

/** All scenarios. */
export const scenarios = [
  cobPaidTwice,
  cobWrongAmount,
  cobvLateWithInterest,
  refundPartial,
  refundRefused,
  webhookLost,
  webhookBeforeRead,
  bankDownForAnHour,
  bankCertificateExpired,
  automaticoInsufficientFundsThenRetry,
  automaticoRetriesExhausted,
  automaticoRecurrenceRefused,
  automaticoCancelledByPayer,
] as const;

/** Id of a scenario: `cob/paid-twice`. */
export type ScenarioId = (typeof scenarios)[number]['id'];
