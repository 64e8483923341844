import { answers } from './answers.js';
import { bodies } from './bodies.js';
import type { Deviation } from './deviation.js';
import { examples } from './examples.js';
import { paths } from './paths.js';
import { printing } from './printing.js';

export type { Deviation } from './deviation.js';

/** Every deliberate deviation from version 2.9.0 of the specification, with its reason. */
export const deviations: readonly Deviation[] = [
  ...printing,
  ...paths,
  ...bodies,
  ...answers,
  ...examples,
];
