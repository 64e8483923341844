import { BadGatewayException, Inject, Injectable } from '@nestjs/common';
import {
  isPixAPIException,
  isPixRecursoNaoEncontradoException,
  type PixAPIException,
  PixCobService,
  type PixRequestOptions,
} from 'nestjs-pix';
import { BANK, type Bank } from '../bank/bank.js';
import { isSameAmount } from '../bank/is-same-amount.js';
import type { Order } from '../database/schema.js';
import type { ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';

export type Charge = Awaited<ReturnType<PixCobService['get']>>;

/** The data of a charge at the provider that the shop stores. */
export interface OpenCharge {
  readonly pixCopiaECola: string;
  readonly expiraEm: Date;
}

/** The provider refused to create a charge and has none under its txid. `cause` is its error. */
export class ChargeRefused extends Error {
  override readonly name = 'ChargeRefused';

  constructor(override readonly cause: PixAPIException) {
    super('The provider refused the charge', { cause });
  }
}

/** The provider refused to cancel a charge, which can still be paid. `cause` is its error. */
export class CancellationRefused extends Error {
  override readonly name = 'CancellationRefused';

  constructor(override readonly cause: PixAPIException) {
    super('The provider refused the cancellation', { cause });
  }
}

/** Creates, reads and cancels the immediate charge (`cob`) of each order, under the txid of the order. */
@Injectable()
export class ChargesService {
  constructor(
    private readonly cob: PixCobService,
    @Inject(BANK) private readonly bank: Bank,
    @Inject(SETTINGS) private readonly settings: ShopSettings,
  ) {}

  /**
   * Opens the charge of an order. The shop has chosen and stored the txid, so the client settles an unknown outcome by
   * reading the charge, and a repeat never creates a second charge.
   *
   * @throws ChargeRefused when there is no charge; after any other error a charge may exist
   */
  async open(order: Order): Promise<OpenCharge> {
    try {
      const charge = await this.cob.createWithTxid(order.txid, {
        calendario: { expiracao: this.settings.orderExpiration },
        valor: { original: order.valor },
        chave: this.bank.chave,
        solicitacaoPagador: order.descricao,
      });
      return toOpenCharge(charge, order);
    } catch (error) {
      if (!isPixAPIException(error) || error.resultUnknown) throw error;
      return this.#adopt(order, error);
    }
  }

  /** Returns the charge at the provider, or `undefined` if there is none. */
  async find(txid: string, options?: PixRequestOptions): Promise<Charge | undefined> {
    try {
      return await this.cob.get(txid, {}, options);
    } catch (error) {
      if (isPixRecursoNaoEncontradoException(error)) return undefined;
      throw error;
    }
  }

  /**
   * Cancels the charge. After an error other than `CancellationRefused` it is not known whether the charge was cancelled.
   *
   * @returns `false` if the charge was already paid
   * @throws CancellationRefused when the charge can still be paid
   */
  async cancel(txid: string, options?: PixRequestOptions): Promise<boolean> {
    try {
      await this.cob.cancel(txid, options);
      return true;
    } catch (error) {
      const charge = await this.find(txid, options);
      if (charge === undefined || isRemoved(charge)) return true;
      if (charge.status === 'CONCLUIDA') return false;
      if (isPixAPIException(error) && !error.resultUnknown) throw new CancellationRefused(error);
      throw error;
    }
  }

  /** The provider also refuses a charge that another request of the shop has just created. */
  async #adopt(order: Order, refusal: PixAPIException): Promise<OpenCharge> {
    let charge: Charge | undefined;
    try {
      charge = await this.find(order.txid);
    } catch {
      throw refusal;
    }
    if (!charge) throw new ChargeRefused(refusal);
    if (!isSameAmount(charge.valor.original, order.valor)) throw refusal;
    return toOpenCharge(charge, order);
  }
}

export function isRemoved({ status }: Charge): boolean {
  return status.startsWith('REMOVIDA');
}

/** @throws BadGatewayException when the response has no text for the QR Code */
export function toOpenCharge(
  charge: ChargeTimes & Pick<Charge, 'pixCopiaECola'>,
  order: Order,
): OpenCharge {
  const { pixCopiaECola } = charge;
  if (!pixCopiaECola) throw new BadGatewayException('O provedor não devolveu o Pix Copia e Cola');
  return { pixCopiaECola, expiraEm: findExpiry(charge, order) };
}

type ChargeTimes = Pick<Charge, 'calendario'>;

/** Computes the expiry from the instant at which the provider created the charge, on the provider's clock. */
export function findExpiry({ calendario }: ChargeTimes, order: Order): Date {
  const expiraEm = new Date(Date.parse(calendario.criacao) + calendario.expiracao * 1000);
  return Number.isNaN(expiraEm.getTime()) ? order.expiraEm : expiraEm;
}
