import { randomUUID } from 'node:crypto';
import { generateTxid } from 'nestjs-pix';
import type { PixOperation } from 'nestjs-pix/spec';

/** Larger than any identifier that a provider assigns, and a safe integer. */
const UNUSED_NUMBER = '9007199254740991';

/** Values of path parameters that no record has, each with its valid form. */
const samples: Readonly<Record<string, () => string>> = {
  txid: generateTxid,
  // Location, batch or refund.
  id: () => UNUSED_NUMBER,
  e2eid: () => generateTxid().padEnd(32, '0').slice(0, 32),
  idRec: () => generateTxid().padEnd(29, '0').slice(0, 29),
  idSolicRec: () => generateTxid().padEnd(29, '0').slice(0, 29),
  chave: randomUUID,
  data: () => '2099-01-04',
  situacao: () => 'CRIADA',
};

/** A path with values for its parameters. */
export interface SamplePath {
  readonly path: string;
  /** The values, which a response may repeat. */
  readonly own: readonly string[];
}

/** Builds the path of an operation below base address and version. @param params replace the samples */
export function buildSamplePath(
  { path, params }: Pick<PixOperation, 'path' | 'params'>,
  given: Readonly<Record<string, string>> = {},
): SamplePath {
  let text = path;
  const own: string[] = [];
  for (const { name } of params) {
    const value = given[name] ?? samples[name]?.() ?? UNUSED_NUMBER;
    own.push(value);
    text = text.replace(`{${name}}`, () => encodeURIComponent(value));
  }
  return { path: text, own };
}
