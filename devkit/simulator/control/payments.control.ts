import type { Devolucao, Pix } from 'nestjs-pix';
import { findPix, findRefund } from '../api/handlers/pix.handlers.js';
import { payBrCode, payTxid, type PayBrCodeOptions } from '../domain/payer/pay.js';
import { removeByProvider } from '../domain/payer/remove.js';
import { payKey } from '../domain/payment/pay-key.js';
import type { PayKeyOptions, PayOptions } from '../domain/payment/pay.options.js';
import { settleRefund, type RefundOutcome, type RefundStatus } from '../domain/payment/refund.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';
import { toDevolucao, toPix } from '../domain/views/pix.view.js';
import { commitAsync } from './commit-async.js';

/**
 * Actions of payers, and refunds. Each one notifies the webhook of the payment's key; `idle` waits
 * for the delivery.
 */
export class PaymentsControl {
  constructor(
    /** @internal */
    protected readonly state: SimulatorState,
  ) {}

  /**
   * Pays a charge: an immediate charge, a due-date charge with its amount on the day, or a
   * recurring charge with its pending attempt.
   *
   * @returns the payment, as `GET /pix/{e2eid}` returns it
   * @throws SimulatorProblem `CobNaoEncontrado`; `PagamentoRecusado` if the charge is not ATIVA,
   * has expired or has
   *   another amount, unless `force` is set; `RequisicaoInvalida` if an option is not valid
   */
  pay(txid: string, options: PayOptions = {}): Promise<Pix> {
    return commitAsync(this.state, () => toPix(payTxid(this.state, txid, options)));
  }

  /**
   * Pays a BR Code: the charge at its location, or its key. A composite code also authorizes its
   * recurrence: journey 3 with an immediate charge, journey 4 with a due-date charge or a key.
   *
   * @throws SimulatorProblem as {@link pay}; `CobPayloadNaoEncontrado` or `RecPayloadNaoEncontrado`
   * if the location has
   *   no charge or recurrence; `AutorizacaoRecusada`
   */
  payBrCode(text: string, options: PayBrCodeOptions = {}): Promise<Pix> {
    return commitAsync(this.state, () => toPix(payBrCode(this.state, text, options)));
  }

  /**
   * Pays to a key, without a charge: a Pix without txid, or with the txid of a static code.
   * Webhooks are notified only of a Pix with txid.
   *
   * @throws SimulatorProblem `PagamentoRecusado` if the key does not belong to the receiver;
   * `RequisicaoInvalida`
   */
  payKey(chave: string, options: PayKeyOptions): Promise<Pix> {
    return commitAsync(this.state, () => toPix(payKey(this.state, chave, options)));
  }

  /**
   * Ends a refund that is EM_PROCESSAMENTO. A refund that has ended does not change.
   *
   * @param outcome status, or status and reason. Default: `DEVOLVIDO`
   * @throws SimulatorProblem `PixNaoEncontrado`, `PixDevolucaoNaoEncontrada`; `RequisicaoInvalida`
   * if `motivo` is too
   *   long
   */
  settleRefund(
    e2eid: string,
    id: string,
    outcome: RefundStatus | RefundOutcome = {},
  ): Promise<Devolucao> {
    return commitAsync(this.state, () => {
      const refund = findRefund(this.state, { e2eid, id });
      const end = typeof outcome === 'string' ? { status: outcome } : outcome;
      settleRefund(this.state, findPix(this.state, { e2eid }), refund, end);
      return toDevolucao(refund);
    });
  }

  /**
   * Removes an immediate or due-date charge that is ATIVA, as the provider: it becomes
   * `REMOVIDA_PELO_PSP`.
   *
   * @throws SimulatorProblem `CobNaoEncontrado`; `CobOperacaoInvalida` or `CobVOperacaoInvalida` if
   * it is not ATIVA
   */
  removeByProvider(txid: string): Promise<void> {
    return commitAsync(this.state, () => {
      removeByProvider(this.state, txid);
    });
  }
}
