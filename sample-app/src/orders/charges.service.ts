import { BadGatewayException, Inject, Injectable } from '@nestjs/common';
import {
  isPixAPIException,
  isPixRecursoNaoEncontradoException,
  type PixAPIException,
  PixCobService,
  type PixRequestOptions,
} from 'nestjs-pix';
import { BANK, type Bank } from '../bank/bank.js';
import type { Order } from '../database/schema.js';
import type { ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';

export type Charge = Awaited<ReturnType<PixCobService['get']>>;

/** What the shop keeps of a charge that exists at the provider. */
export interface OpenCharge {
  readonly pixCopiaECola: string;
  readonly expiraEm: Date;
}

/** The provider refused to create a charge and has none under its txid. `cause` says why. */
export class ChargeRefused extends Error {
  override readonly name = 'ChargeRefused';

  constructor(override readonly cause: PixAPIException) {
    super('The provider refused the charge', { cause });
  }
}

/** The shop's side of Pix: one immediate charge (`cob`) for each order, under the order's own txid. */
@Injectable()
export class ChargesService {
  constructor(
    private readonly cob: PixCobService,
    @Inject(BANK) private readonly bank: Bank,
    @Inject(SETTINGS) private readonly settings: ShopSettings,
  ) {}

  /**
   * Opens the charge of an order. The txid is the shop's own and already stored, so the client settles an unknown outcome
   * by reading the charge, and a repeat never charges twice.
   *
   * @throws ChargeRefused when there is certainly no charge; after any other error there may be one
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

  /** The charge as the provider holds it; `undefined` when there is none. */
  async find(txid: string, options?: PixRequestOptions): Promise<Charge | undefined> {
    try {
      return await this.cob.get(txid, {}, options);
    } catch (error) {
      if (isPixRecursoNaoEncontradoException(error)) return undefined;
      throw error;
    }
  }

  /**
   * Takes the charge back from the payer.
   *
   * @returns false when it is too late, because the charge was paid
   */
  async cancel(txid: string): Promise<boolean> {
    try {
      await this.cob.cancel(txid);
      return true;
    } catch (error) {
      const charge = await this.find(txid);
      if (charge === undefined || isRemoved(charge)) return true;
      if (charge.status === 'CONCLUIDA') return false;
      throw error;
    }
  }

  /** A refusal may mean that another request of the shop has just opened the charge. */
  async #adopt(order: Order, refusal: PixAPIException): Promise<OpenCharge> {
    let charge: Charge | undefined;
    try {
      charge = await this.find(order.txid);
    } catch {
      throw refusal;
    }
    if (!charge) throw new ChargeRefused(refusal);
    if (Number(charge.valor.original) !== Number(order.valor)) throw refusal;
    return toOpenCharge(charge, order);
  }
}

export function isRemoved({ status }: Charge): boolean {
  return status.startsWith('REMOVIDA');
}

/**
 * Expiry counts on the provider's clock, from the moment that it created the charge.
 *
 * @throws BadGatewayException when the provider gave no text for the QR Code
 */
export function toOpenCharge(
  { pixCopiaECola, calendario }: Pick<Charge, 'pixCopiaECola' | 'calendario'>,
  order: Order,
): OpenCharge {
  if (!pixCopiaECola) throw new BadGatewayException('O provedor não devolveu o Pix Copia e Cola');
  const created = Date.parse(calendario.criacao);
  const expiraEm = new Date(created + calendario.expiracao * 1000);
  return { pixCopiaECola, expiraEm: Number.isNaN(expiraEm.getTime()) ? order.expiraEm : expiraEm };
}
