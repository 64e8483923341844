import { describe, expect, it } from '@jest/globals';
import {
  type PixAPIException,
  PixErroServidorException,
  PixErroValidacaoException,
  PixRecursoNaoEncontradoException,
  type PixCobService,
} from 'nestjs-pix';
import type { Order } from '../src/database/schema.js';
import { ChargesService } from '../src/orders/charges.service.js';
import { readSettings } from '../src/settings/read-settings.js';
import { BANK_OF_TESTS } from './support/orders-fixture.js';

const order = {
  txid: 'a'.repeat(32),
  valor: '37.00',
  descricao: '1x Camiseta Ipê',
  expiraEm: new Date('2026-03-10T13:00:00Z'),
} as Order;
const charge = {
  txid: order.txid,
  status: 'ATIVA',
  calendario: { criacao: '2026-03-10T12:00:00Z', expiracao: 60 },
  valor: { original: '37.00' },
  pixCopiaECola: '000201',
};

type ExceptionClass = new (
  ...args: ConstructorParameters<typeof PixErroValidacaoException>
) => PixAPIException;

function failure(Class: ExceptionClass, status: number, resultUnknown = false): PixAPIException {
  return new Class({ status, title: 'x' }, { operation: 'x', resultUnknown });
}
const refused = failure(PixErroValidacaoException, 400);
const notFound = failure(PixRecursoNaoEncontradoException, 404);
const unavailable = failure(PixErroServidorException, 500, true);

/** Creates a service of charges with these responses of the bank; an error is thrown. */
function createService(answers: { put?: unknown; get?: unknown; patch?: unknown }) {
  const requests: unknown[][] = [];
  const answer =
    (name: 'put' | 'get' | 'patch') =>
    (...args: unknown[]) => {
      requests.push([name, ...args]);
      const result = answers[name];
      return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
    };
  const cob = { createWithTxid: answer('put'), get: answer('get'), cancel: answer('patch') };
  const service = new ChargesService(
    cob as unknown as PixCobService,
    BANK_OF_TESTS,
    readSettings({ ORDER_EXPIRATION_SECONDS: '60' }),
  );
  return { service, requests };
}

describe('ChargesService.open()', () => {
  it('requests the amount of the order under its txid, and returns the expiry', async () => {
    const { service, requests } = createService({ put: charge });
    await expect(service.open(order)).resolves.toEqual({
      pixCopiaECola: '000201',
      expiraEm: new Date('2026-03-10T12:01:00Z'),
    });
    expect(requests).toEqual([
      [
        'put',
        order.txid,
        {
          calendario: { expiracao: 60 },
          valor: { original: '37.00' },
          chave: 'loja@example.com',
          solicitacaoPagador: '1x Camiseta Ipê',
        },
      ],
    ]);
  });

  it('uses the expiry of the order when the bank returns an invalid creation time', async () => {
    const calendario = { criacao: 'soon', expiracao: 60 };
    const { service } = createService({ put: { ...charge, calendario } });
    await expect(service.open(order)).resolves.toMatchObject({ expiraEm: order.expiraEm });
  });

  it('rejects when the bank returns no BR Code', async () => {
    const { service } = createService({ put: { ...charge, pixCopiaECola: undefined } });
    await expect(service.open(order)).rejects.toMatchObject({ status: 502 });
  });

  it('rejects definitely when the bank refuses the charge and has none', async () => {
    const { service } = createService({ put: refused, get: notFound });
    await expect(service.open(order)).rejects.toMatchObject({
      name: 'ChargeRefused',
      cause: refused,
    });
  });

  it('returns the charge that another request opened first', async () => {
    const { service } = createService({ put: refused, get: charge });
    await expect(service.open(order)).resolves.toMatchObject({ pixCopiaECola: '000201' });
  });

  it('refuses a charge with another amount', async () => {
    const { service } = createService({
      put: refused,
      get: { ...charge, valor: { original: '1.00' } },
    });
    await expect(service.open(order)).rejects.toBe(refused);
  });

  it('rejects with an unknown outcome when the refusal cannot be checked', async () => {
    const { service } = createService({ put: refused, get: unavailable });
    await expect(service.open(order)).rejects.toBe(refused);
  });

  it.each([
    ['an unknown outcome', unavailable],
    ['an error that is not of the bank', new Error('bug')],
  ])('rejects with %s without a read', async (_, error) => {
    const { service, requests } = createService({ put: error, get: notFound });
    await expect(service.open(order)).rejects.toBe(error);
    expect(requests).toHaveLength(1);
  });
});

describe('ChargesService.find()', () => {
  it('passes its options to the client', async () => {
    const { service, requests } = createService({ get: charge });
    await expect(service.find(order.txid, { deadline: 10 })).resolves.toBe(charge);
    expect(requests).toEqual([['get', order.txid, {}, { deadline: 10 }]]);
  });

  it('returns undefined when the bank has no charge', async () => {
    await expect(
      createService({ get: notFound }).service.find(order.txid),
    ).resolves.toBeUndefined();
  });

  it('rejects when the bank fails', async () => {
    await expect(createService({ get: unavailable }).service.find(order.txid)).rejects.toBe(
      unavailable,
    );
  });
});

describe('ChargesService.cancel()', () => {
  it.each([
    ['the bank cancels it', { patch: charge }, true],
    [
      'it was removed before',
      { patch: refused, get: { ...charge, status: 'REMOVIDA_PELO_PSP' } },
      true,
    ],
    ['there is no charge', { patch: refused, get: notFound }, true],
    ['it has been paid', { patch: refused, get: { ...charge, status: 'CONCLUIDA' } }, false],
  ])('resolves when %s', async (_, answers, isCancelled) => {
    await expect(createService(answers).service.cancel(order.txid)).resolves.toBe(isCancelled);
  });

  it.each([
    ['its outcome is unknown', { patch: unavailable, get: charge }, unavailable],
    ['the bank is unavailable', { patch: refused, get: unavailable }, unavailable],
  ])('rejects when %s', async (_, answers, error) => {
    await expect(createService(answers).service.cancel(order.txid)).rejects.toBe(error);
  });
  it('rejects with CancellationRefused when the bank refuses and the charge is active', async () => {
    const { service } = createService({ patch: refused, get: charge });
    const error = { name: 'CancellationRefused', cause: refused };
    await expect(service.cancel(order.txid)).rejects.toMatchObject(error);
  });
});
