import type { CobRCompleta, RecCompletaPesquisada } from 'nestjs-pix';
import { findCobR } from '../api/handlers/cobr.handlers.js';
import { findRec } from '../api/handlers/rec.handlers.js';
import {
  settleAttempt,
  type AttemptOptions,
  type AttemptOutcome,
} from '../domain/payer/attempt.js';
import {
  approve,
  cancelRec,
  reject,
  type ApproveOptions,
  type CancelOptions,
  type RejectOptions,
} from '../domain/payer/authorize.js';
import { cancelCobRByPayer } from '../domain/payer/cancel-cobr.js';
import { findRecByBrCode } from '../domain/payer/pay.js';
import { findOpenRec } from '../domain/payer/requests.js';
import { toCobR } from '../domain/views/cobr.view.js';
import { toRecPesquisada } from '../domain/views/rec.view.js';
import { commitAsync } from './commit-async.js';
import { PaymentsControl } from './payments.control.js';

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
      const rec = code?.rec ?? findRec(this.state, { idRec: target });
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
      const rec = findRec(this.state, { idRec });
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
      const cobr = findCobR(this.state, { txid: id });
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
      const cobr = findCobR(this.state, { txid });
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
      const rec = findRec(this.state, { idRec });
      this.state.recs.update(rec, (draft) => {
        draft.lacksFunds = !available;
      });
    });
  }
}

const ID_REC_LENGTH = 29;
