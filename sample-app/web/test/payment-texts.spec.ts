import { describe, expect, it } from '@jest/globals';
import type { RefundView } from '../../src/refunds/refund.view.js';
import { describeRefund } from '../src/admin-payments/payment-texts.js';

const PEDIDA_EM = '2026-11-22T17:30:00.000Z';

describe('text about the refunds of a payment', () => {
  const refunds = (...statuses: RefundView['status'][]): RefundView[] =>
    statuses.map((status, index) => ({
      id: `D${index}`,
      valor: '10.00',
      status,
      erro: null,
      pedidaEm: PEDIDA_EM,
      concluidaEm: null,
    }));

  it.each([
    ['27.00', null, refunds('DEVOLVIDA'), 'Devolvido em parte', 'neutral'],
    ['27.00', 'ABERTA', refunds('DEVOLVIDA'), 'Devolvido em parte', 'bad'],
    ['0.00', null, refunds('DEVOLVIDA', 'DEVOLVIDA'), 'Devolvido', 'neutral'],
    ['0.00', null, refunds('DEVOLVIDA', 'DEVOLVENDO'), 'Devolvendo', 'waiting'],
    ['37.00', null, refunds('NAO_REALIZADA'), 'Devolução falhou', 'bad'],
    ['37.00', 'ABERTA', [], 'Para conferir', 'bad'],
  ] as const)('with %s left and the task %s', (restante, tarefa, devolucoes, text, tone) => {
    expect(describeRefund({ restante, tarefa, devolucoes: [...devolucoes] })).toEqual({
      text,
      tone,
    });
  });

  it('is absent for a payment without refunds and without a task', () => {
    expect(describeRefund({ restante: '37.00', tarefa: null, devolucoes: [] })).toBeUndefined();
  });
});
