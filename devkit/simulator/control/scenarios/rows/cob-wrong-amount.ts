import type { ScenarioRow } from '../scenario.js';
import { createCob } from '../steps/charge.steps.js';
import { pay } from '../steps/payment.steps.js';

/** A payment of less than the charge. */
export const cobWrongAmount: ScenarioRow = {
  title: 'Pagamento com outro valor',
  description:
    'O Pix recebido é menor que a cobrança. A loja compara os valores antes de entregar.',
  needs: ['cob.createWithTxid', 'cob.get', 'pix.get'],
  steps: [createCob('37.00'), pay('O pagador paga 30.00', { valor: '30.00', force: true })],
};
