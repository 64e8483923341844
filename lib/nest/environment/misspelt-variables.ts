import { findClosestName } from '../../options/index.js';
import {
  buildVariableName,
  pixClientVariables,
  pixVariables,
  pixWebhookVariables,
  type PixVariable,
} from './pix-variables.js';

/** A variable that nothing reads, and the absent one that its name resembles. */
export interface MisspeltVariable {
  readonly name: string;
  readonly meant: string;
}

/** Up to this length, one edit makes another word: `PIX_CA`, `PIX_KEY`. */
const SHORT = 4;

/** Finds variables whose names resemble that of an absent variable of the account. */
export function findMisspeltVariables(
  env: Readonly<Record<string, string | undefined>>,
  prefix: string,
): MisspeltVariable[] {
  const tables: readonly Readonly<Record<string, PixVariable>>[] = [
    pixVariables,
    pixClientVariables,
    pixWebhookVariables,
  ];
  const known = tables.flatMap((table) =>
    Object.values(table).map((variable) => buildVariableName(variable, prefix)),
  );
  const ends = known.map((name) => `_${name.slice(prefix.length)}`);
  const absent = known.filter((name) => (env[name] ?? '').trim() === '');
  const maxEdits = (name: string) => (name.length - prefix.length <= SHORT ? 1 : 2);
  return Object.keys(env)
    .filter((name) => name.toUpperCase().startsWith(prefix))
    .filter((name) => !known.includes(name) && !isOfOtherAccount(name, prefix, ends))
    .flatMap((name) => {
      const meant = findClosestName(name, absent, maxEdits);
      return meant === undefined ? [] : [{ name, meant }];
    });
}

/** Whether the name is that of a variable with another word before it: `PIX_FILIAL_CLIENT_ID`. */
function isOfOtherAccount(name: string, prefix: string, ends: readonly string[]): boolean {
  return ends.some((end) => name.length > prefix.length + end.length && name.endsWith(end));
}
