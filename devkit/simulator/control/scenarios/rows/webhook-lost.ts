import type { ScenarioRow } from '../scenario.js';
import { createCob } from '../steps/charge.steps.js';
import { addFaults } from '../steps/fault.steps.js';
import { pay } from '../steps/payment.steps.js';

/** A payment whose notification never arrives. */
export const webhookLost: ScenarioRow = {
  title: 'Webhook perdido',
  description:
    'A notificação do pagamento nunca chega. A loja descobre o Pix ao conciliar com GET /pix.',
  needs: ['webhook', 'cob.createWithTxid', 'cob.get', 'pix.get'],
  steps: [
    createCob('37.00'),
    addFaults('O banco perde a próxima notificação de Pix', { kind: 'lose', on: 'delivery:pix' }),
    pay(),
  ],
};
