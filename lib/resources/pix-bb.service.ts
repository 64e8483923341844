import type { PixCaller, PixRequestOptions } from '../client/index.js';
import {
  bbOperations,
  type BbDevolucoesConsultadas,
  type BbDevolucoesFilter,
  type BbPixConsultados,
  type BbPixFilter,
  type BbWebhookSolicRec,
  type BbWebhookSolicRecSolicitado,
} from '../contract/index.js';

/**
 * Operations that only Banco do Brasil offers. At other providers every method fails with
 * NotImplementedError before anything is sent.
 */
export class PixBbService {
  constructor(private readonly caller: PixCaller) {}

  /**
   * Reads one page of received Pix; can also filter by key and by dispute. Requires the scope
   * `pix-bb.read`, which the profile does not request by default.
   */
  listPix(filter: BbPixFilter = {}, options?: PixRequestOptions): Promise<BbPixConsultados> {
    return this.caller.call(bbOperations.listPix, { filter }, options);
  }

  /** Reads one page of refunds; can also filter by status. Requires the scope `pix-bb.read`. */
  listDevolucoes(
    filter: BbDevolucoesFilter = {},
    options?: PixRequestOptions,
  ): Promise<BbDevolucoesConsultadas> {
    return this.caller.call(bbOperations.listDevolucoes, { filter }, options);
  }

  /** Registers or replaces the webhook of requests to confirm a recurrence. */
  registerWebhookSolicRec(
    body: BbWebhookSolicRecSolicitado,
    options?: PixRequestOptions,
  ): Promise<void> {
    return this.caller.call(bbOperations.registerWebhookSolicRec, { body }, options);
  }

  /** Reads the webhook of requests to confirm a recurrence. */
  getWebhookSolicRec(options?: PixRequestOptions): Promise<BbWebhookSolicRec> {
    return this.caller.call(bbOperations.getWebhookSolicRec, {}, options);
  }

  /** Deletes the webhook of requests to confirm a recurrence. */
  deleteWebhookSolicRec(options?: PixRequestOptions): Promise<void> {
    return this.caller.call(bbOperations.deleteWebhookSolicRec, {}, options);
  }
}
