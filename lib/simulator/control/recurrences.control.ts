import type { CobRCompleta } from '../../contract/cobr/cobr.types.js';
import type { RecCompletaPesquisada } from '../../contract/rec/rec.types.js';
import { findCobR } from '../api/handlers/cobr.handlers.js';
import { toCobR } from '../domain/views/cobr.view.js';
import { settleAttempt } from '../domain/payer/attempt.js';
import type { AttemptOptions, AttemptOutcome } from '../domain/payer/attempt.js';
import { approve, cancelRec, reject } from '../domain/payer/authorize.js';
import type { ApproveOptions, CancelOptions, RejectOptions } from '../domain/payer/authorize.js';
import { cancelCobRByPayer } from '../domain/payer/cancel-cobr.js';
import { findOpenRec } from '../domain/payer/requests.js';
import { findRecByBrCode } from '../domain/payer/pay.js';
import { findRec } from '../api/handlers/rec.handlers.js';
import { toRecPesquisada } from '../domain/views/rec.view.js';
import { asPromise } from './commit-async.js';
import { PaymentsControl } from './payments.control.js';

/** The payer's side of Pix Automático. The webhooks of recurrences and recurring charges are told of each change. */
export class RecurrencesControl extends PaymentsControl {
  /**
   * The payer authorises a recurrence that is CRIADA: it becomes APROVADA, by the journey of the options, of the open
   * request (1), or of the code that he decode.
   *
   * @param target its identifier, or the text of a code with it
   * @throws SimulatorProblem `RecNaoEncontrada`, `RecPayloadNaoEncontrado`, `AutorizacaoRecusada`
   */
  approve(target: string, options: ApproveOptions = {}): Promise<RecCompletaPesquisada> {
    return asPromise(this.state, () => {
      const decode =
        target.length > ID_REC_LENGTH ? findRecByBrCode(this.state, target) : undefined;
      const rec = decode?.rec ?? findRec(this.state, { idRec: target });
      approve(this.state, rec, { ...(decode && { jornada: decode.jornada }), ...options });
      return toRecPesquisada(this.state, rec);
    });
  }

  /**
   * The payer refuses a recurrence that is CRIADA, and the request to confirm it with it: REJEITADA.
   *
   * @throws SimulatorProblem `RecNaoEncontrada`, `AutorizacaoRecusada`
   */
  reject(idRec: string, options: RejectOptions = {}): Promise<RecCompletaPesquisada> {
    return asPromise(this.state, () => {
      const rec = findRec(this.state, { idRec });
      reject(this.state, rec, options);
      return toRecPesquisada(this.state, rec);
    });
  }

  /**
   * The payer accepts a request to confirm a recurrence: it becomes ACEITA, and the recurrence APROVADA by journey 1.
   *
   * @throws SimulatorProblem `SolicRecNaoEncontrada`, `AutorizacaoRecusada`
   */
  acceptSolicRec(
    idSolicRec: string,
    options: Omit<ApproveOptions, 'jornada'> = {},
  ): Promise<RecCompletaPesquisada> {
    return asPromise(this.state, () => {
      const rec = findOpenRec(this.state, idSolicRec);
      approve(this.state, rec, { ...options, jornada: 'JORNADA_1' });
      return toRecPesquisada(this.state, rec);
    });
  }

  /**
   * The payer refuses a request to confirm a recurrence: it and the recurrence become REJEITADA.
   *
   * @throws SimulatorProblem `SolicRecNaoEncontrada`, `AutorizacaoRecusada`
   */
  rejectSolicRec(idSolicRec: string, options: RejectOptions = {}): Promise<RecCompletaPesquisada> {
    return asPromise(this.state, () => {
      const rec = findOpenRec(this.state, idSolicRec);
      reject(this.state, rec, options);
      return toRecPesquisada(this.state, rec);
    });
  }

  /**
   * The payer takes back his authorisation of a recurrence, or cancels one charge of it, until the day before it is to be
   * settled.
   *
   * @param id an `idRec`, or the txid of a recurring charge
   * @throws SimulatorProblem `CobRNaoEncontrado` when it is neither, `AutorizacaoRecusada`
   */
  cancelByPayer(
    id: string,
    options: CancelOptions = {},
  ): Promise<RecCompletaPesquisada | CobRCompleta> {
    return asPromise(this.state, () => {
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
   * Ends the attempt of a recurring charge that stands, before the clock does.
   *
   * @throws SimulatorProblem `CobRNaoEncontrado`; `PagamentoRecusado` when no attempt stands
   */
  settleAttempt(
    txid: string,
    outcome: AttemptOutcome = 'PAGA',
    options: AttemptOptions = {},
  ): Promise<CobRCompleta> {
    return asPromise(this.state, () => {
      const cobr = findCobR(this.state, { txid });
      settleAttempt(this.state, cobr, outcome, options);
      return toCobR(this.state.settings, cobr);
    });
  }

  /**
   * Whether the payer of a recurrence has funds. Without them its charges are looked for at midnight and at 18:00 of
   * their day, and the attempt expires with it. Default: he has.
   *
   * @throws SimulatorProblem `RecNaoEncontrada`
   */
  setFunds(idRec: string, available: boolean): Promise<void> {
    return asPromise(this.state, () => {
      const rec = findRec(this.state, { idRec });
      this.state.recs.update(rec, (draft) => {
        draft.semSaldo = !available;
      });
    });
  }
}

const ID_REC_LENGTH = 29;
