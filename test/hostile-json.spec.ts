import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { encodeQuery } from '../lib/client/address.js';
import { isSameValue } from '../lib/contract/comparison/same-value.js';
import { allOperations, buildQuery, validateBody, validateFilter } from '../lib/contract/index.js';
import { isValidationError } from '../lib/errors/index.js';
import { definePixProvider } from '../lib/providers/index.js';
import { deliveryUrl } from '../lib/simulator/domain/webhook/webhook-url.js';
import { ruleViolations } from '../lib/simulator/faults/check-rule.js';
import { Dispatcher } from '../lib/simulator/http/dispatcher.js';
import { writeIdentity, type PersistedIdentity } from '../lib/simulator/persistence/identity.js';
import { generateIdRec, parseEndToEndId, parseIdRec } from '../lib/values/index.js';

/** JSON that fails to become text, that is named like what every object inherits, or that is of another type. */
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

describe('JSON of any shape', () => {
  it.each([
    ['parseIdRec', parseIdRec as (value: unknown) => unknown],
    ['parseEndToEndId', parseEndToEndId as (value: unknown) => unknown],
    [
      'generateIdRec',
      (value: unknown) =>
        generateIdRec({ ispb: '12345678', politicaRetentativa: value as 'NAO_PERMITE' }),
    ],
  ])('is refused by %s with an error of the library', (_name, parse) => {
    for (const value of [...HOSTILE, Symbol('x'), ['RN1234567820240115abcdefghijk']]) {
      expect(isValidationError(catchError(() => parse(value)))).toBe(true);
    }
  });

  it.each(allOperations.map((operation) => [operation.id, operation] as const))(
    'in every field of %s makes an error of the library or none',
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
          for (const check of [validateBody, validateFilter]) {
            const error = catchError(() => check(operation, candidate));
            expect(error === undefined || isValidationError(error)).toBe(true);
          }
        }
      }
    },
  );

  it('in an amount’s modality makes an error of the library', () => {
    const put = allOperations.find(({ id }) => id === 'cobv.createWithTxid')!;
    for (const kind of ['abatimento', 'desconto']) {
      const valor = {
        original: '1.00',
        [kind]: { modalidade: { toString: 1 }, valorPerc: '1.00' },
      };
      expect(isValidationError(catchError(() => validateBody(put, { valor })))).toBe(true);
    }
  });

  it('in a record is compared without an error', () => {
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

  it('in a filter makes an error that names the field, or a query', () => {
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

describe('names of what every object inherits', () => {
  it('are plain names in a query', () => {
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
  it('refuses a fault with a header that Node would not send', () => {
    const rule = { kind: 'status', on: 'api', status: 500, headers: { Trailer: 'x' } };
    expect([...ruleViolations(rule)]).toMatchObject([{ propriedade: 'headers' }]);
  });

  it('answers 500 and lives on when an answer cannot be sent', async () => {
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

  it('writes its keys into a new file, whatever lies in its place', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pix-identity-'));
    try {
      const path = join(folder, 'identity.json');
      const elsewhere = join(folder, 'elsewhere');
      writeFileSync(elsewhere, 'untouched', { mode: 0o666 });
      symlinkSync(elsewhere, `${path}.new`);
      writeIdentity(path, { version: 1 } as PersistedIdentity);
      expect(readFileSync(elsewhere, 'utf8')).toBe('untouched');
      expect(readFileSync(path, 'utf8')).toContain('"version": 1');
      expect(statSync(path).mode & 0o777).toBe(0o600);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

// Were the time quadratic, each of these would take seconds: the test would run into its limit.
it('slashes without end cost time in proportion to their number', () => {
  const slashes = '/'.repeat(100_000);
  for (let time = 0; time < 20; time += 1) {
    expect(deliveryUrl(`https://a.example${slashes}x`, 'pix').pathname).toMatch(/x\/pix$/);
    const production = { baseUrl: `https://a.example${slashes}x`, tokenUrl: 'https://a.example' };
    definePixProvider({ name: 'a', code: '1', production, scopes: [] });
  }
});
