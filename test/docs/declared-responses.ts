import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/compile.js';

const CONTRACT = join(ROOT, 'lib', 'contract');

/** Matches the type arguments and the `id` of an operation. */
const DECLARATION =
  /: PixOperation<([^>]*)>(?:\s*&\s*AtPath<[^>]*>)?\s*=\s*\{[^{}]*?\bid: '([\w.]+)'/g;

/**
 * Returns the response type that each operation of `lib/contract` declares. Types do not exist at run time, so this reads
 * the source text.
 *
 * @returns type names by operation id, such as `CobGerada` for `cob.create`
 */
export function readResponseTypes(): ReadonlyMap<string, string> {
  const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' });
  const sources = files
    .filter((name) => name.endsWith('.operations.ts'))
    .map((name) => readFileSync(join(CONTRACT, name), 'utf8'));
  return new Map(
    sources.flatMap((source) =>
      [...source.matchAll(DECLARATION)].map(([, types = '', id = '']): [string, string] => [
        id,
        types.split(',')[1]?.trim() ?? 'unknown',
      ]),
    ),
  );
}
