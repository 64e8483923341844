import type { Probe } from '../tour.js';
import { clockProbe, errorsProbe, headersProbe, toleranceProbe } from './http.probes.js';
import { accessProbe, listsProbe, recordsProbe } from './reads.probes.js';
import { extrasProbe, routesProbe } from './routes.probes.js';
import { featuresProbe, scopesProbe, tlsProbe, tokenProbe } from './tokens.probes.js';
import { chargeProbe, webhookProbe } from './writes.probes.js';

/** All probes, in the order in which they run: each builds on what earlier ones found out. */
export const probes: readonly Probe[] = [
  tlsProbe,
  tokenProbe,
  scopesProbe,
  routesProbe,
  featuresProbe,
  extrasProbe,
  listsProbe,
  recordsProbe,
  accessProbe,
  chargeProbe,
  webhookProbe,
  toleranceProbe,
  headersProbe,
  errorsProbe,
  clockProbe,
];
