import { operationName, type PixOperation } from '../../../lib/contract/index.js';
import type { Schema } from '../facts/build-facts.js';
import { FACTS_FILE } from '../facts/facts-file.js';
import { Document } from '../support/document.js';
import { misprints } from '../support/misprints.js';

/**
 * Optional fields of responses without which no receiver can work: payments and refunds, the links of records, the code to
 * pay, and the attempts of a recurring charge. No bank omits them.
 */
const KEPT = new Set('dadosQR devolucoes idRec pix pixCopiaECola tentativas txid'.split(' '));

/** A schema with those that it refers to and combines. */
interface Merged {
  readonly required: Set<string>;
  readonly properties: Map<string, Schema[]>;
  readonly items: Schema[];
}

const document = Document.read(FACTS_FILE);
for (const { pointer, read } of misprints) read(document.at(`#${pointer}`));

/** The fields of an operation's response, or of each item of its list, according to the specification. */
export interface DerivedFields {
  /** Required fields and those that no bank omits, in the notation of `requiredFields`. */
  readonly required: string;
  /** Names of all fields. */
  readonly known: ReadonlySet<string>;
}

/** Reads the fields of the response of an operation. */
export function deriveFields(operation: PixOperation): DerivedFields {
  const name = operationName(operation);
  const response = document.operations().find((one) => one.name === name)?.response ?? {};
  const { items } = operation;
  const parts = items === undefined ? [response] : (merge([response]).properties.get(items) ?? []);
  return { required: print(parts), known: new Set(mergeItems(parts).properties.keys()) };
}

function mergeItems(parts: readonly Schema[]): Merged {
  const merged = merge(parts);
  return merged.items.length > 0 ? mergeItems(merged.items) : merged;
}

function print(parts: readonly Schema[]): string {
  const { required, properties } = mergeItems(parts);
  return [...properties]
    .filter(([name]) => required.has(name) || KEPT.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schemas]) => {
      const inner = merge(schemas);
      const isLeaf = inner.properties.size === 0 && inner.items.length === 0;
      return isLeaf ? name : `${name}(${print(schemas)})`;
    })
    .join(' ');
}

function merge(parts: readonly Schema[]): Merged {
  const merged: Merged = { required: new Set(), properties: new Map(), items: [] };
  for (const part of parts) add(merged, part);
  return merged;
}

function add(merged: Merged, part: Schema): void {
  if (typeof part.$ref === 'string') {
    add(merged, document.at(part.$ref));
    return;
  }
  const { required = [], properties = {}, items, allOf = [], oneOf = [], anyOf = [] } = part;
  for (const name of required as string[]) merged.required.add(name);
  for (const [name, schema] of Object.entries(properties as Schema)) {
    merged.properties.set(name, [...(merged.properties.get(name) ?? []), schema as Schema]);
  }
  if (items !== undefined) merged.items.push(items as Schema);
  for (const each of [...allOf, ...oneOf, ...anyOf] as Schema[]) add(merged, each);
}
