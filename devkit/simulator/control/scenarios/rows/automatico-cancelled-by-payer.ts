import type { ScenarioRow } from '../scenario.js';
import { createRec, approve, createCobR, cancelRecByPayer } from '../steps/recurrence.steps.js';

/** A recurrence that the payer cancels while a charge is open. */
export const automaticoCancelledByPayer: ScenarioRow = {
  title: 'Cancelada pelo pagador',
  description:
    'O pagador cancela a recorrência, e com ela a cobrança em aberto. A loja encerra a assinatura.',
  needs: ['rec.create', 'rec.get', 'cobr.createWithTxid', 'cobr.get'],
  steps: [createRec('49.90'), approve, createCobR('49.90'), cancelRecByPayer],
};
