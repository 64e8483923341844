import type { ScenarioRow } from '../scenario.js';
import { createCob } from '../steps/charge.steps.js';
import { pay } from '../steps/payment.steps.js';

/** A charge that the payer pays a second time. */
export const cobPaidTwice: ScenarioRow = {
  title: 'Cobrança paga duas vezes',
  description: 'Dois Pix chegam com o mesmo txid. A loja entrega uma vez e devolve o segundo.',
  needs: ['cob.createWithTxid', 'cob.get', 'pix.get'],
  steps: [
    createCob('37.00'),
    pay(),
    pay('O pagador paga a mesma cobrança outra vez', { force: true }),
  ],
};
