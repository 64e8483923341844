import type { ScenarioRow } from '../scenario.js';
import { createCob } from '../steps/charge.steps.js';
import { pay, requestRefund, settleRefund } from '../steps/payment.steps.js';

/** A refund that the bank cannot execute. */
export const refundRefused: ScenarioRow = {
  title: 'Devolução não realizada',
  description:
    'O banco aceita a devolução e depois não a realiza. A loja não a trata como concluída.',
  needs: ['cob.createWithTxid', 'cob.get', 'pix.get', 'pix.refund', 'pix.getRefund'],
  steps: [
    createCob('37.00'),
    pay(),
    requestRefund('37.00'),
    settleRefund('O banco não realiza a devolução', {
      status: 'NAO_REALIZADO',
      motivo: 'Conta de destino encerrada',
    }),
  ],
};
