import type { PixOperation } from './operation.js';
import { cobOperations } from './cob/cob.operations.js';
import { webhookOperations } from './webhook/webhook.operations.js';

/** Every operation of the specification, each once. */
export const allOperations: readonly PixOperation[] = [
  ...Object.values(cobOperations),
  ...Object.values(webhookOperations),
];

const byId: ReadonlyMap<string, PixOperation> = new Map(
  allOperations.map((operation) => [operation.id, operation]),
);

/** The operation of an id, such as `cob.createWithTxid`. */
export function findOperation(id: string): PixOperation | undefined {
  return byId.get(id);
}
