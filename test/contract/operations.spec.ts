import { describe, expect, it } from '@jest/globals';
import {
  allOperations,
  findOperation,
  operationName,
  providerOperations,
} from '../../lib/contract/index.js';

const registry = [...allOperations, ...providerOperations];

describe('the operation registry', () => {
  it('has 48 operations of the receiver and 3 payload operations', () => {
    expect(allOperations).toHaveLength(51);
    expect(allOperations.filter(({ responseBody }) => responseBody === 'jws')).toHaveLength(3);
    expect(providerOperations).toHaveLength(24);
  });

  it('has unique ids and names', () => {
    expect(new Set(registry.map(({ id }) => id)).size).toBe(registry.length);
    expect(new Set(registry.map(operationName)).size).toBe(registry.length);
  });

  it('finds an operation by its id', () => {
    for (const operation of registry) expect(findOperation(operation.id)).toBe(operation);
    expect(findOperation('cob.explode')).toBeUndefined();
  });

  it.each(registry.map((operation) => [operation.id, operation] as const))(
    'has a rule for each path parameter of %s',
    (_id, operation) => {
      const braces = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(operation.params.map(({ name }) => name)).toEqual(braces);
    },
  );

  it.each(registry.map((operation) => [operation.id, operation] as const))(
    'marks %s as safe to repeat only if it is a read',
    (_id, { method, repeat }) => {
      expect(repeat === 'safe').toBe(method === 'GET');
    },
  );

  it.each(registry.map((operation) => [operation.id, operation] as const))(
    'defines a settlement read for %s only if a repeat has no second effect',
    (id, { repeat, settle, params }) => {
      const isRetry = id === 'cobr.retry';
      expect(settle !== undefined).toBe(
        repeat === 'idempotent' || repeat === 'identified' || isRetry,
      );
      if (settle === undefined) return;
      expect(settle.read.repeat).toBe('safe');
      expect(params.slice(0, settle.read.params.length)).toEqual(settle.read.params);
      expect(repeat === 'duplicates' && settle.kind !== 'step').toBe(false);
    },
  );

  it.each(
    allOperations
      .filter(({ method, responseBody }) => method !== 'GET' && responseBody === 'json')
      .map((operation) => [operation.id, operation] as const),
  )('names the identifier field of the record of %s', (_id, { identifier, params }) => {
    expect(identifier).toBeDefined();
    const { param } = identifier!;
    if (param !== undefined) expect(params.map(({ name }) => name)).toContain(param);
  });

  it.each(
    allOperations
      .filter(({ method, params }) => method === 'POST' && params.length === 0)
      .map((operation) => [operation.id, operation] as const),
  )('defines how to search for the records of %s', (_id, { candidates }) => {
    expect(candidates).toBeDefined();
  });

  it('does not repeat the creations whose identifier the provider chooses', () => {
    const creations = ['/cob', '/cobr', '/rec', '/solicrec', '/loc', '/locrec'];
    for (const path of creations) {
      const operation = allOperations.find((row) => row.method === 'POST' && row.path === path);
      expect(operation?.repeat).toBe('duplicates');
    }
  });

  it('expects 202 for batches and 200 and 204 for webhooks, with empty bodies', () => {
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

  it('defines the items field and the filter of each list', () => {
    const lists = allOperations.filter(({ id }) => id.endsWith('.list'));
    expect(lists.map(({ id }) => id)).toHaveLength(9);
    for (const { items, filter } of lists) {
      expect(items).toBeDefined();
      expect(filter).toBeDefined();
    }
  });

  it('requires no token only for the payload operations', () => {
    const open = registry
      .filter(({ scope, ownToken }) => scope === null && ownToken === undefined)
      .map(({ id }) => id);
    expect(open).toEqual(['payload.getCob', 'payload.getCobV', 'payload.getRec']);
  });

  it('has no scope for an operation with a token of its own', () => {
    const own = registry.filter(({ ownToken }) => ownToken !== undefined);
    expect(own.map(({ id, scope }) => [id, scope])).toEqual([['pagbank.payCob', null]]);
  });
});
