import { bbOperations } from './bb/bb.operations.js';
import { cobOperations } from './cob/cob.operations.js';
import { cobrOperations } from './cobr/cobr.operations.js';
import { cobvOperations } from './cobv/cobv.operations.js';
import { interOperations } from './inter/inter.operations.js';
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

/** All operations of the specification: 48 of the receiver and 3 payload look-ups. */
export const allOperations: readonly PixOperation[] = [
  ...Object.values(cobOperations),
  ...Object.values(cobvOperations),
  ...Object.values(lotecobvOperations),
  ...Object.values(locOperations),
  ...Object.values(pixOperations),
  ...Object.values(webhookOperations),
  ...Object.values(recOperations),
  ...Object.values(solicrecOperations),
  ...Object.values(cobrOperations),
  ...Object.values(locrecOperations),
  ...Object.values(webhookcobrOperations),
  ...Object.values(webhookrecOperations),
  ...Object.values(payloadOperations),
];

/** Operations that only the named providers offer. */
export const providerOperations: readonly PixOperation[] = [
  ...Object.values(interOperations),
  ...Object.values(bbOperations),
];

const byId: ReadonlyMap<string, PixOperation> = new Map(
  [...allOperations, ...providerOperations].map((operation) => [operation.id, operation]),
);

/** Finds an operation by its id, such as `cob.createWithTxid` or `inter.payCob`. */
export function findOperation(id: string): PixOperation | undefined {
  return byId.get(id);
}
