import type { ScenarioRow } from '../scenario.js';
import { createCob } from '../steps/charge.steps.js';
import { pay, requestRefund, settleRefund } from '../steps/payment.steps.js';

/** Several refunds of one payment. */
export const refundPartial: ScenarioRow = {
  title: 'Devoluções parciais',
  description:
    'O Pix é devolvido em duas partes. A loja soma as devoluções para saber quanto resta.',
  needs: ['cob.createWithTxid', 'cob.get', 'pix.get', 'pix.refund', 'pix.getRefund'],
  steps: [
    createCob('100.00'),
    pay(),
    requestRefund('30.00'),
    settleRefund('O banco devolve 30.00'),
    requestRefund('20.00'),
    settleRefund('O banco devolve 20.00'),
  ],
};
