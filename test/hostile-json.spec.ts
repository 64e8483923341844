import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { deliveryUrl } from '../devkit/simulator/domain/deliveries.js';
import { ruleViolations } from '../devkit/simulator/faults/rules.js';
import { Dispatcher } from '../devkit/simulator/http/dispatcher.js';
import { encodeQuery } from '../lib/client/plan.js';

import {
  allOperations,
  buildQuery,
  checkBody,
  isSameValue,
  validateFilter,
} from '../lib/contract/index.js';
import { isValidationError } from '../lib/errors/index.js';
import { definePixProvider } from '../lib/providers/index.js';
import { generateIdRec, parseEndToEndId, parseIdRec } from '../lib/values/index.js';
import { measureLeastCpu } from './support/least-cpu.js';

/** JSON that cannot be converted to text, that has names of Object.prototype, or that is of another type. */
const HOSTILE: readonly unknown[] = [
  { toString: 1, valueOf: 2 },
  { toString: null },
  JSON.parse('{"__proto__":{"x":1}}'),
  { constructor: 1 },
  'constructor',
  '__proto__',
  'toString',
  [],
  [[]],
  [{ toString: 1 }],
  null,
  true,
  0,
  -0,
  1e308,
  '',
];

function catchError(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('invalid JSON values', () => {
  it.each([
    ['parseIdRec', parseIdRec as (value: unknown) => unknown],
    ['parseEndToEndId', parseEndToEndId as (value: unknown) => unknown],
    [
      'generateIdRec',
      (value: unknown) =>
        generateIdRec({ ispb: '12345678', politicaRetentativa: value as 'NAO_PERMITE' }),
    ],
  ])('throw a ValidationError in %s', (_name, parse) => {
    for (const value of [...HOSTILE, Symbol('x'), ['RN1234567820240115abcdefghijk']]) {
      expect(isValidationError(catchError(() => parse(value)))).toBe(true);
    }
  });

  it.each(allOperations.map((operation) => [operation.id, operation] as const))(
    'throw a ValidationError or are accepted in every field of %s',
    (_id, operation) => {
      for (const value of HOSTILE) {
        const body = Object.fromEntries(
          [
            'idRec',
            'politicaRetentativa',
            'valor',
            'calendario',
            'status',
            'devedor',
            'constructor',
          ].map((name) => [name, value] as const),
        );
        for (const candidate of [value, body]) {
          for (const check of [checkBody, validateFilter]) {
            const error = catchError(() => check(operation, candidate));
            expect(error === undefined || isValidationError(error)).toBe(true);
          }
        }
      }
    },
  );

  it('throw a ValidationError in the modalidade of an amount', () => {
    const put = allOperations.find(({ id }) => id === 'cobv.createWithTxid')!;
    for (const kind of ['abatimento', 'desconto']) {
      const valor = {
        original: '1.00',
        [kind]: { modalidade: { toString: 1 }, valorPerc: '1.00' },
      };
      expect(isValidationError(catchError(() => checkBody(put, { valor })))).toBe(true);
    }
  });

  it('are compared with a record without throwing', () => {
    const comparisons = [
      'decimal',
      'document',
      'key',
      'instant',
      'number',
      'url',
      'location',
      'text',
    ];
    for (const comparison of comparisons) {
      for (const value of HOSTILE) {
        expect(isSameValue(comparison as 'text', '37.00', value)).toBe(false);
      }
    }
  });

  it('throw a ValidationError that names the field, or are converted, in a filter', () => {
    for (const value of HOSTILE) {
      const error = catchError(() => buildQuery({}, { odd: value }));
      expect(error === undefined || isValidationError(error)).toBe(true);
    }
    expect(catchError(() => buildQuery({}, { odd: { toString: 1 } }))).toMatchObject({
      field: 'odd',
    });
    expect(buildQuery({}, { a: null, b: undefined, c: 1, d: false })).toEqual({
      c: '1',
      d: 'false',
    });
  });
});

describe('names of Object.prototype', () => {
  it('are ordinary parameter names in a query', () => {
    expect(encodeQuery({ constructor: 'x', toString: 'y' }, { a: 'b' })).toBe(
      '?constructor=x&toString=y',
    );
    expect(buildQuery({}, JSON.parse('{"__proto__":"x","constructor":"y"}'))).toHaveProperty(
      'constructor',
      'y',
    );
  });
});

describe('the simulator', () => {
  it('refuses a fault with a header that Node does not send', () => {
    const rule = { kind: 'status', on: 'api', status: 500, headers: { Trailer: 'x' } };
    expect([...ruleViolations(rule)]).toMatchObject([{ propriedade: 'headers' }]);
  });

  it('answers 500 and continues to run when a response cannot be sent', async () => {
    const defects: unknown[] = [];
    const unsendable = {
      handle: async () => ({ status: 200, headers: { trailer: 'x' }, body: '' }),
    };
    const { handle } = new Dispatcher([['/api', unsendable]], (error) => defects.push(error));
    const server = createServer(handle).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (let time = 0; time < 2; time += 1) {
      expect((await fetch(`http://127.0.0.1:${port}/api`)).status).toBe(500);
    }
    expect(defects).toHaveLength(2);
    server.closeAllConnections();
    server.close();
  });
});

it('addresses with 100,000 slashes are parsed in linear time', () => {
  const slashes = '/'.repeat(100_000);
  const parse = () => {
    expect(deliveryUrl(`https://a.example${slashes}x`, 'pix').pathname).toMatch(/x\/pix$/);
    const production = { baseUrl: `https://a.example${slashes}x`, tokenUrl: 'https://a.example' };
    definePixProvider({ name: 'a', code: '1', production, scopes: [] });
  };
  // A few milliseconds. With a quadratic algorithm, seconds.
  expect(measureLeastCpu(parse)).toBeLessThan(250);
});
