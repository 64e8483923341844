import { describe, expect, it } from '@jest/globals';
import { bbOperations } from '../../../../lib/contract/bb/bb.operations.js';
import { cobOperations } from '../../../../lib/contract/cob/cob.operations.js';
import { cobrOperations } from '../../../../lib/contract/cobr/cobr.operations.js';
import { cobvOperations } from '../../../../lib/contract/cobv/cobv.operations.js';
import { interOperations } from '../../../../lib/contract/inter/inter.operations.js';
import { locOperations } from '../../../../lib/contract/loc/loc.operations.js';
import { locrecOperations } from '../../../../lib/contract/locrec/locrec.operations.js';
import { lotecobvOperations } from '../../../../lib/contract/lotecobv/lotecobv.operations.js';
import type { PixOperation } from '../../../../lib/contract/operation.js';
import { allOperations, providerOperations } from '../../../../lib/contract/operations.js';
import { payloadOperations } from '../../../../lib/contract/payload/payload.operations.js';
import { pixOperations } from '../../../../lib/contract/pix/pix.operations.js';
import { recOperations } from '../../../../lib/contract/rec/rec.operations.js';
import { solicrecOperations } from '../../../../lib/contract/solicrec/solicrec.operations.js';
import { webhookOperations } from '../../../../lib/contract/webhook/webhook.operations.js';
import { webhookcobrOperations } from '../../../../lib/contract/webhookcobr/webhookcobr.operations.js';
import { webhookrecOperations } from '../../../../lib/contract/webhookrec/webhookrec.operations.js';
import type {
  ApiHandlers,
  TableHandlers,
} from '../../../../lib/simulator/api/handlers/typed-handlers.js';

type ApiTable = keyof ApiHandlers extends `${infer Table}.${string}` ? Table : never;
type BbHandlers = TableHandlers<'bb'>;

/** The tables as `typed-handlers.ts` names them; the types of the handlers follow from these names. */
const tables: Record<ApiTable | 'payload', Readonly<Record<string, PixOperation>>> = {
  cob: cobOperations,
  cobv: cobvOperations,
  lotecobv: lotecobvOperations,
  loc: locOperations,
  pix: pixOperations,
  webhook: webhookOperations,
  rec: recOperations,
  solicrec: solicrecOperations,
  cobr: cobrOperations,
  locrec: locrecOperations,
  webhookrec: webhookrecOperations,
  webhookcobr: webhookcobrOperations,
  inter: interOperations,
  bb: bbOperations,
  payload: payloadOperations,
};

const handler = (): never => {
  throw new Error('not called');
};

describe('typed handlers', () => {
  it('have the id of the operation as key', () => {
    const named = Object.entries(tables).flatMap(([table, operations]) =>
      Object.entries(operations).map(([key, { id }]) => [`${table}.${key}`, id]),
    );
    for (const [name, id] of named) expect(id).toBe(name);
    const ids = [...allOperations, ...providerOperations].map(({ id }) => id);
    expect(named.map(([name]) => name).sort()).toEqual(ids.sort());
  });

  it('do not compile with a missing, misspelt or wrongly typed handler', () => {
    const complete: BbHandlers = { 'bb.listPix': handler, 'bb.listDevolucoes': handler };
    // @ts-expect-error: bb.listDevolucoes is missing
    const missing: BbHandlers = { 'bb.listPix': handler };
    // @ts-expect-error: bb.listPixes is not an operation
    const misspelt: BbHandlers = { ...complete, ...{}, 'bb.listPixes': handler };
    // @ts-expect-error: a page of Pix is expected
    const wrong: BbHandlers = { ...complete, 'bb.listPix': () => ({ pix: 1 }) };
    expect(Object.keys({ ...missing, ...misspelt, ...wrong })).toContain('bb.listPix');
  });
});
