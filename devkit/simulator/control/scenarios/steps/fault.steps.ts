import { HOUR_MS } from 'nestjs-pix/internal';
import type { FaultRule } from '../../../faults/fault.js';
import type { ScenarioStep } from '../scenario.js';
import { payLast } from './payment.steps.js';

/** The bank gets fault rules. */
export function addFaults(text: string, ...rules: readonly FaultRule[]): ScenarioStep {
  return {
    text,
    perform: (run) => {
      for (const rule of rules) run.addFault(rule);
    },
  };
}

/** The bank removes the fault rules of the scenario later. @param hours by the simulator's clock */
export function endFaultsAfter(text: string, hours: number): ScenarioStep {
  return {
    text,
    perform: (run) => {
      run.endFaultsAfter(hours * HOUR_MS);
    },
  };
}

/** The payer pays the latest charge. The first read of the Pix and of the charge show the state before it. */
export const payBeforeReads: ScenarioStep = {
  text: 'O pagador paga, e o banco notifica antes de as consultas mostrarem o Pix',
  perform: async (run) => {
    const txid = run.last('cob');
    const body = await run.call('cob.get', { params: { txid } });
    const e2eid = await payLast(run);
    run.addFault({ kind: 'status', status: 404, on: 'pix.get', params: { e2eid } });
    run.addFault({ kind: 'status', status: 200, body, on: 'cob.get', params: { txid } });
  },
};
