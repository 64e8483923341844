import type { PixFamily } from 'nestjs-pix';
import type { AnyRecordStore } from '../kernel/records.js';
import { cobFamily, cobvFamily, lotecobvFamily, pixFamily } from './charges.js';
import type { ProblemType, SimulatorFamily, StoreContext } from './family.js';
import { locFamily, locrecFamily } from './locations.js';
import { cobrFamily, recFamily, solicrecFamily } from './recurrences.js';
import { webhookcobrFamily, webhookFamily, webhookrecFamily } from './webhooks.js';

/** The resource families, each with its error types and records. */
export const families = {
  cob: cobFamily,
  cobv: cobvFamily,
  lotecobv: lotecobvFamily,
  loc: locFamily,
  pix: pixFamily,
  webhook: webhookFamily,
  rec: recFamily,
  solicrec: solicrecFamily,
  cobr: cobrFamily,
  locrec: locrecFamily,
  webhookcobr: webhookcobrFamily,
  webhookrec: webhookrecFamily,
} satisfies Record<PixFamily, SimulatorFamily>;

type Family = (typeof families)[PixFamily];

type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  value: infer All,
) => void
  ? All
  : never;

type Creators = Intersection<Family['stores']>;

/** The stores of all families by name. */
export type FamilyStores = {
  readonly [Name in keyof Creators]: Creators[Name] extends (context: never) => infer Store
    ? Store
    : never;
};

/** Name of an error type of a family. */
export type FamilyProblemName = keyof Intersection<Family['problems']>;

const all: readonly SimulatorFamily[] = Object.values(families);

/** The error types of all families by name. */
export const familyProblemTypes = Object.assign(
  {},
  ...all.map(({ problems }) => problems),
) as Readonly<Record<FamilyProblemName, ProblemType>>;

/** Creates the stores of all families, without records. */
export function createFamilyStores(context: Omit<StoreContext, 'name'>): FamilyStores {
  const created = all.flatMap(({ stores }) =>
    Object.entries(stores).map(([name, create]) => [name, create({ ...context, name })]),
  );
  return Object.fromEntries(created) as Record<string, AnyRecordStore> & FamilyStores;
}

/** The topic of the console for each store that has one, by the name of the store. */
export const topicOfStore: ReadonlyMap<string, string> = new Map(
  all.flatMap(({ stores, topic }) =>
    topic === undefined ? [] : Object.keys(stores).map((name) => [name, topic] as const),
  ),
);

/** The stores with the error type for a record that does not exist. */
export const missingProblems = all.flatMap(({ stores, naoEncontrado }) =>
  Object.keys(stores).map((name) => [name, naoEncontrado]),
) as unknown as readonly (readonly [name: keyof FamilyStores, problem: FamilyProblemName])[];
