import { bbOperations } from './bb/bb.operations.js';
import { bradescoOperations } from './bradesco/bradesco.operations.js';
import { efiOperations } from './efi/efi.operations.js';
import * as publicNames from './families.js';
import { interOperations } from './inter/inter.operations.js';
import { itauOperations } from './itau/itau.operations.js';
import type { PixOperation } from './operation.js';
import { pagbankOperations } from './pagbank/pagbank.operations.js';
import { payloadOperations } from './payload/payload.operations.js';
import { pixFamilies, type PixFamily } from './pix-family.js';

/** The operations of each family, which its `public.ts` exports as `<family>Operations`. */
type FamilyOperations = {
  readonly [Family in PixFamily]: (typeof publicNames)[`${Family}Operations`];
};

/** The operations of the resource families, by family. */
export const familyOperations = Object.fromEntries(
  pixFamilies.map((family) => [family, publicNames[`${family}Operations`]]),
) as FamilyOperations satisfies Record<PixFamily, Readonly<Record<string, PixOperation>>>;

/** All operations, by the first part of their ids. */
export const operationTables = {
  ...familyOperations,
  payload: payloadOperations,
  inter: interOperations,
  bb: bbOperations,
  itau: itauOperations,
  efi: efiOperations,
  bradesco: bradescoOperations,
  pagbank: pagbankOperations,
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
  pagbankOperations,
);

const byId: ReadonlyMap<string, PixOperation> = new Map(
  [...allOperations, ...providerOperations].map((operation) => [operation.id, operation]),
);

/** Finds an operation by its id, such as `cob.createWithTxid` or `inter.payCob`. */
export function findOperation(id: string): PixOperation | undefined {
  return byId.get(id);
}
