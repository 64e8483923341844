import { describe, expect, it } from '@jest/globals';
import type { PixCharge, PixLedgerPayment, PixLedgerRefund } from 'nestjs-pix/ledger';
import { findStatus, sum, toChargeView } from '../src/charges/charge.view.js';

const A = 'E0000000000000000000000000000000a';
const B = 'E0000000000000000000000000000000b';

const at = new Date('2026-11-22T17:30:00Z');

const payment = (
  meaning: PixLedgerPayment['meaning'],
  endToEndId = A,
  valor = '37.00',
): PixLedgerPayment => ({ endToEndId, charge: '1', valor, horario: at, meaning });

const refund = (
  state: PixLedgerRefund['state'],
  valor = '37.00',
  endToEndId = A,
): PixLedgerRefund => ({
  endToEndId,
  refundId: 'r',
  valor,
  state,
  madeBy: 'ledger',
  askedAt: at,
  settledAt: undefined,
});

const charge = (given: Partial<PixCharge>): PixCharge => ({
  id: '1',
  account: 'default',
  kind: 'cob',
  identifier: 't1',
  state: 'open',
  valor: '37.00',
  pixCopiaECola: '000201',
  status: 'ATIVA',
  revisao: 0,
  tentativas: undefined,
  payableUntil: at,
  payments: [],
  refunds: [],
  createdAt: at,
  changedAt: at,
  ...given,
});

describe('findStatus()', () => {
  it.each<[string, Partial<PixCharge>]>([
    ['CRIANDO', { state: 'opening' }],
    ['PENDENTE', { kind: 'rec', status: 'CRIADA' }],
    ['ATIVA', { kind: 'rec', status: 'APROVADA' }],
    ['PENDENTE', { status: 'APROVADA' }],
    ['EXPIRADO', { kind: 'rec', state: 'expired', status: 'APROVADA' }],
    ['PAGO', { state: 'paid', payments: [payment('full')] }],
    ['PAGO', { state: 'paid', payments: [payment('full')], refunds: [refund('failed')] }],
    ['PAGO', { state: 'paid', payments: [payment('full')], refunds: [refund('returned', '7.00')] }],
    ['DEVOLVENDO', { state: 'paid', payments: [payment('full')], refunds: [refund('asked')] }],
    ['DEVOLVIDO', { state: 'paid', payments: [payment('full')], refunds: [refund('returned')] }],
    ['EM_ANALISE', { state: 'expired', payments: [payment('late')] }],
    ['EM_ANALISE', { state: 'open', payments: [payment(undefined)] }],
    ['DEVOLVIDO', { state: 'expired', payments: [payment('late')], refunds: [refund('returned')] }],
    ['CANCELANDO', { state: 'cancelling' }],
    ['CANCELADO', { state: 'cancelled' }],
    ['EXPIRADO', { state: 'expired' }],
    ['NEGADO', { state: 'refused' }],
  ])('is %s for %j', (status, given) => {
    expect(findStatus(charge(given))).toBe(status);
  });

  it('is DEVOLVENDO while one of two late payments is given back', () => {
    const payments = [payment('late'), payment('late', B)];
    const refunds = [refund('asked', '37.00', B)];
    expect(findStatus(charge({ state: 'expired', payments, refunds }))).toBe('DEVOLVENDO');
  });

  it('is PAGO while a second payment is given back, and afterwards', () => {
    const payments = [payment('full'), payment('duplicate', B)];
    for (const state of ['asked', 'returned'] as const) {
      const paid = charge({ state: 'paid', payments, refunds: [refund(state, '37.00', B)] });
      expect(findStatus(paid)).toBe('PAGO');
    }
  });
});

describe('toChargeView()', () => {
  it('has the QR Code only while it can be paid', () => {
    const open = toChargeView(charge({}));
    expect(open.pixCopiaECola).toBe('000201');
    expect(open.qrCode).toMatch(/^data:image\/svg\+xml;base64,/);
    const ended = toChargeView(charge({ state: 'expired' }));
    expect(ended).toMatchObject({ pixCopiaECola: null, qrCode: null });
  });

  it('adds up what was given back of each payment', () => {
    const view = toChargeView(
      charge({
        state: 'paid',
        payments: [payment('full'), payment('duplicate', B)],
        refunds: [
          refund('returned', '0.07'),
          refund('failed', '9.00'),
          refund('returned', '1.00', B),
        ],
      }),
    );
    expect(view).toMatchObject({ valor: '37.00', devolvido: '1.07' });
    expect(view.pagamentos).toMatchObject([
      { devolvido: '0.07', devolucoes: [{ valor: '0.07' }, { valor: '9.00' }] },
      { devolvido: '1.00', devolucoes: [{ valor: '1.00' }] },
    ]);
  });
});

describe('sum()', () => {
  it.each([
    [[], '0.00'],
    [['0.01', '0.02'], '0.03'],
    [['99999999.99', '0.01'], '100000000.00'],
  ])('of %j is %s', (amounts, total) => {
    expect(sum(amounts.map((valor) => ({ valor })))).toBe(total);
  });
});
