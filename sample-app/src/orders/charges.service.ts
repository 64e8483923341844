import { BadGatewayException, Inject, Injectable } from '@nestjs/common';
import { isPixAPIException, isPixRecursoNaoEncontradoException, PixCobService } from 'nestjs-pix';
import { BANK, type Bank } from '../bank/bank.js';
import type { Order } from '../database/schema.js';
import { SETTINGS } from '../settings/settings.module.js';
import type { ShopSettings } from '../settings/settings.js';
import type { ConfirmedPayment } from './orders.repository.js';

type Charge = Awaited<ReturnType<PixCobService['get']>>;

/** What the shop keeps of a charge that exists at the provider. */
export interface OpenCharge {
  readonly pixCopiaECola: string;
  readonly expiraEm: Date;
}

/** The shop's side of Pix: one immediate charge (`cob`) an order, under the order's own txid. */
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
   */
  async open(order: Order): Promise<OpenCharge> {
    const charge = await this.cob.createWithTxid(order.txid, {
      calendario: { expiracao: this.settings.orderExpiration },
      valor: { original: order.valor },
      chave: this.bank.chave,
      solicitacaoPagador: order.descricao,
    });
    return openCharge(charge, order);
  }

  /** The charge as the provider holds it; `undefined` when there is none. */
  async find(txid: string): Promise<Charge | undefined> {
    try {
      return await this.cob.get(txid);
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
      if (charge === undefined || charge.status.startsWith('REMOVIDA')) return true;
      if (charge.status === 'CONCLUIDA') return false;
      throw error;
    }
  }

  /** The payment, as the provider tells it when asked: a notification alone is only a hint. */
  async confirmPayment(txid: string, endToEndId: string): Promise<ConfirmedPayment | undefined> {
    const charge = await this.find(txid);
    const pix = charge?.pix?.find((candidate) => candidate.endToEndId === endToEndId);
    if (charge?.status !== 'CONCLUIDA' || !pix) return undefined;
    return { endToEndId, txid, valor: pix.valor, horario: new Date(pix.horario) };
  }
}

/** Whether the request may have taken effect although no usable answer came. */
export function isUnknown(error: unknown): boolean {
  return isPixAPIException(error) && error.resultUnknown;
}

/** Expiry counts on the provider's clock, from the moment that it created the charge. */
function openCharge(charge: Charge, order: Order): OpenCharge {
  const { pixCopiaECola, calendario } = charge;
  if (!pixCopiaECola) throw new BadGatewayException('O provedor não devolveu o Pix Copia e Cola');
  const created = Date.parse(calendario.criacao);
  const expiraEm = new Date(created + calendario.expiracao * 1000);
  return { pixCopiaECola, expiraEm: Number.isNaN(expiraEm.getTime()) ? order.expiraEm : expiraEm };
}
