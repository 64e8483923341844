import { ParametrosConsultaWebhooksDto } from 'nestjs-pix/dto';
import type { DtoClass } from 'nestjs-pix/spec';
import { LoteDto, LoteRevisadoDto, planLote } from '../../domain/charge/lotecobv.js';
import { planRefunds } from '../../domain/payment/refund.js';
import { planCobR } from '../../domain/recurrence/cobr.js';
import { planRec } from '../../domain/recurrence/rec.js';
import { planSolicRec } from '../../domain/recurrence/solicrec.js';
import type { SimulatorState } from '../../domain/state.js';
import type { Handlers } from '../pipeline.js';
import * as banks from './bank.handlers.js';
import { cobHandlers, cobvHandlers, lotecobvHandlers, pixHandlers } from './charge.handlers.js';
import { locHandlers, locrecHandlers } from './location.handlers.js';
import { cobrHandlers, recHandlers, solicrecHandlers } from './recurrence.handlers.js';
import type { ApiTable, TableHandlers } from './typed-handlers.js';
import { webhookcobrHandlers, webhookHandlers, webhookrecHandlers } from './webhook.handlers.js';

/** Builds the handlers of each table of the contract below the base path. */
const tables: {
  readonly [Table in ApiTable]: (state: SimulatorState) => TableHandlers<Table>;
} = {
  cob: cobHandlers,
  cobv: cobvHandlers,
  lotecobv: lotecobvHandlers,
  loc: locHandlers,
  pix: pixHandlers,
  webhook: webhookHandlers,
  rec: recHandlers,
  solicrec: solicrecHandlers,
  cobr: cobrHandlers,
  locrec: locrecHandlers,
  webhookcobr: webhookcobrHandlers,
  webhookrec: webhookrecHandlers,
  inter: banks.interHandlers,
  bb: banks.bbHandlers,
  itau: banks.itauHandlers,
  efi: banks.efiHandlers,
  bradesco: banks.bradescoHandlers,
  pagbank: banks.pagbankHandlers,
};

/** The handlers of all operations below the base path: those of the specification and those of single providers. */
export function apiHandlers(state: SimulatorState): Handlers {
  return Object.assign({}, ...Object.values(tables).map((build) => build(state))) as Handlers;
}

/** Classes that check bodies instead of the contract's, by operation id. */
export const familyBodies: Readonly<Record<string, DtoClass>> = {
  'lotecobv.create': LoteDto,
  'lotecobv.revise': LoteRevisadoDto,
};

/**
 * Classes that check queries instead of the contract's, by operation id. The contract has no query parameters for these
 * look-ups, but the specification lists violations of them (`WebhookRecConsultaInvalida`, `WebhookCobRConsultaInvalida`).
 */
export const familyFilters: Readonly<Record<string, DtoClass>> = {
  'webhookrec.get': ParametrosConsultaWebhooksDto,
  'webhookcobr.get': ParametrosConsultaWebhooksDto,
};

/** Plans the next step of a record, such as its expiry, whenever one changes. */
export function planRecords(state: SimulatorState): void {
  const { lotes, pix, recs, solicRecs, cobrs } = state;
  lotes.planWith((lote) => planLote(state, lote));
  pix.planWith((payment) => planRefunds(state, payment));
  recs.planWith((rec) => planRec(state, rec));
  solicRecs.planWith((request) => planSolicRec(state, request));
  cobrs.planWith((cobr) => planCobR(state, cobr));
}
