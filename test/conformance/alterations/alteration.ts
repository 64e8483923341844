import type { Schema } from '../facts/build-facts.js';

/** A change of the specification, and the check that must detect it. */
export interface Alteration {
  readonly what: string;
  readonly check: string;
  readonly alter: (root: Schema) => void;
}

export const schemas = (root: Schema) => root.components.schemas as Schema;

export const example = (root: Schema, name: string) =>
  root.components.examples[name].value as Schema;

export function rename(object: Schema, from: string, to: string): void {
  object[to] = object[from];
  Reflect.deleteProperty(object, from);
}
