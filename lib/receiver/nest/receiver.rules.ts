import {
  anyFunction,
  anything,
  flag,
  listOf,
  numeric,
  objectOf,
  text,
  withMethods,
} from '../../options/index.js';
import { authenticationRule } from '../authentication/authentication.rules.js';
import { eventLogRule } from '../dispatch/event-failure.js';
import { globalEnhancersRule } from '../dispatch/global-enhancers.js';
import { recebidosRule } from '../provider/recebidos.rule.js';
import { reconcilerRule } from '../provider/reconciler/reconciler.options.js';
import { queueRule } from '../queue/queue.rule.js';
import { storeRule } from '../stores/store.rule.js';
import type { PixWebhookReceiverExtras, PixWebhookReceiverOptions } from './receiver.options.js';

/** The rule of a receiver's options. */
export const receiverRule = objectOf<PixWebhookReceiverOptions & PixWebhookReceiverExtras>({
  path: text,
  useGlobalPrefix: flag,
  notifications: listOf('a list of pix, rec and cobr', text),
  authentication: authenticationRule,
  dangerouslyAllowUnauthenticated: flag,
  verifyWithProvider: flag,
  recebidos: recebidosRule,
  store: storeRule,
  queue: queueRule,
  onError: anyFunction,
  log: eventLogRule,
  useGlobalEnhancers: globalEnhancersRule,
  middleware: listOf('a list of functions', anyFunction),
  concurrency: numeric,
  reconciler: reconcilerRule,
  maxBodySize: numeric,
  maxEvents: numeric,
  runtime: withMethods('a runtime', ['now', 'elapsed', 'after', 'random']),
  // `name` is not an option: its own check reports where to set it.
  name: anything,
});
