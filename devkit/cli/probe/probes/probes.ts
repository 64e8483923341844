import type { Probe } from '../probe.js';
import { chargeProbe } from './charge.probe.js';
import { clockProbe } from './clock.probe.js';
import { accessProbe, errorsProbe, recordsProbe } from './errors.probe.js';
import { extrasProbe } from './extras.probe.js';
import { headersProbe, toleranceProbe } from './http.probe.js';
import { listsProbe } from './lists.probe.js';
import { routesProbe } from './routes.probe.js';
import { featuresProbe, scopesProbe } from './scopes.probe.js';
import { tlsProbe } from './tls.probe.js';
import { tokenProbe } from './token.probe.js';
import { webhookProbe } from './webhook.probe.js';

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
