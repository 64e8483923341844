import { bodyDeviations } from './bodies.js';
import type { Deviation } from './deviation.js';
import { examples } from './examples.js';
import { limits } from './limits.js';
import { paths } from './paths.js';
import { printing } from './printing.js';
import { proseRules } from './prose-rules.js';
import { recovery } from './recovery.js';
import { responseDeviations } from './responses.js';

export type { Deviation } from './deviation.js';

/** All deliberate deviations from version 2.9.0 of the specification, with their reasons. */
export const deviations: readonly Deviation[] = [
  ...printing,
  ...paths,
  ...limits,
  ...proseRules,
  ...bodyDeviations,
  ...responseDeviations,
  ...recovery,
  ...examples,
];
