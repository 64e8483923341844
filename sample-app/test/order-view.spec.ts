import { describe, expect, it } from '@jest/globals';
import type { Order } from '../src/database/schema.js';
import { toOrderEvent, toOrderView } from '../src/orders/order.view.js';

const order: Order = {
  id: '4a4f3b80-3a5a-4b0f-9a53-0e6f3f8d3c11',
  txid: 'a'.repeat(32),
  status: 'PENDENTE',
  valor: '37.00',
  itens: [{ produto: 'camiseta-ipe', quantidade: 1 }],
  descricao: '1x Camiseta Ipê',
  criadoEm: new Date('2026-03-10T12:00:00Z'),
  expiraEm: new Date('2026-03-10T13:00:00Z'),
  pagoEm: null,
  pixCopiaECola: null,
  chaveIdempotencia: 'the-key-of-its-customer',
};

describe('toOrderView and toOrderEvent', () => {
  it('return no QR Code before the charge is confirmed, and never the idempotency key', () => {
    expect(toOrderView(order)).toEqual({
      id: order.id,
      txid: order.txid,
      status: 'PENDENTE',
      valor: '37.00',
      descricao: '1x Camiseta Ipê',
      criadoEm: '2026-03-10T12:00:00.000Z',
      expiraEm: '2026-03-10T13:00:00.000Z',
      pagoEm: null,
      pixCopiaECola: null,
      qrCode: null,
    });
  });

  it('return the QR Code as an image', () => {
    const { pixCopiaECola, qrCode } = toOrderView({ ...order, pixCopiaECola: '000201' });
    expect(pixCopiaECola).toBe('000201');
    const [type, data = ''] = qrCode!.split(',');
    expect(type).toBe('data:image/svg+xml;base64');
    expect(Buffer.from(data, 'base64').toString()).toMatch(/^<svg .*<\/svg>\s*$/s);
  });

  it('return the instant of payment', () => {
    const paid: Order = { ...order, status: 'PAGO', pagoEm: new Date('2026-03-10T12:30:00Z') };
    expect(toOrderEvent(paid)).toEqual({
      id: order.id,
      txid: order.txid,
      status: 'PAGO',
      pagoEm: '2026-03-10T12:30:00.000Z',
    });
  });
});
