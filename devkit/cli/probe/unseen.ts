import { both, type Text } from '../language.js';

/** Fields of a profile that no probe decides, and why. */
export interface Unseen {
  /** First names of the path: `server.webhook.bareArray`. */
  readonly field: string;
  readonly reason: Text;
}

const RECEIVER = both(
  'só quem recebe notificações vê; a sonda não recebe nenhuma',
  'only a receiver of notifications sees it; the probe receives none',
);
const CONTRACT = both('está na documentação do banco', 'it is in the documentation of the bank');
const FAILURE = both(
  'só aparece quando o banco falha ou limita chamadas',
  'it appears only when the bank fails or limits calls',
);

/** What a tour cannot see. The report lists it, because an issue for a new bank needs it from another source. */
export const unseen: readonly Unseen[] = [
  { field: 'name', reason: CONTRACT },
  { field: 'code', reason: CONTRACT },
  { field: 'production.families', reason: CONTRACT },
  { field: 'sandbox', reason: CONTRACT },
  { field: 'scopeGroups', reason: CONTRACT },
  { field: 'sandboxOnly', reason: CONTRACT },
  { field: 'productionOnly', reason: CONTRACT },
  {
    field: 'token.maxLifetime',
    reason: both(
      'um token mostra a própria validade, não a maior possível',
      'a token shows its own lifetime, not the longest possible one',
    ),
  },
  {
    field: 'rateLimits',
    reason: both(
      'a sonda não ultrapassa limites de propósito',
      'the probe does not exceed limits on purpose',
    ),
  },
  {
    field: 'server.statuses.PUT /pix/{e2eid}/devolucao/{id}',
    reason: both('a sonda não paga nem devolve', 'the probe neither pays nor refunds'),
  },
  {
    field: 'server.autoPay',
    reason: both(
      'a sonda vê que uma cobrança pequena é paga, não até que valor',
      'the probe sees that a small charge is paid, not up to which amount',
    ),
  },
  { field: 'server.errors.statuses.429', reason: FAILURE },
  { field: 'server.errors.statuses.500', reason: FAILURE },
  { field: 'server.errors.tooManyRequests', reason: FAILURE },
  { field: 'server.webhook.bareArray', reason: RECEIVER },
  { field: 'server.webhook.retryDelays', reason: RECEIVER },
  { field: 'server.webhook.keepPathParameter', reason: RECEIVER },
];
