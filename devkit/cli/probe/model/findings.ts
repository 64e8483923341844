import { both } from '../../language.js';
import type { Fact, FactValue, Finding } from './report.js';

export function conforms(pt: string, en: string): Finding {
  return { verdict: 'conforms', text: both(pt, en) };
}

export function deviates(pt: string, en: string, ...facts: readonly Fact[]): Finding {
  return { verdict: 'deviates', text: both(pt, en), facts };
}

export function note(pt: string, en: string, ...facts: readonly Fact[]): Finding {
  return { verdict: 'note', text: both(pt, en), facts };
}

export function unknown(pt: string, en: string): Finding {
  return { verdict: 'unknown', text: both(pt, en) };
}

/** @param path names of the field and of those it is in, outermost first */
export function fact(value: FactValue, ...path: readonly string[]): Fact {
  return { path, value };
}
