import { describe, expect, it } from '@jest/globals';
import type { ChargeStatus, ChargeView, PaymentRefundView } from '../../src/charges/charge.view.js';
import { findScale } from '../src/back-office/bar-chart.js';
import { describeCharge, describeStatus } from '../src/charges/charge-texts.js';
import { describeTerms } from '../src/invoices/invoice-terms.js';
import { formatClock, formatDateTime, formatMonth, today } from '../src/text/dates.js';
import { toAmount } from '../src/text/money.js';

const charge = (given: Partial<ChargeView>): ChargeView => ({
  id: '1',
  tipo: 'cob',
  status: 'PENDENTE',
  identificador: 't1',
  valor: '37.00',
  criadaEm: '2026-11-22T17:30:00Z',
  pagavelAte: null,
  pixCopiaECola: null,
  qrCode: null,
  pagamentos: [],
  devolvido: '0.00',
  tentativas: [],
  ...given,
});

const pagamentos = [
  {
    endToEndId: 'E1',
    valor: '37.00',
    horario: '2026-11-22T17:30:00Z',
    situacao: 'full' as const,
    devolvido: '0.00',
    devolucoes: [],
  },
];

describe('describeCharge()', () => {
  it('says nothing while the charge can be paid', () => {
    expect(describeCharge(charge({}), 'pedido')).toBeUndefined();
  });

  it('says when and how much was paid, in the time of Brasília, and what was given back', () => {
    const paid = charge({ status: 'PAGO', pagamentos });
    expect(describeCharge(paid, 'pedido')?.text).toBe(
      'Recebemos R$\u00a037,00 em 22/11/2026 às 14:30, horário de Brasília. Obrigado pela compra!',
    );
    expect(describeCharge({ ...paid, devolvido: '7.00' }, 'fatura')?.text).toMatch(
      /R\$\u00a07,00 foram devolvidos\.$/,
    );
    const twice = [...pagamentos, { ...pagamentos[0]!, situacao: 'duplicate' as const }];
    const text = describeCharge({ ...paid, pagamentos: twice }, 'pedido')?.text;
    expect(text).toContain('também R$\u00a037,00 a mais, e a loja vai conferir');
  });

  it('says that the bank gave it back, if the shop did not ask for it', () => {
    const refund = { id: 'MED1', valor: '37.00', pedidaEm: '2026-11-23T17:30:00Z' };
    const returned = (pedidaPor: PaymentRefundView['pedidaPor']) => {
      const devolucoes = [
        { ...refund, situacao: 'returned' as const, pedidaPor, liquidadaEm: refund.pedidaEm },
      ];
      return { devolvido: '37.00', pagamentos: [{ ...pagamentos[0]!, devolucoes }] };
    };
    const say = (status: ChargeStatus, by: PaymentRefundView['pedidaPor']) =>
      describeCharge(charge({ status, ...returned(by) }), 'pedido')?.text;
    expect(say('DEVOLVIDO', 'bank')).toMatch(/^O banco da loja devolveu/);
    expect(say('PAGO', 'bank')).toMatch(/foram devolvidos pelo banco\.$/);
    expect([say('DEVOLVIDO', 'ledger'), say('PAGO', 'ledger')].join()).not.toContain('banco');
  });

  it.each<ChargeStatus>(['NEGADO', 'CANCELADO', 'EXPIRADO', 'CANCELANDO'])(
    'does not call an invoice an order when it is %s',
    (status) => {
      const text = describeCharge(charge({ status }), 'fatura');
      expect(JSON.stringify(text)).not.toMatch(/pedido/i);
    },
  );
});

describe('describeStatus()', () => {
  it.each<[Partial<ChargeView>, string]>([
    [{ status: 'PENDENTE' }, 'Aguardando pagamento'],
    [{ tipo: 'rec', status: 'PENDENTE' }, 'Aguardando aprovação'],
    [{ tipo: 'rec', status: 'NEGADO' }, 'Recusada'],
    [{ tipo: 'cobr', status: 'PENDENTE' }, 'Agendada'],
    [
      { tipo: 'cobr', tentativas: [{ dia: '2026-11-22', status: 'EXPIRADA' }] },
      'Sem saldo na tentativa',
    ],
    [{ tipo: 'cobr', status: 'PAGO' }, 'Paga'],
  ])('of %j is %s', (given, label) => {
    expect(describeStatus(charge(given))[1]).toBe(label);
  });
});

describe('describeTerms()', () => {
  const invoice = {
    vencimento: '2026-11-30',
    ultimoDia: '2026-12-30',
    multaPercentual: '2.00',
    jurosPercentualMes: '1.50',
    descontoPercentual: '10.00',
    descontoAte: '2026-11-25',
  };

  it('names discount, fine, interest and the last day', () => {
    expect(describeTerms(invoice)).toEqual([
      'Desconto de 10% até 25/11/2026.',
      'Depois do vencimento, multa de 2%.',
      'Depois do vencimento, juros de 1,5% ao mês.',
      'Pode ser paga até 30/12/2026.',
    ]);
    expect(describeTerms(invoice, '2027-01-02').at(-1)).toMatch(
      /^O prazo terminou em 30\/12\/2026/,
    );
  });
});

describe('dates and amounts', () => {
  it('are those of Brasília', () => {
    expect(formatDateTime('2026-11-23T02:59:00Z')).toBe('22/11/2026, 23:59');
    expect(formatDateTime('2026-11-23T02:59:07Z', 'medium')).toBe('22/11/2026, 23:59:07');
    expect(today(new Date('2026-11-23T02:59:00Z'))).toBe('2026-11-22');
    expect(formatMonth('2026-11')).toBe('11/2026');
    expect([formatClock(3598), formatClock(3600)]).toEqual(['59:58', '01:00:00']);
  });

  it.each([
    ['1.234,5', '1234.50'],
    ['1234.5', '1234.50'],
    ['10', '10.00'],
    ['x', 'x'],
  ])('typed as %s are %s', (typed, amount) => {
    expect(toAmount(typed)).toBe(amount);
  });

  it.each([
    [0, 1],
    [37, 50],
    [101, 200],
    [999, 1000],
  ])('up to %d are drawn on a scale up to %d', (highest, height) => {
    expect(findScale(highest).height).toBe(height);
  });
});
