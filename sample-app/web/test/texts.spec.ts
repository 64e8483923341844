import { describe, expect, it } from '@jest/globals';
import { isOpen as isOpenAtServer, ORDER_STATUSES } from '../../src/orders/order-status.js';
import { describeOrder, isOpen } from '../src/orders/order-texts.js';
import { formatClock, formatDate, formatTime } from '../src/text/dates.js';

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
      `Recebemos R$\u00a01.037,00 às ${formatTime(PAID_AT)}. Obrigado pela compra!`,
    );
  });

  it('treats the same statuses as open as the server', () => {
    for (const status of ORDER_STATUSES) expect(isOpen(status)).toBe(isOpenAtServer(status));
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
