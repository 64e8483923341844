import type { ScenarioRow } from '../scenario.js';
import { createCobV } from '../steps/charge.steps.js';
import { advancePastDue } from '../steps/clock.steps.js';
import { pay } from '../steps/payment.steps.js';

/** A due-date charge that is paid after its due date. */
export const cobvLateWithInterest: ScenarioRow = {
  title: 'Cobrança com vencimento paga com atraso',
  description:
    'A cobrança vence sem pagamento e depois é paga com multa e juros. O valor do Pix é maior que o original.',
  needs: ['cobv.createWithTxid', 'cobv.get', 'pix.get'],
  steps: [
    createCobV('100.00', { multa: '2.00', juros: '1.00' }),
    advancePastDue(10),
    pay('O pagador paga com multa e juros'),
  ],
};
