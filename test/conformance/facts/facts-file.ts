import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { buildFacts, type Facts } from './build-facts.js';

/** The facts of the specification 2.9.0. `npm run conformance:facts` writes this file. */
export const FACTS_FILE = fileURLToPath(new URL('./pix-api-2.9.0.json', import.meta.url));

/**
 * Reads the facts from a file of facts (`.json`) or from an OpenAPI file.
 *
 * @throws Error that names the file when it is missing or not an OpenAPI document
 */
export function readFacts(path: string = FACTS_FILE): Facts {
  if (!existsSync(path)) throw new Error(`There is no file at ${path}.`);
  const text = readFileSync(path, 'utf8');
  return path.endsWith('.json') ? (JSON.parse(text) as Facts) : buildFacts(parse(text));
}
