import { describe, expect, it } from '@jest/globals';
import { ORDER_STATUSES } from '../../src/database/schema.js';
import { isOpen as isOpenAtServer } from '../../src/transitions/order-status.js';
import { describeOverdue, describeStatus, describeTerms } from '../src/invoices/invoice-texts.js';
import { describeOrder, isOpen } from '../src/orders/order-texts.js';
import { formatClock, formatDate, formatMoment } from '../src/text/dates.js';

const PAID_AT = '2026-11-22T17:30:00.000Z';

describe('text about an order', () => {
  it.each(ORDER_STATUSES.filter((status) => status !== 'PENDENTE'))('exists for %s', (status) => {
    const text = describeOrder({ status, valor: '37.00', pagoEm: null });
    for (const part of [text?.title, text?.status, text?.text]) expect(part).toMatch(/\S/);
    // Only a paid order looks like one.
    expect(text?.tone === 'good').toBe(status === 'PAGO');
  });

  it('is absent while the order can be paid', () => {
    expect(describeOrder({ status: 'PENDENTE', valor: '37.00', pagoEm: null })).toBeUndefined();
  });

  it('names the amount and the time of a payment', () => {
    const text = describeOrder({ status: 'PAGO', valor: '1037.00', pagoEm: PAID_AT })?.text;
    expect(text).toBe(
      `Recebemos R$\u00a01.037,00 em ${formatMoment(PAID_AT)}. Obrigado pela compra!`,
    );
  });

  it('treats the same statuses as open as the server', () => {
    for (const status of ORDER_STATUSES) expect(isOpen(status)).toBe(isOpenAtServer(status));
  });
});

describe('terms of an invoice', () => {
  const terms = {
    vencimento: '2026-12-31',
    diasAposVencimento: 4,
    descontoPercentual: '5.00',
    descontoAte: '2026-12-20',
    multaPercentual: '2.50',
    jurosPercentualMes: '1.00',
  };

  it.each([undefined, '2026-12-01', '2027-01-04'])('say until when it can be paid on %s', (day) => {
    expect(describeTerms(terms, day)).toEqual([
      'Desconto de 5% até 20/12/2026.',
      'Depois do vencimento, multa de 2,5%.',
      'Depois do vencimento, juros de 1% ao mês.',
      'Pode ser paga até 4 dias depois do vencimento.',
    ]);
  });

  it('say that the time has ended, which the bank may extend to its next working day', () => {
    expect(describeTerms(terms, '2027-01-05').at(-1)).toBe(
      'O prazo terminou em 04/01/2027 ou no dia útil seguinte. Se o seu banco recusar o pagamento, fale com a loja.',
    );
    expect(describeTerms({ ...terms, diasAposVencimento: 0 }, '2027-01-01').at(-1)).toContain(
      'O prazo terminou em 31/12/2026',
    );
    expect(describeTerms({ ...terms, diasAposVencimento: 0 }).at(-1)).toBe(
      'Não pode ser paga depois do vencimento.',
    );
  });
});

describe('dates', () => {
  it('formats a calendar date without a time zone', () => {
    expect(formatDate('2026-11-30')).toBe('30/11/2026');
  });

  it.each([
    [0, '00:00'],
    [59, '00:59'],
    [3599, '59:59'],
    [3600, '01:00:00'],
    [90_061, '25:01:01'],
  ])('formats %d seconds as a clock', (seconds, text) => {
    expect(formatClock(seconds)).toBe(text);
  });
});

describe('status of an invoice in the back office', () => {
  const row = { status: 'PENDENTE', ultimoDia: '2027-01-04', expiraNoDia: '2027-01-15' } as const;

  it('is open until its last day', () => {
    expect(describeStatus({ ...row, prazoAcabou: false })).toEqual(['waiting', 'Em aberto']);
    expect(describeOverdue({ ...row, prazoAcabou: false })).toBeUndefined();
  });

  it('is no longer open afterwards, and says until when a payment can be found', () => {
    expect(describeStatus({ ...row, prazoAcabou: true })).toEqual(['waiting', 'Fim do prazo']);
    expect(describeOverdue({ ...row, prazoAcabou: true })).toBe(
      'O prazo terminou em 04/01/2027 ou no dia útil seguinte. A fatura expira em 15/01/2027, se o banco não mostrar um pagamento.',
    );
  });
});
