import type { PixCaller, PixRequestOptions } from '../client/index.js';
import { pagbankOperations } from '../contract/index.js';

/** The options of a payment in PagBank's sandbox. */
export interface PixPagBankPaymentOptions extends PixRequestOptions {
  /**
   * Token of the seller, without `Bearer`: the sandbox shows it under "Perfis de Integração",
   * "Vendedor", "Credenciais". It is sent instead of the account's access token. Required.
   */
  token: string;
}

/**
 * Operations that only PagBank offers. At other providers every method fails with
 * NotImplementedError, in production with ValueError, before anything is sent.
 */
export class PixPagBankService {
  constructor(private readonly caller: PixCaller) {}

  /**
   * Pays an immediate charge, which becomes `CONCLUIDA`. Only in the sandbox. After an unclear
   * response the client reads the charge; the call then also resolves if the charge was paid before.
   *
   * @throws ValueError without the token of the seller, or in production; nothing was sent
   */
  payCob(txid: string, options: PixPagBankPaymentOptions): Promise<void> {
    const { token, ...request } = { ...options };
    const body = { status: 'PAID', tx_id: txid } as const;
    return this.caller.call(pagbankOperations.payCob, { params: { txid }, body, token }, request);
  }
}
