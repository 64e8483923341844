import type { CobCompleta, CobVCompleta, Pix } from 'nestjs-pix';
import type { ScenarioSummary } from '../control/scenarios/scenarios.js';
import type { WebhookDelivery } from '../domain/deliveries.js';
import type { Fault } from '../faults/rules.js';
import type { LoggedRequest } from '../http/request-log.js';
import type { Frozen } from '../kernel/records.js';
import type { toWebhook } from './deliveries.routes.js';
import type { toSummary } from './payments.routes.js';
import type { toEntry } from './recurrences.routes.js';
import type { toClock } from './system.routes.js';
import type { TimelineEntry } from './timeline.js';

// The bodies of responses, as the console reads them.

/** A list. `total` also counts the records that the response does not contain. */
type List<Name extends string, Item> = Record<Name, Item[]> & { total: number };

/** A charge in a list. */
export type ChargeSummary = ReturnType<typeof toSummary>;

/** `GET /charges/{txid}`: with the response of the charge in the Pix API, and what happened to it. */
export type ChargeDetail = ChargeSummary & {
  body: Frozen<CobCompleta | CobVCompleta>;
  timeline: TimelineEntry[];
};

/** `GET /clock` */
export type ClockStatus = ReturnType<typeof toClock>;

/** An entry of the list of recurrences. */
export type RecurrenceEntry = ReturnType<typeof toEntry>;

/** A registered webhook. `chave` is absent for webhooks that are not registered for a key. */
export type WebhookAddress = ReturnType<typeof toWebhook> & { chave?: string };

export type ChargeList = List<'charges', ChargeSummary>;
export type PaymentList = List<'pix', Pix>;
export type RecurrenceList = List<'recs', RecurrenceEntry>;
export type DeliveryList = List<'deliveries', WebhookDelivery>;
export type RequestList = List<'requests', LoggedRequest>;
export type WebhookList = Record<'webhooks', WebhookAddress[]>;
export type FaultList = Record<'faults', Fault[]>;
export type ScenarioList = Record<'scenarios', ScenarioSummary[]>;
