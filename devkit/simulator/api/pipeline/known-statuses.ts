import { familyOperations, type PixOperation } from 'nestjs-pix/spec';

/** Lists the statuses of the records of an operation's family, as the contract declares them. */
export function listStatuses({ family }: PixOperation): ReadonlySet<unknown> {
  const operations: readonly PixOperation[] = Object.values(familyOperations[family]);
  const statuses = operations.flatMap((operation) => {
    const { open = [], fulfilled = [], ended = [] } = operation.record?.lifecycle ?? {};
    return [...open, ...fulfilled, ...ended];
  });
  return new Set(statuses);
}
