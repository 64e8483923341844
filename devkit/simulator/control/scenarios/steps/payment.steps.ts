import type { PayOptions } from '../../../domain/payment/pay.options.js';
import type { RefundOutcome } from '../../../domain/payment/refund.js';
import type { ScenarioRun } from '../scenario-run.js';
import type { ScenarioStep } from '../scenario.js';

/** The payer pays the latest charge. */
export function pay(text = 'O pagador paga a cobrança', options: PayOptions = {}): ScenarioStep {
  return { text, perform: (run) => payLast(run, options) };
}

/** Pays the latest charge and returns the `endToEndId`. */
export async function payLast(run: ScenarioRun, options: PayOptions = {}): Promise<string> {
  const { endToEndId } = await run.payers.pay(run.last('cob', 'cobv'), options);
  run.addCreated({ kind: 'pix', id: endToEndId });
  return endToEndId;
}

/** The receiver requests a refund of the latest Pix. @param valor decimal text */
export function requestRefund(valor: string): ScenarioStep {
  return {
    text: `A loja solicita a devolução de ${valor}`,
    perform: async (run) => {
      const endToEndId = run.last('pix');
      const id = `cenario${run.count('devolucao') + 1}`;
      const params = { e2eid: endToEndId, id };
      await run.call('pix.refund', { params, body: { valor } });
      run.addCreated({ kind: 'devolucao', id, endToEndId });
    },
  };
}

/** The bank ends the latest refund. */
export function settleRefund(text: string, outcome: RefundOutcome = {}): ScenarioStep {
  return {
    text,
    perform: (run) => run.payers.settleRefund(run.last('pix'), run.last('devolucao'), outcome),
  };
}
