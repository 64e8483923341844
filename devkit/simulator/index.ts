export * from './public.js';
export { reuseUnlessExpiring } from './composition/identity.js';
export { withoutUndefined } from './families/family.js';
export { HOSTILE_KINDS } from './hostile/hostile-bank.js';
export { integer, KEY_KINDS, octets, oid, sequence, set, tagged } from './kernel/certificates.js';
export { buildProviderPath } from './profiles/profile.js';
export { SIMULATOR_RULES } from './settings/options.js';
export type { LoggedRequest } from './http/request-log.js';
export type {
  ChargeDetail,
  ChargeList,
  ClockStatus,
  DeliveryList,
  PaymentList,
  RecurrenceEntry,
  RequestList,
  ScenarioList,
  WebhookList,
} from './control-api/responses.js';
