import { Inject, Injectable } from '@nestjs/common';
import {
  type CobRCompleta,
  isPixRecursoNaoEncontradoException,
  PixCobRService,
  type PixRequestOptions,
} from 'nestjs-pix';
import { BANK, type Bank } from '../bank/bank.js';
import { isRefusal } from '../bank/is-refusal.js';
import type { SubscriptionCharge } from '../database/schema.js';

/** Creates, reads, retries and cancels recurring charges (`cobr`), under the txid that the shop stored. */
@Injectable()
export class RecurringChargesService {
  constructor(
    private readonly cobr: PixCobRService,
    @Inject(BANK) private readonly bank: Bank,
  ) {}

  /** Creates the charge of a month and reads it. A repeat creates no second one. */
  async create(
    idRec: string,
    { txid, valor, vencimento, competencia }: SubscriptionCharge,
    options?: PixRequestOptions,
  ): Promise<CobRCompleta> {
    const { conta: recebedor } = this.bank;
    if (!recebedor) throw new Error('The bank has no account for Pix Automático');
    await this.cobr.createWithTxid(
      txid,
      {
        idRec,
        calendario: { dataDeVencimento: vencimento },
        valor: { original: valor },
        ajusteDiaUtil: true,
        recebedor,
        infoAdicional: `Clube do Café, ${competencia}`,
      },
      options,
    );
    return this.cobr.get(txid, options);
  }

  /** Returns the charge at the bank, or `undefined` if there is none. */
  async find(txid: string, options?: PixRequestOptions): Promise<CobRCompleta | undefined> {
    try {
      return await this.cobr.get(txid, options);
    } catch (error) {
      if (isPixRecursoNaoEncontradoException(error)) return undefined;
      throw error;
    }
  }

  /**
   * Requests another attempt, once. After an error, the attempts must be read before another request.
   *
   * @param day `YYYY-MM-DD`
   */
  retry(txid: string, day: string, options?: PixRequestOptions): Promise<CobRCompleta> {
    return this.cobr.retry(txid, day, options);
  }

  /**
   * Cancels the charge, and reads it. Banks refuse this after 22:00 of the day before the first attempt: the charge then
   * runs to its end.
   */
  async cancel(txid: string, options?: PixRequestOptions): Promise<CobRCompleta> {
    try {
      await this.cobr.cancel(txid, options);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    return this.cobr.get(txid, options);
  }
}
