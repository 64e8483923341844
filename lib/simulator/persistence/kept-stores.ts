import { CobRecord } from '../cob/cob.record.js';
import { planCobR } from '../cobr/cobr.plan.js';
import type { CobRRecord } from '../cobr/cobr.record.js';
import { CobVRecord } from '../cobv/cobv.record.js';
import type { LocRecord } from '../loc/loc.store.js';
import type { LocRecRecord } from '../locrec/locrec.store.js';
import { planLote } from '../lotecobv/lotecobv.processing.js';
import type { LoteRecord } from '../lotecobv/lotecobv.record.js';
import type { PixRecord } from '../pix/pix.record.js';
import { planRefunds } from '../pix/refund.js';
import { planRec } from '../rec/rec.moves.js';
import type { RecRecord } from '../rec/rec.record.js';
import type { SimulatorState } from '../simulator-state.js';
import { planSolicRec } from '../solicrec/solicrec.moves.js';
import type { SolicRecRecord } from '../solicrec/solicrec.record.js';
import type { DeliveryRecord } from '../webhook/delivery.record.js';
import type { SingleWebhookRecord } from '../webhook/single-webhook.store.js';
import type { WebhookRecord } from '../webhook/webhook.store.js';

/** How the records of a store are kept. */
export interface KeptStore {
  /** What names a record among those of its store. */
  keyOf(record: object): string;
  /** What records are instances of; plain objects when absent. */
  readonly prototype?: object;
  /** Puts a record back. */
  add(state: SimulatorState, record: object): void;
  /** Plans what is yet to happen to it, once every store is full. */
  plan?(state: SimulatorState, record: object): void;
}

function keep<Record extends object>(store: {
  keyOf: (record: Record) => string | number;
  prototype?: object;
  add: (state: SimulatorState, record: Record) => void;
  plan?: (state: SimulatorState, record: Record) => void;
}): KeptStore {
  const { keyOf, prototype, add, plan } = store;
  return {
    keyOf: (record) => String(keyOf(record as Record)),
    ...(prototype && { prototype }),
    add: (state, record) => {
      add(state, record as Record);
    },
    ...(plan && {
      plan: (state, record) => {
        plan(state, record as Record);
      },
    }),
  };
}

/** Every store, by the name that its changes are told under. */
export const keptStores: Readonly<Record<string, KeptStore>> = {
  locs: keep<LocRecord>({
    keyOf: ({ id }) => id,
    add: ({ locs }, record) => {
      locs.add(record);
    },
  }),
  locRecs: keep<LocRecRecord>({
    keyOf: ({ id }) => id,
    add: ({ locRecs }, record) => {
      locRecs.add(record);
    },
  }),
  pix: keep<PixRecord>({
    keyOf: ({ endToEndId }) => endToEndId,
    add: ({ pix }, record) => {
      pix.add(record);
    },
    plan: planRefunds,
  }),
  cobs: keep<CobRecord>({
    keyOf: ({ txid }) => txid,
    prototype: CobRecord.prototype,
    add: ({ cobs }, record) => {
      cobs.add(record);
    },
  }),
  cobvs: keep<CobVRecord>({
    keyOf: ({ txid }) => txid,
    prototype: CobVRecord.prototype,
    add: ({ cobvs }, record) => {
      cobvs.add(record);
    },
  }),
  lotes: keep<LoteRecord>({
    keyOf: ({ id }) => id,
    add: ({ lotes }, record) => {
      lotes.add(record);
    },
    plan: planLote,
  }),
  recs: keep<RecRecord>({
    keyOf: ({ idRec }) => idRec,
    add: ({ recs }, record) => {
      recs.add(record);
    },
    plan: planRec,
  }),
  solicRecs: keep<SolicRecRecord>({
    keyOf: ({ idSolicRec }) => idSolicRec,
    add: ({ solicRecs }, record) => {
      solicRecs.add(record);
    },
    plan: planSolicRec,
  }),
  cobrs: keep<CobRRecord>({
    keyOf: ({ txid }) => txid,
    add: ({ cobrs }, record) => {
      cobrs.add(record);
    },
    plan: planCobR,
  }),
  webhooks: keep<WebhookRecord>({
    keyOf: ({ chave }) => chave,
    add: ({ webhooks }, record) => {
      webhooks.add(record);
    },
  }),
  webhookRec: keep<SingleWebhookRecord>({
    keyOf: () => '',
    add: ({ webhookRec }, record) => {
      webhookRec.set(record);
    },
  }),
  webhookCobR: keep<SingleWebhookRecord>({
    keyOf: () => '',
    add: ({ webhookCobR }, record) => {
      webhookCobR.set(record);
    },
  }),
  deliveries: keep<DeliveryRecord>({
    keyOf: ({ id }) => id,
    add: ({ deliveries }, record) => {
      deliveries.resume(record);
    },
  }),
};
