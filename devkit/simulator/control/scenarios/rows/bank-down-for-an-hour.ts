import { HOUR_MS } from 'nestjs-pix/internal';
import type { ScenarioRow } from '../scenario.js';
import { createCob } from '../steps/charge.steps.js';
import { addFaults, endFaultsAfter } from '../steps/fault.steps.js';
import { pay } from '../steps/payment.steps.js';

/** A bank that refuses all requests for an hour. */
export const bankDownForAnHour: ScenarioRow = {
  title: 'Banco fora do ar por uma hora',
  description:
    'A API e o servidor de tokens respondem 503, e as notificações atrasam uma hora. Um pagador paga nesse tempo. Avance o relógio para encerrar.',
  needs: ['cob.createWithTxid', 'cob.get', 'pix.get'],
  steps: [
    createCob('37.00'),
    addFaults(
      'A API e o servidor de tokens passam a responder 503, e as notificações atrasam uma hora',
      { kind: 'status', status: 503, on: ['api', 'token'], count: 'always' },
      { kind: 'delay', ms: HOUR_MS, on: 'delivery', count: 'always' },
    ),
    pay('O pagador paga enquanto a API está fora do ar'),
    endFaultsAfter('O banco volta em uma hora do relógio do simulador', 1),
  ],
};
