import { bbOperations } from './banks/bb.js';
import { bradescoOperations } from './banks/bradesco.js';
import { efiOperations } from './banks/efi.js';
import { interOperations } from './banks/inter.js';
import { itauOperations } from './banks/itau.js';
import { pagbankOperations } from './banks/pagbank.js';
import { cobOperations } from './cob/cob.operations.js';
import { cobrOperations } from './cobr/cobr.operations.js';
import { cobvOperations, lotecobvOperations } from './cobv/cobv.operations.js';
import { locOperations, locrecOperations } from './loc/loc.operations.js';
import type { PixFamily, PixOperation } from './operation.js';
import { payloadOperations } from './payload/payload.operations.js';
import { pixOperations } from './pix/pix.operations.js';
import { recOperations, solicrecOperations } from './rec/rec.operations.js';
import {
  webhookcobrOperations,
  webhookOperations,
  webhookrecOperations,
} from './webhook/webhook.operations.js';

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
} as const satisfies Readonly<Record<PixFamily, Readonly<Record<string, PixOperation>>>>;

/** The operations that only one provider offers, by its name. */
const bankOperations = {
  inter: interOperations,
  bb: bbOperations,
  itau: itauOperations,
  efi: efiOperations,
  bradesco: bradescoOperations,
  pagbank: pagbankOperations,
} as const;

/** All operations, by the first part of their ids. */
export const operationTables = {
  ...familyOperations,
  payload: payloadOperations,
  ...bankOperations,
} as const;

function listOperations(
  tables: Readonly<Record<string, Readonly<Record<string, PixOperation>>>>,
): readonly PixOperation[] {
  return Object.values(tables).flatMap((table) => Object.values(table));
}

/** All operations of the specification: 48 of the receiver and 3 payload look-ups. */
export const allOperations: readonly PixOperation[] = listOperations({
  ...familyOperations,
  payload: payloadOperations,
});

/** Operations that only the named providers offer. */
export const providerOperations: readonly PixOperation[] = listOperations(bankOperations);

const byId: ReadonlyMap<string, PixOperation> = new Map(
  [...allOperations, ...providerOperations].map((operation) => [operation.id, operation]),
);

/** Finds an operation by its id, such as `cob.createWithTxid` or `inter.payCob`. */
export function findOperation(id: string): PixOperation | undefined {
  return byId.get(id);
}
