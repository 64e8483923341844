import type { CobRCompleta, Devolucao, Pix, RecCompletaPesquisada } from 'nestjs-pix';
import { findRefund } from '../api/handlers/charge.handlers.js';
import {
  approve,
  cancelCobRByPayer,
  cancelRec,
  findOpenRec,
  reject,
  removeByProvider,
  type ApproveOptions,
  type CancelOptions,
  type RejectOptions,
} from '../domain/payer/authorize.js';
import {
  findRecByBrCode,
  payBrCode,
  payTxid,
  settleAttempt,
  type AttemptOptions,
  type AttemptOutcome,
  type PayBrCodeOptions,
} from '../domain/payer/pay.js';
import { payKey, type PayKeyOptions, type PayOptions } from '../domain/payment/pay.js';
import {
  refundByProvider,
  settleRefund,
  type ProviderRefund,
  type RefundOutcome,
  type RefundStatus,
} from '../domain/payment/refund.js';
import type { SimulatorState } from '../domain/state.js';
import { toDevolucao, toPix } from '../domain/views/charge.views.js';
import { toCobR, toRecPesquisada } from '../domain/views/recurrence.views.js';
import { commitAsync } from './api-caller.js';

/**
 * Actions of payers, and refunds. Each one notifies the webhook of the payment's key; `idle` waits
 * for the delivery.
 */
class PaymentsControl {
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
      settleRefund(this.state, this.state.pix.require(e2eid), refund, end);
      return toDevolucao(refund);
    });
  }

  /**
   * Refunds a Pix as the provider, by the special return mechanism (MED): money that leaves without a request of the
   * receiver. It ends after `refundDelay`, or by {@link settleRefund}, and the webhook is notified.
   *
   * @throws SimulatorProblem `PixNaoEncontrado`; `PixDevolucaoInvalida` if nothing is left or `natureza` does not fit
   * the payment; `RequisicaoInvalida` if an option is not valid
   */
  refundByProvider(e2eid: string, options: ProviderRefund = {}): Promise<Devolucao> {
    return commitAsync(this.state, () =>
      toDevolucao(refundByProvider(this.state, this.state.pix.require(e2eid), options)),
    );
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

/**
 * Actions of payers in Pix Automático. Each change notifies the webhook of recurrences or of
 * recurring charges.
 */
export class RecurrencesControl extends PaymentsControl {
  /**
   * Authorizes a recurrence that is CRIADA: it becomes APROVADA. The journey is that of the
   * options, that of the BR Code, 1 if a request to confirm is open, otherwise 2.
   *
   * @param target `idRec`, or the text of a BR Code with the recurrence
   * @throws SimulatorProblem `RecNaoEncontrada`, `RecPayloadNaoEncontrado`, `AutorizacaoRecusada`
   */
  approve(target: string, options: ApproveOptions = {}): Promise<RecCompletaPesquisada> {
    return commitAsync(this.state, () => {
      const code = target.length > ID_REC_LENGTH ? findRecByBrCode(this.state, target) : undefined;
      const rec = code?.rec ?? this.state.recs.require(target);
      approve(this.state, rec, { ...(code && { jornada: code.jornada }), ...options });
      return toRecPesquisada(this.state, rec);
    });
  }

  /**
   * Rejects a recurrence that is CRIADA and its open request to confirm: both become REJEITADA.
   *
   * @throws SimulatorProblem `RecNaoEncontrada`, `AutorizacaoRecusada`
   */
  reject(idRec: string, options: RejectOptions = {}): Promise<RecCompletaPesquisada> {
    return commitAsync(this.state, () => {
      const rec = this.state.recs.require(idRec);
      reject(this.state, rec, options);
      return toRecPesquisada(this.state, rec);
    });
  }

  /**
   * Accepts a request to confirm: it becomes ACEITA, and the recurrence APROVADA by journey 1.
   *
   * @throws SimulatorProblem `SolicRecNaoEncontrada`, `AutorizacaoRecusada`
   */
  acceptSolicRec(
    idSolicRec: string,
    options: Omit<ApproveOptions, 'jornada'> = {},
  ): Promise<RecCompletaPesquisada> {
    return commitAsync(this.state, () => {
      const rec = findOpenRec(this.state, idSolicRec);
      approve(this.state, rec, { ...options, jornada: 'JORNADA_1' });
      return toRecPesquisada(this.state, rec);
    });
  }

  /**
   * Rejects a request to confirm: the request and the recurrence become REJEITADA.
   *
   * @throws SimulatorProblem `SolicRecNaoEncontrada`, `AutorizacaoRecusada`
   */
  rejectSolicRec(idSolicRec: string, options: RejectOptions = {}): Promise<RecCompletaPesquisada> {
    return commitAsync(this.state, () => {
      const rec = findOpenRec(this.state, idSolicRec);
      reject(this.state, rec, options);
      return toRecPesquisada(this.state, rec);
    });
  }

  /**
   * Cancels a recurrence or one recurring charge, as the payer. A charge can be cancelled until the
   * day before its first attempt.
   *
   * @param id `idRec` of a recurrence, or txid of a recurring charge
   * @param options fields of the cancellation of a recurrence; ignored for a charge
   * @throws SimulatorProblem `CobRNaoEncontrado` if there is no recurrence and no charge with the
   * id;
   *   `AutorizacaoRecusada`
   */
  cancelByPayer(
    id: string,
    options: CancelOptions = {},
  ): Promise<RecCompletaPesquisada | CobRCompleta> {
    return commitAsync(this.state, () => {
      const rec = this.state.recs.get(id);
      if (rec !== undefined) {
        cancelRec(this.state, rec, options);
        return toRecPesquisada(this.state, rec);
      }
      const cobr = this.state.cobrs.require(id);
      cancelCobRByPayer(this.state, cobr);
      return toCobR(this.state.settings, cobr);
    });
  }

  /**
   * Ends the pending attempt of a recurring charge before the clock does.
   *
   * @param outcome how it ends. Default: `PAGA`
   * @throws SimulatorProblem `CobRNaoEncontrado`; `PagamentoRecusado` if there is no pending
   * attempt
   */
  settleAttempt(
    txid: string,
    outcome: AttemptOutcome = 'PAGA',
    options: AttemptOptions = {},
  ): Promise<CobRCompleta> {
    return commitAsync(this.state, () => {
      const cobr = this.state.cobrs.require(txid);
      settleAttempt(this.state, cobr, outcome, options);
      return toCobR(this.state.settings, cobr);
    });
  }

  /**
   * Sets whether the payer of a recurrence has funds. Without funds, the checks at midnight and at
   * 18:00 of the day of an attempt fail, and the attempt expires at the end of that day. Payers
   * have funds by default.
   *
   * @throws SimulatorProblem `RecNaoEncontrada`
   */
  setFunds(idRec: string, available: boolean): Promise<void> {
    return commitAsync(this.state, () => {
      const rec = this.state.recs.require(idRec);
      this.state.recs.update(rec, (draft) => {
        draft.lacksFunds = !available;
      });
    });
  }
}

const ID_REC_LENGTH = 29;
