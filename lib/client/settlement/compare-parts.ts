import { findDifferences, type PixSettlementParts } from '../../contract/index.js';
import { isObject } from '../../errors/index.js';

/** Reads the record of an item; `undefined` if the provider has none. */
export type PartReader = (key: string) => Promise<object | undefined>;

/** The number of concurrent reads. */
const CONCURRENT = 4;

/**
 * Compares the items that were sent, such as the charges of a batch, with their own records.
 *
 * @param whole whether the record lists exactly the items that were sent, and no others
 * @returns the paths of the items that differ or are not there yet: `['cobsv[0].valor.original']`
 */
export async function compareParts(
  parts: PixSettlementParts,
  body: unknown,
  record: object,
  read: PartReader,
  whole: boolean,
): Promise<string[]> {
  const sent = readItems(body, parts.field);
  const found = new Map(
    readItems(record, parts.field).map((item) => [String(item[parts.key]), item]),
  );
  if (whole && found.size !== sent.length) return [parts.field];
  const differences: string[][] = sent.map(() => []);
  const queue = sent.map((item, index) => ({ item, index }));
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { item, index } = next;
      const paths = await compareItem(parts, item, found.get(String(item[parts.key])), read);
      differences[index] = paths.map((path) => `${parts.field}[${index}].${path}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
  return differences.flat();
}

async function compareItem(
  { key, created, body, lifecycle }: PixSettlementParts,
  sent: Record<string, unknown>,
  listed: Record<string, unknown> | undefined,
  read: PartReader,
): Promise<string[]> {
  if (listed === undefined) return [key];
  if (listed.status !== created) return ['status'];
  const record = await read(String(sent[key]));
  if (record === undefined) return [key];
  const { status } = record as { status?: unknown };
  if (lifecycle.ended.some((ended) => ended === status)) return ['status'];
  return findDifferences(body, sent, record);
}

function readItems(holder: unknown, field: string): Record<string, unknown>[] {
  const list = isObject(holder) ? holder[field] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}
