import type { Devolucao, Pix } from '../../contract/pix/pix.types.js';
import { payBrCode, payTxid } from '../domain/payer/pay.js';
import type { PayBrCodeOptions } from '../domain/payer/pay.js';
import { removeByProvider } from '../domain/payer/remove.js';
import { payKey } from '../domain/payment/pay-key.js';
import type { PayKeyOptions, PayOptions } from '../domain/payment/pay.options.js';
import { findPix, findRefund } from '../api/handlers/pix.handlers.js';
import { toDevolucao, toPix } from '../domain/views/pix.view.js';
import { settleRefund } from '../domain/payment/refund.js';
import type { RefundOutcome, RefundStatus } from '../domain/payment/refund.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';
import { asPromise } from './commit-async.js';

/** Payers and refunds. The webhook of a payment's key is told of each; `idle` waits for that. */
export class PaymentsControl {
  constructor(
    /** @internal */
    protected readonly state: SimulatorState,
  ) {}

  /**
   * A payer pays a charge: an immediate one, a due-date one with what it amounts to on the day, or a recurring one, by
   * the attempt that stands.
   *
   * @returns the payment as the provider shows it
   * @throws SimulatorProblem `CobNaoEncontrado`; `PagamentoRecusado` when the charge is not ATIVA, has expired, or is of
   *   another amount, unless `force` says so; `RequisicaoInvalida` when an option is not valid
   */
  pay(txid: string, options: PayOptions = {}): Promise<Pix> {
    return asPromise(this.state, () => toPix(payTxid(this.state, txid, options)));
  }

  /**
   * A payer pays what a copy-and-paste text says: the charge at its location, or its key. A composite code authorises its
   * recurrence too: journey 3 with an immediate charge, 4 with a due-date charge or a key.
   *
   * @throws SimulatorProblem as {@link pay}; `CobPayloadNaoEncontrado` and `RecPayloadNaoEncontrado` when nothing is
   *   shown there; `AutorizacaoRecusada`
   */
  payBrCode(text: string, options: PayBrCodeOptions = {}): Promise<Pix> {
    return asPromise(this.state, () => toPix(payBrCode(this.state, text, options)));
  }

  /**
   * A payer pays to a key, with no charge: a Pix without a txid, or with that of a static code. Webhooks hear of the
   * latter alone.
   *
   * @throws SimulatorProblem `PagamentoRecusado` when the key is not the receiver's; `RequisicaoInvalida`
   */
  payKey(chave: string, options: PayKeyOptions): Promise<Pix> {
    return asPromise(this.state, () => toPix(payKey(this.state, chave, options)));
  }

  /**
   * Ends a refund that is EM_PROCESSAMENTO; one that has ended stays as it is.
   *
   * @param outcome how it ends, and why. Default: `DEVOLVIDO`
   * @throws SimulatorProblem `PixNaoEncontrado`, `PixDevolucaoNaoEncontrada`; `RequisicaoInvalida` when `motivo` is too
   *   long
   */
  settleRefund(
    e2eid: string,
    id: string,
    outcome: RefundStatus | RefundOutcome = {},
  ): Promise<Devolucao> {
    return asPromise(this.state, () => {
      const refund = findRefund(this.state, { e2eid, id });
      const end = typeof outcome === 'string' ? { status: outcome } : outcome;
      settleRefund(this.state, findPix(this.state, { e2eid }), refund, end);
      return toDevolucao(refund);
    });
  }

  /**
   * The provider itself removes an immediate or due-date charge that is ATIVA: `REMOVIDA_PELO_PSP`.
   *
   * @throws SimulatorProblem `CobNaoEncontrado`; `CobOperacaoInvalida` or `CobVOperacaoInvalida` when it is not ATIVA
   */
  removeByProvider(txid: string): Promise<void> {
    return asPromise(this.state, () => {
      removeByProvider(this.state, txid);
    });
  }
}
