import type { ScenarioRow } from '../scenario.js';
import {
  createRec,
  approve,
  createCobR,
  setFunds,
  advanceToAttempt,
  expireAttempt,
  retryOnNextBusinessDay,
  showPix,
} from '../steps/recurrence.steps.js';

/** A recurring charge that is paid by a retry. */
export const automaticoInsufficientFundsThenRetry: ScenarioRow = {
  title: 'Sem saldo, e paga na retentativa',
  description:
    'O pagador não tem saldo no vencimento. A loja solicita uma retentativa, que é paga.',
  needs: ['rec.create', 'rec.get', 'cobr.createWithTxid', 'cobr.get', 'cobr.retry', 'pix.get'],
  steps: [
    createRec('49.90'),
    approve,
    createCobR('49.90'),
    setFunds(false),
    advanceToAttempt('Chega o dia da cobrança, e o banco do pagador não encontra saldo'),
    expireAttempt,
    retryOnNextBusinessDay,
    setFunds(true),
    advanceToAttempt('Chega o dia da retentativa, e a cobrança é liquidada'),
    showPix,
  ],
};
