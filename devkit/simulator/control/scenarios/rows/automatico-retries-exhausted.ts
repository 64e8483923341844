import type { ScenarioRow } from '../scenario.js';
import {
  createRec,
  approve,
  createCobR,
  setFunds,
  advanceToAttempt,
  expireAttempt,
  failedRetry,
} from '../steps/recurrence.steps.js';

/** A recurring charge that is never paid. */
export const automaticoRetriesExhausted: ScenarioRow = {
  title: 'Retentativas esgotadas',
  description:
    'O pagador segue sem saldo nas três retentativas, e a cobrança expira. A loja cobra de outra forma.',
  needs: ['rec.create', 'rec.get', 'cobr.createWithTxid', 'cobr.get', 'cobr.retry'],
  steps: [
    createRec('49.90'),
    approve,
    createCobR('49.90'),
    setFunds(false),
    advanceToAttempt('Chega o dia da cobrança, e o banco do pagador não encontra saldo'),
    expireAttempt,
    ...failedRetry('primeira'),
    ...failedRetry('segunda'),
    ...failedRetry('terceira'),
  ],
};
