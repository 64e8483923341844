import { Inject, Injectable } from '@nestjs/common';
import {
  isPixRecursoNaoEncontradoException,
  PixCobService,
  PixLocRecService,
  PixRecService,
  type PixRequestOptions,
  type RecCompleta,
  type RecSolicitada,
} from 'nestjs-pix';
import { BANK, type Bank } from '../bank/bank.js';
import { isRefusal } from '../bank/is-refusal.js';
import { findPlan } from '../catalogue/plans.js';
import type { Subscription, SubscriptionCharge } from '../database/schema.js';
import { ChargesService } from '../orders/charges.service.js';

const MINUTE_MS = 60_000;

/** Maximum length of `objeto`, which the payer's bank shows. */
const OBJETO = 35;

/** The bank refused to cancel a recurrence, which is still open. `cause` is its error. */
export class RecurrenceCancellationRefused extends Error {
  override readonly name = 'RecurrenceCancellationRefused';

  constructor(override readonly cause: Error) {
    super('The bank refused the cancellation', { cause });
  }
}

/** Creates, reads and cancels the recurrence (`rec`) of each subscription, and the immediate charge of journey 3. */
@Injectable()
export class RecurrencesService {
  constructor(
    private readonly rec: PixRecService,
    private readonly locRec: PixLocRecService,
    private readonly cob: PixCobService,
    private readonly charges: ChargesService,
    @Inject(BANK) private readonly bank: Bank,
  ) {}

  /** Opens the immediate charge of the first month, under the stored txid. A repeat creates no second one. */
  async openFirstCharge(
    { criadoEm, aprovarAte, plano }: Subscription,
    { txid, valor }: SubscriptionCharge,
    options?: PixRequestOptions,
  ): Promise<void> {
    const expiracao = Math.round((aprovarAte.getTime() - criadoEm.getTime()) / 1000);
    const body = {
      calendario: { expiracao },
      valor: { original: valor },
      chave: this.bank.chave,
      solicitacaoPagador: `Primeiro mês: ${findPlan(plano)?.nome ?? plano}`,
    };
    try {
      await this.cob.createWithTxid(txid, body, options);
    } catch (error) {
      // Banks also refuse the repeat of a charge that an earlier request has created.
      if (!isRefusal(error) || !(await this.charges.find(txid, options))) throw error;
    }
  }

  /**
   * Creates the recurrence. The bank chooses its identifier, so the request must not be repeated before
   * {@link findByContract} has found nothing. The location may be left over after a failure; it costs nothing.
   *
   * @param txid the immediate charge of journey 3
   * @returns the idRec
   */
  async create(
    subscription: Subscription,
    txid?: string,
    options?: PixRequestOptions,
  ): Promise<string> {
    const { id: loc } = await this.locRec.create(options);
    const { idRec } = await this.rec.create(toBody(subscription, loc, txid), options);
    return idRec;
  }

  /** Searches for the recurrence of an earlier request by its contract number. */
  async findByContract(
    { contrato, criadoEm }: Subscription,
    options?: PixRequestOptions,
  ): Promise<string | undefined> {
    const inicio = new Date(criadoEm.getTime() - 5 * MINUTE_MS);
    const fim = new Date(Date.now() + 5 * MINUTE_MS);
    for await (const { idRec, vinculo } of this.rec.iterate({ inicio, fim }, options)) {
      if (vinculo.contrato === contrato) return idRec;
    }
    return undefined;
  }

  /** @param txid also returns the QR Code of journey 3, with this immediate charge */
  read(idRec: string, txid?: string, options?: PixRequestOptions): Promise<RecCompleta> {
    return this.rec.get(idRec, txid === undefined ? {} : { txid }, options);
  }

  /** Reads the recurrence of a notification, or `undefined` if the account has none. */
  async find(idRec: string, options?: PixRequestOptions): Promise<RecCompleta | undefined> {
    try {
      return await this.read(idRec, undefined, options);
    } catch (error) {
      if (isPixRecursoNaoEncontradoException(error)) return undefined;
      throw error;
    }
  }

  /**
   * Cancels the recurrence and reads it. After an error other than `RecurrenceCancellationRefused` it is not known whether
   * it was cancelled.
   *
   * @throws RecurrenceCancellationRefused when it is still open
   */
  async cancel(idRec: string, options?: PixRequestOptions): Promise<RecCompleta> {
    try {
      await this.rec.cancel(idRec, options);
      return await this.read(idRec, undefined, options);
    } catch (error) {
      const rec = await this.read(idRec, undefined, options);
      if (rec.status !== 'CRIADA' && rec.status !== 'APROVADA') return rec;
      if (isRefusal(error)) throw new RecurrenceCancellationRefused(error);
      throw error;
    }
  }
}

function toBody(
  { contrato, cpf, nome, plano, dataInicial, valor }: Subscription,
  loc: number,
  txid: string | undefined,
): RecSolicitada {
  return {
    vinculo: {
      contrato,
      devedor: { cpf, nome },
      objeto: (findPlan(plano)?.nome ?? plano).slice(0, OBJETO),
    },
    calendario: { dataInicial, periodicidade: 'MENSAL' },
    valor: { valorRec: valor },
    politicaRetentativa: 'PERMITE_3R_7D',
    loc,
    ...(txid !== undefined && { ativacao: { dadosJornada: { txid } } }),
  };
}
