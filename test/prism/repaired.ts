import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { payloadOperations } from '../../lib/contract/index.js';
import type { Schema } from '../conformance/facts/build-facts.js';
import { Document } from '../conformance/support/document.js';
import { misprints, readPatterns } from '../conformance/support/misprints.js';

/** The file in two parts, because `/cobv/{txid}` and `/cobv/{pixUrlAccessToken}` are one path for Prism. */
export interface RepairedDocuments {
  /** The operations of the API. */
  readonly api: Schema;
  /** The look-ups of payloads, which are at another address. */
  readonly payloads: Schema;
}

const PAYLOADS: readonly string[] = Object.values(payloadOperations).map(({ path }) => path);

/** What Prism refuses in the file, in addition to its misprints. */
const REPAIRS: readonly {
  readonly reason: string;
  readonly repair: (document: Document) => void;
}[] = [
  {
    reason: 'loc requires tipoCob without defining it, and the examples omit it',
    repair: (document) => {
      document.at('#/components/schemas/PayloadLocationCob').required = ['id'];
    },
  },
  {
    reason: 'a recurrence that is requested has no idRec yet',
    repair: (document) => {
      const { allOf } = document.at('#/components/schemas/RecSolicitada');
      const base = document.at('#/components/schemas/RecBase');
      allOf[0] = { ...base, required: ['calendario', 'vinculo'] };
    },
  },
  {
    reason: 'the schema of a payload describes what its JWS contains, but the response is the text',
    repair: ({ root }) => {
      for (const path of PAYLOADS) {
        root.paths[path].get.responses[200].content = {
          'application/jose': { schema: { type: 'string' } },
        };
      }
    },
  },
  {
    reason: 'examples are put together with allOf and $ref, which are text in an example',
    repair: (document) => {
      for (const example of Object.values(document.at('#/components/examples'))) {
        (example as Schema).value = document.resolveExample((example as Schema).value);
      }
    },
  },
];

/** Returns the look-ups with examples: a mock cannot sign. @param texts signed payloads by path */
export function withExamples(document: Schema, texts: ReadonlyMap<string, string>): Schema {
  const copy = structuredClone(document);
  for (const [path, text] of texts) {
    const [, family = ''] = /^\/(cobv|rec)\//.exec(path) ?? [];
    const template = PAYLOADS.find((each) => (/^\/(cobv|rec)\//.exec(each)?.[1] ?? '') === family)!;
    copy.paths[template].get.responses[200].content['application/jose'].example = text;
  }
  return copy;
}

/** Reads the OpenAPI file of the central bank and repairs the copy in memory. */
export function readRepaired(path: string): RepairedDocuments {
  const document = Document.of(parse(readFileSync(path, 'utf8')));
  for (const { pointer, read } of misprints) read(document.at(`#${pointer}`));
  for (const { repair } of REPAIRS) repair(document);
  const { root } = document;
  readPatterns(root.components);
  readPatterns(root.paths);
  const paths = Object.entries(root.paths as Schema);
  const pick = (payloads: boolean): Schema => ({
    ...root,
    paths: Object.fromEntries(paths.filter(([each]) => PAYLOADS.includes(each) === payloads)),
  });
  return { api: pick(false), payloads: pick(true) };
}
