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
import { BANK_OF_TESTS } from './support/orders-bench.js';

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
const absent = failure(PixRecursoNaoEncontradoException, 404);
const away = failure(PixErroServidorException, 500, true);

/** A service of charges over these answers of the bank; an error is thrown. */
function charges(answers: { put?: unknown; get?: unknown; patch?: unknown }) {
  const asked: unknown[][] = [];
  const answer =
    (name: 'put' | 'get' | 'patch') =>
    (...args: unknown[]) => {
      asked.push([name, ...args]);
      const result = answers[name];
      return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
    };
  const cob = { createWithTxid: answer('put'), get: answer('get'), cancel: answer('patch') };
  const service = new ChargesService(
    cob as unknown as PixCobService,
    BANK_OF_TESTS,
    readSettings({ ORDER_EXPIRATION_SECONDS: '60' }),
  );
  return { service, asked };
}

describe('opening a charge', () => {
  it('asks for the amount of the order under its txid, and reads when it expires', async () => {
    const { service, asked } = charges({ put: charge });
    await expect(service.open(order)).resolves.toEqual({
      pixCopiaECola: '000201',
      expiraEm: new Date('2026-03-10T12:01:00Z'),
    });
    expect(asked).toEqual([
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

  it('expires with the order when the bank names no time of creation', async () => {
    const calendario = { criacao: 'soon', expiracao: 60 };
    const { service } = charges({ put: { ...charge, calendario } });
    await expect(service.open(order)).resolves.toMatchObject({ expiraEm: order.expiraEm });
  });

  it('fails when the bank gives no text for the QR Code', async () => {
    const { service } = charges({ put: { ...charge, pixCopiaECola: undefined } });
    await expect(service.open(order)).rejects.toMatchObject({ status: 502 });
  });

  it('is refused for certain when the bank refuses it and has none', async () => {
    const { service } = charges({ put: refused, get: absent });
    await expect(service.open(order)).rejects.toMatchObject({
      name: 'ChargeRefused',
      cause: refused,
    });
  });

  it('takes the charge that another request opened first', async () => {
    const { service } = charges({ put: refused, get: charge });
    await expect(service.open(order)).resolves.toMatchObject({ pixCopiaECola: '000201' });
  });

  it('does not take a charge of another amount', async () => {
    const { service } = charges({ put: refused, get: { ...charge, valor: { original: '1.00' } } });
    await expect(service.open(order)).rejects.toBe(refused);
  });

  it('is of unknown outcome when the refusal cannot be checked', async () => {
    const { service } = charges({ put: refused, get: away });
    await expect(service.open(order)).rejects.toBe(refused);
  });

  it.each([
    ['an unknown outcome', away],
    ['an error that is not of the bank', new Error('bug')],
  ])('passes %s on without asking again', async (_, error) => {
    const { service, asked } = charges({ put: error, get: absent });
    await expect(service.open(order)).rejects.toBe(error);
    expect(asked).toHaveLength(1);
  });
});

describe('finding a charge', () => {
  it('passes its options to the client', async () => {
    const { service, asked } = charges({ get: charge });
    await expect(service.find(order.txid, { deadline: 10 })).resolves.toBe(charge);
    expect(asked).toEqual([['get', order.txid, {}, { deadline: 10 }]]);
  });

  it('finds none when the bank has none', async () => {
    await expect(charges({ get: absent }).service.find(order.txid)).resolves.toBeUndefined();
  });

  it('fails when the bank does', async () => {
    await expect(charges({ get: away }).service.find(order.txid)).rejects.toBe(away);
  });
});

describe('cancelling a charge', () => {
  it.each([
    ['the bank does it', { patch: charge }, true],
    [
      'it has been removed before',
      { patch: refused, get: { ...charge, status: 'REMOVIDA_PELO_PSP' } },
      true,
    ],
    ['there is none', { patch: refused, get: absent }, true],
    ['it has been paid', { patch: refused, get: { ...charge, status: 'CONCLUIDA' } }, false],
  ])('when %s', async (_, answers, isCancelled) => {
    await expect(charges(answers).service.cancel(order.txid)).resolves.toBe(isCancelled);
  });

  it.each([
    ['it is still active', { patch: refused, get: charge }, refused],
    ['the bank cannot be asked', { patch: refused, get: away }, away],
  ])('fails when %s', async (_, answers, error) => {
    await expect(charges(answers).service.cancel(order.txid)).rejects.toBe(error);
  });
});
