import { describe, expect, it } from '@jest/globals';
import type { TableHandlers } from '../../../../devkit/simulator/api/handlers/typed-handlers.js';
import {
  allOperations,
  operationTables,
  providerOperations,
} from '../../../../lib/contract/index.js';

type BbHandlers = TableHandlers<'bb'>;

const handler = (): never => {
  throw new Error('not called');
};

/** Fails with a path parameter as message. */
const fail = (param: string): never => {
  throw new Error(param);
};

describe('typed handlers', () => {
  it('have the id of the operation as key', () => {
    const named = Object.entries(operationTables).flatMap(([table, operations]) =>
      Object.entries(operations).map(([key, { id }]) => [`${table}.${key}`, id]),
    );
    for (const [name, id] of named) expect(id).toBe(name);
    const ids = [...allOperations, ...providerOperations].map(({ id }) => id);
    expect(named.map(([name]) => name).sort()).toEqual(ids.sort());
  });

  it('do not compile with a missing, misspelt or wrongly typed handler', () => {
    const others = {
      'bb.registerWebhookSolicRec': handler,
      'bb.getWebhookSolicRec': handler,
      'bb.deleteWebhookSolicRec': handler,
      'bb.payBrCode': handler,
    };
    const complete: BbHandlers = {
      ...others,
      'bb.listPix': handler,
      'bb.listDevolucoes': handler,
    };
    // @ts-expect-error: bb.listDevolucoes is missing
    const missing: BbHandlers = { ...others, 'bb.listPix': handler };
    // @ts-expect-error: bb.listPixes is not an operation
    const misspelt: BbHandlers = { ...complete, ...{}, 'bb.listPixes': handler };
    // @ts-expect-error: a page of Pix is expected
    const wrong: BbHandlers = { ...complete, 'bb.listPix': () => ({ pix: 1 }) };
    expect(Object.keys({ ...missing, ...misspelt, ...wrong })).toContain('bb.listPix');
  });

  it('do not compile with a path parameter that the path template does not name', () => {
    const handlers: Pick<TableHandlers<'pix'>, 'pix.get' | 'pix.list'> = {
      // @ts-expect-error: the parameter of /pix/{e2eid} is e2eid
      'pix.get': ({ params }) => fail(params.e2eId),
      // @ts-expect-error: /pix has no parameter
      'pix.list': ({ params }) => fail(params.e2eid),
    };
    expect(Object.keys(handlers)).toEqual(['pix.get', 'pix.list']);
  });
});
