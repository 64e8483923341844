import type { ScenarioRow } from '../scenario.js';
import { createRec, requestConfirmation, rejectConfirmation } from '../steps/recurrence.steps.js';

/** A recurrence that the payer rejects. */
export const automaticoRecurrenceRefused: ScenarioRow = {
  title: 'Recorrência recusada',
  description: 'O pagador recusa o pedido de confirmação. A loja oferece outra forma de pagamento.',
  needs: ['rec.create', 'rec.get', 'solicrec.create', 'solicrec.get'],
  steps: [createRec('49.90'), requestConfirmation, rejectConfirmation],
};
