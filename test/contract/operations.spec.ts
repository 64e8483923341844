import { describe, expect, it } from '@jest/globals';
import {
  allOperations,
  findOperation,
  operationName,
  providerOperations,
} from '../../lib/contract/index.js';

const every = [...allOperations, ...providerOperations];

describe('the registry', () => {
  it('48 operations of the receiver and 3 payload look-ups', () => {
    expect(allOperations).toHaveLength(51);
    expect(allOperations.filter(({ responseBody }) => responseBody === 'jws')).toHaveLength(3);
    expect(providerOperations).toHaveLength(8);
  });

  it('names each operation once', () => {
    expect(new Set(every.map(({ id }) => id)).size).toBe(every.length);
    expect(new Set(every.map(operationName)).size).toBe(every.length);
  });

  it('finds an operation by its id', () => {
    for (const operation of every) expect(findOperation(operation.id)).toBe(operation);
    expect(findOperation('cob.explode')).toBeUndefined();
  });

  it.each(every.map((operation) => [operation.id, operation] as const))(
    '%s has a rule for each parameter of its path',
    (_id, operation) => {
      const braces = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(operation.params.map(({ name }) => name)).toEqual(braces);
    },
  );

  it.each(every.map((operation) => [operation.id, operation] as const))(
    '%s has a class for its body exactly when it takes one',
    (_id, { requestBody, body }) => {
      expect(body !== undefined).toBe(requestBody !== 'none');
    },
  );

  it.each(every.map((operation) => [operation.id, operation] as const))(
    '%s is safe to repeat exactly when it only reads',
    (_id, { method, repeat }) => {
      expect(repeat === 'safe').toBe(method === 'GET');
    },
  );

  it.each(every.map((operation) => [operation.id, operation] as const))(
    '%s is settled by a read of the same record exactly when a repeat has no second effect',
    (id, { repeat, settle, params }) => {
      const isRetry = id === 'cobr.retry';
      expect(settle !== undefined).toBe(
        repeat === 'idempotent' || repeat === 'identified' || isRetry,
      );
      if (settle === undefined) return;
      expect(settle.read.repeat).toBe('safe');
      expect(params.slice(0, settle.read.params.length)).toEqual(settle.read.params);
      const resends = settle.whenAbsent === 'send-again' || settle.whenDifferent === 'send-again';
      expect(resends && repeat === 'duplicates').toBe(false);
    },
  );

  it.each(
    allOperations
      .filter(({ method, responseBody }) => method !== 'GET' && responseBody === 'json')
      .map((operation) => [operation.id, operation] as const),
  )('%s names the field that identifies its record', (_id, { identifier, params }) => {
    expect(identifier).toBeDefined();
    const { param } = identifier!;
    if (param !== undefined) expect(params.map(({ name }) => name)).toContain(param);
  });

  it.each(
    allOperations
      .filter(({ method, params }) => method === 'POST' && params.length === 0)
      .map((operation) => [operation.id, operation] as const),
  )('%s says how to search for what it may have created', (_id, { candidates }) => {
    expect(candidates).toBeDefined();
  });

  it('the six creations whose outcome a timeout leaves unknown are not repeated', () => {
    const creations = ['/cob', '/cobr', '/rec', '/solicrec', '/loc', '/locrec'];
    for (const path of creations) {
      const operation = allOperations.find((row) => row.method === 'POST' && row.path === path);
      expect(operation?.repeat).toBe('duplicates');
    }
  });

  it('batches answer 202 and webhooks 200 and 204, with empty bodies', () => {
    const expected = {
      'lotecobv.create': 202,
      'lotecobv.revise': 202,
      'webhook.register': 200,
      'webhook.delete': 204,
    };
    for (const [id, status] of Object.entries(expected)) {
      expect(findOperation(id)).toMatchObject({ success: [status], responseBody: 'empty' });
    }
  });

  it('every list names the field of its items, and its page in the query', () => {
    const lists = allOperations.filter(({ id }) => id.endsWith('.list'));
    expect(lists.map(({ id }) => id)).toHaveLength(9);
    for (const { items, filter } of lists) {
      expect(items).toBeDefined();
      expect(filter).toBeDefined();
    }
  });

  it('only the payload look-ups need no token', () => {
    const open = every.filter(({ scope }) => scope === null).map(({ id }) => id);
    expect(open).toEqual(['payload.getCob', 'payload.getCobV', 'payload.getRec']);
  });
});
