import { bbOperations } from './bb/bb.operations.js';
import { bradescoOperations } from './bradesco/bradesco.operations.js';
import { cobOperations } from './cob/cob.operations.js';
import { cobrOperations } from './cobr/cobr.operations.js';
import { cobvOperations } from './cobv/cobv.operations.js';
import { efiOperations } from './efi/efi.operations.js';
import type { PixFamily } from './families.js';
import { interOperations } from './inter/inter.operations.js';
import { itauOperations } from './itau/itau.operations.js';
import { locOperations } from './loc/loc.operations.js';
import { locrecOperations } from './locrec/locrec.operations.js';
import { lotecobvOperations } from './lotecobv/lotecobv.operations.js';
import type { PixOperation } from './operation.js';
import { payloadOperations } from './payload/payload.operations.js';
import { pixOperations } from './pix/pix.operations.js';
import { recOperations } from './rec/rec.operations.js';
import { solicrecOperations } from './solicrec/solicrec.operations.js';
import { webhookOperations } from './webhook/webhook.operations.js';
import { webhookcobrOperations } from './webhookcobr/webhookcobr.operations.js';
import { webhookrecOperations } from './webhookrec/webhookrec.operations.js';

/** The operations of the resource families, by family. */
export const familyOperations = {
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
  webhookcobr: webhookcobrOperations,
  webhookrec: webhookrecOperations,
} satisfies Record<PixFamily, Readonly<Record<string, PixOperation>>>;

/** All operations, by the first part of their ids. */
export const operationTables = {
  ...familyOperations,
  payload: payloadOperations,
  inter: interOperations,
  bb: bbOperations,
  itau: itauOperations,
  efi: efiOperations,
  bradesco: bradescoOperations,
};

function listOperations(
  ...tables: readonly Readonly<Record<string, PixOperation>>[]
): readonly PixOperation[] {
  return tables.flatMap((table) => Object.values(table));
}

/** All operations of the specification: 48 of the receiver and 3 payload look-ups. */
export const allOperations: readonly PixOperation[] = listOperations(
  ...Object.values(familyOperations),
  payloadOperations,
);

/** Operations that only the named providers offer. */
export const providerOperations: readonly PixOperation[] = listOperations(
  interOperations,
  bbOperations,
  itauOperations,
  efiOperations,
  bradescoOperations,
);

const byId: ReadonlyMap<string, PixOperation> = new Map(
  [...allOperations, ...providerOperations].map((operation) => [operation.id, operation]),
);

/** Finds an operation by its id, such as `cob.createWithTxid` or `inter.payCob`. */
export function findOperation(id: string): PixOperation | undefined {
  return byId.get(id);
}
