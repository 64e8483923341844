/** Immediate and due-date charges, batches of them, and their locations. */
import {
  findCandidates,
  iteratePages,
  type PixCandidatePeriod,
  type PixIterateOptions,
  type PixRequestOptions,
  type PixCaller,
} from '../client/index.js';
import {
  cobOperations,
  cobvOperations,
  locOperations,
  lotecobvOperations,
  type CobFilter,
  type CobRevisada,
  type CobSolicitada,
  type CobsConsultadas,
  type CobsVConsultadas,
  type CobVFilter,
  type CobVRevisada,
  type CobVSolicitada,
  type ConsultaFilter,
  type LoteCobVBody,
  type LoteCobVBodyRevisado,
  type LotesCobVConsultados,
  type PayloadLocationConsultadas,
  type PayloadLocationFilter,
  type PayloadLocationSolicitada,
  type RevisaoFilter,
  cobrOperations,
  locrecOperations,
  recOperations,
  solicrecOperations,
  type CobRFilter,
  type CobRSolicitada,
  type CobRStatusRevisada,
  type CobsRConsultadas,
  type PayloadLocationRecCompleta,
  type PayloadLocationRecConsultadas,
  type PayloadLocationRecFilter,
  type RecFilter,
  type RecRevisada,
  type RecsConsultadas,
  type RecSolicitada,
  type RecTxidFilter,
  type SolicRecCompleta,
  type SolicRecRevisada,
  type SolicRecSolicitada,
  pixOperations,
  webhookcobrOperations,
  webhookOperations,
  webhookrecOperations,
  type DevolucaoSolicitada,
  type PixConsultados,
  type PixFilter,
  type WebhookCobRSolicitado,
  type WebhookCompleto,
  type WebhookFilter,
  type WebhookRecSolicitado,
  type WebhookSolicitado,
} from '../contract/index.js';
import { PixCreatingService, PixListService, PixService } from './service.js';

/**
 * Immediate charges (`/cob`). Every method throws a `ValidationError` for invalid input before
 * anything is sent, and a `PixAPIException` for a failed response or connection
 * (docs/interface.md#errors).
 */
export class PixCobService extends PixCreatingService<CobSolicitada, CobFilter, CobsConsultadas> {
  /** @internal */
  protected readonly pages = cobOperations.list;
  /** @internal */
  protected readonly creation = cobOperations.create;

  /**
   * Creates a charge under a txid that the provider chooses. The request is sent at most once. If
   * its outcome is unknown (`resultUnknown`), search with {@link findCandidates} before you create
   * another charge; {@link createWithTxid} does not require this.
   */
  create(body: CobSolicitada, options?: PixRequestOptions) {
    return this.caller.call(cobOperations.create, { body }, options);
  }

  /**
   * Creates a charge under a txid that you choose.
   *
   * @param txid 26 to 35 letters and digits; `generateTxid()` creates one
   */
  createWithTxid(txid: string, body: CobSolicitada, options?: PixRequestOptions) {
    return this.caller.call(cobOperations.createWithTxid, { params: { txid }, body }, options);
  }

  /** Revises an ATIVA charge. Fields that the body omits are unchanged. */
  revise(txid: string, body: CobRevisada, options?: PixRequestOptions) {
    return this.caller.call(cobOperations.revise, { params: { txid }, body }, options);
  }

  /** Removes a charge by revising its status to REMOVIDA_PELO_USUARIO_RECEBEDOR. */
  cancel(txid: string, options?: PixRequestOptions) {
    return this.revise(txid, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }, options);
  }

  /**
   * Reads a charge with the Pix that paid it.
   *
   * @param filter `revisao`: an earlier revision, from 0. Default: the latest
   */
  get(txid: string, filter?: RevisaoFilter, options?: PixRequestOptions) {
    return this.caller.call(cobOperations.get, { params: { txid }, filter }, options);
  }
}

/** Due-date charges (`/cobv`), with fine, interest, rebate and discount. */
export class PixCobVService extends PixListService<CobVFilter, CobsVConsultadas> {
  /** @internal */
  protected readonly pages = cobvOperations.list;

  /**
   * Creates a charge under a txid that you choose.
   *
   * @param txid 26 to 35 letters and digits; `generateTxid()` creates one
   */
  createWithTxid(txid: string, body: CobVSolicitada, options?: PixRequestOptions) {
    return this.caller.call(cobvOperations.createWithTxid, { params: { txid }, body }, options);
  }

  /** Revises an ATIVA charge. Fields that the body omits are unchanged. */
  revise(txid: string, body: CobVRevisada, options?: PixRequestOptions) {
    return this.caller.call(cobvOperations.revise, { params: { txid }, body }, options);
  }

  /** Removes a charge by revising its status to REMOVIDA_PELO_USUARIO_RECEBEDOR. */
  cancel(txid: string, options?: PixRequestOptions) {
    return this.revise(txid, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }, options);
  }

  /**
   * Reads a charge with the Pix that paid it.
   *
   * @param filter `revisao`: an earlier revision, from 0. Default: the latest
   */
  get(txid: string, filter?: RevisaoFilter, options?: PixRequestOptions) {
    return this.caller.call(cobvOperations.get, { params: { txid }, filter }, options);
  }
}

/**
 * Batches of due-date charges (`/lotecobv`). The provider accepts a batch and processes it later;
 * read it for the result of each charge.
 */
export class PixLoteCobVService extends PixListService<ConsultaFilter, LotesCobVConsultados> {
  /** @internal */
  protected readonly pages = lotecobvOperations.list;

  /** Creates a batch under an identifier that you choose. The response (202) is empty. */
  create(id: string | number, body: LoteCobVBody, options?: PixRequestOptions): Promise<void> {
    return this.caller.call(lotecobvOperations.create, { params: { id }, body }, options);
  }

  /** Revises charges of a batch. The response (202) is empty. */
  revise(
    id: string | number,
    body: LoteCobVBodyRevisado,
    options?: PixRequestOptions,
  ): Promise<void> {
    return this.caller.call(lotecobvOperations.revise, { params: { id }, body }, options);
  }

  /** Reads a batch with the status of each charge, and the problem of each refused one. */
  get(id: string | number, options?: PixRequestOptions) {
    return this.caller.call(lotecobvOperations.get, { params: { id } }, options);
  }
}

/** Payload locations (`/loc`): addresses for QR codes that can be created before their charge. */
export class PixLocService extends PixCreatingService<
  PayloadLocationSolicitada,
  PayloadLocationFilter,
  PayloadLocationConsultadas
> {
  /** @internal */
  protected readonly pages = locOperations.list;
  /** @internal */
  protected readonly creation = locOperations.create;

  /** Creates a location for an immediate charge (`cob`) or a due-date charge (`cobv`). */
  create(body: PayloadLocationSolicitada, options?: PixRequestOptions) {
    return this.caller.call(locOperations.create, { body }, options);
  }

  /** Reads a location, with the txid of its charge if it has one. */
  get(id: number, options?: PixRequestOptions) {
    return this.caller.call(locOperations.get, { params: { id } }, options);
  }

  /** Detaches the charge from a location, which is then free for another one. */
  unlinkTxid(id: number, options?: PixRequestOptions) {
    return this.caller.call(locOperations.unlinkTxid, { params: { id } }, options);
  }
}

/** Pix Automático: recurrences, requests to confirm them, their charges and locations. */

/** Recurrences of Pix Automático (`/rec`): authorizations to collect repeatedly from a payer. */
export class PixRecService extends PixCreatingService<RecSolicitada, RecFilter, RecsConsultadas> {
  /** @internal */
  protected readonly pages = recOperations.list;
  /** @internal */
  protected readonly creation = recOperations.create;

  /** Creates a recurrence under an idRec that the provider chooses. */
  create(body: RecSolicitada, options?: PixRequestOptions) {
    return this.caller.call(recOperations.create, { body }, options);
  }

  /** Revises a recurrence. Fields that the body omits are unchanged. */
  revise(idRec: string, body: RecRevisada, options?: PixRequestOptions) {
    return this.caller.call(recOperations.revise, { params: { idRec }, body }, options);
  }

  /** Cancels the recurrence, including its future charges, by revising its status to CANCELADA. */
  cancel(idRec: string, options?: PixRequestOptions) {
    return this.revise(idRec, { status: 'CANCELADA' }, options);
  }

  /**
   * Reads a recurrence.
   *
   * @param filter `txid`: the charge whose QR code also contains the recurrence
   */
  get(idRec: string, filter?: RecTxidFilter, options?: PixRequestOptions) {
    return this.caller.call(recOperations.get, { params: { idRec }, filter }, options);
  }
}

/**
 * Requests to confirm a recurrence (`/solicrec`), which payers receive in their bank's application.
 */
export class PixSolicRecService extends PixService {
  /** Sends a request under an idSolicRec that the provider chooses. */
  create(body: SolicRecSolicitada, options?: PixRequestOptions) {
    return this.caller.call(solicrecOperations.create, { body }, options);
  }

  /**
   * Searches for the requests of a recurrence that contain everything that was sent and may come
   * from a {@link create} with an unknown outcome.
   *
   * @throws PixRespostaInvalidaError if the provider does not return the requests of the recurrence
   * @returns the requests in the order of the provider; empty if there are none
   */
  findCandidates(
    body: SolicRecSolicitada,
    options?: PixRequestOptions,
  ): Promise<SolicRecCompleta[]> {
    return findCandidates(this.caller, solicrecOperations.create, body, {}, options);
  }

  /** Revises the status of a request; only CANCELADA is accepted. */
  revise(idSolicRec: string, body: SolicRecRevisada, options?: PixRequestOptions) {
    return this.caller.call(solicrecOperations.revise, { params: { idSolicRec }, body }, options);
  }

  /** Cancels a request by revising its status to CANCELADA. */
  cancel(idSolicRec: string, options?: PixRequestOptions) {
    return this.revise(idSolicRec, { status: 'CANCELADA' }, options);
  }

  /** Reads a request. */
  get(idSolicRec: string, options?: PixRequestOptions) {
    return this.caller.call(solicrecOperations.get, { params: { idSolicRec } }, options);
  }
}

/** Recurring charges (`/cobr`) of a recurrence that the payer has approved. */
export class PixCobRService extends PixCreatingService<
  CobRSolicitada,
  CobRFilter,
  CobsRConsultadas
> {
  /** @internal */
  protected readonly pages = cobrOperations.list;
  /** @internal */
  protected readonly creation = cobrOperations.create;

  /**
   * Creates a charge under a txid that the provider chooses. The request is sent at most once. If
   * its outcome is unknown (`resultUnknown`), search with {@link findCandidates} before you create
   * another charge; {@link createWithTxid} does not require this.
   */
  create(body: CobRSolicitada, options?: PixRequestOptions) {
    return this.caller.call(cobrOperations.create, { body }, options);
  }

  /**
   * Creates a charge under a txid that you choose.
   *
   * @param txid 26 to 35 letters and digits; `generateTxid()` creates one
   */
  createWithTxid(txid: string, body: CobRSolicitada, options?: PixRequestOptions) {
    return this.caller.call(cobrOperations.createWithTxid, { params: { txid }, body }, options);
  }

  /** Revises the status of a charge; only CANCELADA is accepted. */
  revise(txid: string, body: CobRStatusRevisada, options?: PixRequestOptions) {
    return this.caller.call(cobrOperations.revise, { params: { txid }, body }, options);
  }

  /**
   * Cancels only this charge by revising its status to CANCELADA; the recurrence remains active.
   */
  cancel(txid: string, options?: PixRequestOptions) {
    return this.revise(txid, { status: 'CANCELADA' }, options);
  }

  /** Reads a charge with its settlement attempts. */
  get(txid: string, options?: PixRequestOptions) {
    return this.caller.call(cobrOperations.get, { params: { txid } }, options);
  }

  /**
   * Requests another settlement attempt; up to 3 within 7 days, only with PERMITE_3R_7D
   * (docs/interface.md#limits).
   *
   * @param data date of the attempt, `YYYY-MM-DD`
   */
  retry(txid: string, data: string, options?: PixRequestOptions) {
    return this.caller.call(cobrOperations.retry, { params: { txid, data } }, options);
  }
}

/**
 * Payload locations of recurrences (`/locrec`).
 */
export class PixLocRecService extends PixListService<
  PayloadLocationRecFilter,
  PayloadLocationRecConsultadas
> {
  /** @internal */
  protected readonly pages = locrecOperations.list;

  /** Creates a location. */
  create(options?: PixRequestOptions) {
    return this.caller.call(locrecOperations.create, {}, options);
  }

  /**
   * Searches for locations that may come from a {@link create} with an unknown outcome. Also finds
   * locations that were created otherwise.
   *
   * @param period when the call was made. Default: the last 10 minutes
   * @returns the locations in the order of the provider; empty if there are none
   */
  findCandidates(
    period: PixCandidatePeriod = {},
    options?: PixRequestOptions,
  ): Promise<PayloadLocationRecCompleta[]> {
    return findCandidates(this.caller, locrecOperations.create, undefined, period, options);
  }

  /** Reads a location, with the idRec of its recurrence if it has one. */
  get(id: number, options?: PixRequestOptions) {
    return this.caller.call(locrecOperations.get, { params: { id } }, options);
  }

  /** Detaches the recurrence from a location, which is then free for another one. */
  unlinkIdRec(id: number, options?: PixRequestOptions) {
    return this.caller.call(locrecOperations.unlinkIdRec, { params: { id } }, options);
  }
}

/** Received Pix with their refunds, and the webhooks that notify of events. */

/** The options of a registration of a webhook. */
export interface PixWebhookOptions extends PixRequestOptions {
  /**
   * Whether the receiver checks the bank's client certificate. With `false`, a bank that tests this
   * at the registration, as Efí does, is asked not to (`x-skip-mtls-checking`); others ignore it.
   * Authenticate the bank by a secret in the address then. Default: `true`.
   */
  mtls?: boolean;
}

function toRequestOptions(
  { provider }: PixCaller,
  { mtls = true, ...options }: PixWebhookOptions = {},
): PixRequestOptions {
  const skipHeader = provider.server?.webhook?.testCall?.skipHeader;
  if (mtls || skipHeader === undefined) return options;
  return { ...options, headers: { ...options.headers, [skipHeader]: 'true' } };
}

/**
 * Received Pix and their refunds (`/pix`).
 */
export class PixRecebidosService extends PixListService<PixFilter, PixConsultados> {
  /** @internal */
  protected readonly pages = pixOperations.list;

  /** Reads a received Pix with its refunds. */
  get(e2eid: string, options?: PixRequestOptions) {
    return this.caller.call(pixOperations.get, { params: { e2eid } }, options);
  }

  /**
   * Requests a full or partial refund, within 90 days. It ends as DEVOLVIDO or NAO_REALIZADO.
   *
   * @param id 1 to 35 letters and digits, unique for the e2eid; `generateDevolucaoId()` creates one
   */
  refund(e2eid: string, id: string, body: DevolucaoSolicitada, options?: PixRequestOptions) {
    return this.caller.call(pixOperations.refund, { params: { e2eid, id }, body }, options);
  }

  /** Reads a refund. */
  getRefund(e2eid: string, id: string, options?: PixRequestOptions) {
    return this.caller.call(pixOperations.getRefund, { params: { e2eid, id } }, options);
  }
}

/**
 * Webhooks of received Pix (`/webhook`), one for each key.
 */
export class PixWebhookService extends PixService {
  /** Registers or replaces the webhook of a key. The provider appends `/pix` to the address. */
  register(chave: string, body: WebhookSolicitado, options?: PixWebhookOptions): Promise<void> {
    const own = toRequestOptions(this.caller, options);
    return this.caller.call(webhookOperations.register, { params: { chave }, body }, own);
  }

  /** Reads the webhook of a key. */
  get(chave: string, options?: PixRequestOptions) {
    return this.caller.call(webhookOperations.get, { params: { chave } }, options);
  }

  /** Deletes the webhook of a key. */
  delete(chave: string, options?: PixRequestOptions): Promise<void> {
    return this.caller.call(webhookOperations.delete, { params: { chave } }, options);
  }

  /**
   * Reads one page of webhooks. Default: page 0 with 100 items.
   *
   * @throws NotImplementedError at a provider that does not offer it (docs/decisions.md D32)
   */
  list(filter: WebhookFilter = {}, options?: PixRequestOptions) {
    return this.caller.call(webhookOperations.list, { filter }, options);
  }

  /** Iterates over all webhooks, with one page in memory at a time. */
  iterate(filter: WebhookFilter = {}, options?: PixIterateOptions): AsyncIterable<WebhookCompleto> {
    return iteratePages(this.caller, webhookOperations.list, filter, options);
  }
}

/** The account's webhook of recurrences (`/webhookrec`). */
export class PixWebhookRecService extends PixService {
  /** Registers or replaces the webhook. The provider appends `/rec` to the address. */
  register(body: WebhookRecSolicitado, options?: PixWebhookOptions): Promise<void> {
    const own = toRequestOptions(this.caller, options);
    return this.caller.call(webhookrecOperations.register, { body }, own);
  }

  /** Reads the webhook. */
  get(options?: PixRequestOptions) {
    return this.caller.call(webhookrecOperations.get, {}, options);
  }

  /** Deletes the webhook. */
  delete(options?: PixRequestOptions): Promise<void> {
    return this.caller.call(webhookrecOperations.delete, {}, options);
  }
}

/** The account's webhook of recurring charges (`/webhookcobr`). */
export class PixWebhookCobRService extends PixService {
  /** Registers or replaces the webhook. The provider appends `/cobr` to the address. */
  register(body: WebhookCobRSolicitado, options?: PixWebhookOptions): Promise<void> {
    const own = toRequestOptions(this.caller, options);
    return this.caller.call(webhookcobrOperations.register, { body }, own);
  }

  /** Reads the webhook. */
  get(options?: PixRequestOptions) {
    return this.caller.call(webhookcobrOperations.get, {}, options);
  }

  /** Deletes the webhook. */
  delete(options?: PixRequestOptions): Promise<void> {
    return this.caller.call(webhookcobrOperations.delete, {}, options);
  }
}
