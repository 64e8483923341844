import type { CobrancaStatus } from 'nestjs-pix';
import type { CobRecord } from '../../families/cob/cob.record.js';
import type { CobVRecord } from '../../families/cobv/cobv.record.js';
import type { Pagador, PixRecord } from '../../families/pix/pix.record.js';
import { setStatus, type ChargeRecord } from '../../families/shared/charge.record.js';
import { toDay } from '../../kernel/calendar/civil-date.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { resolveCobAmount, type Amount } from './cob-amount.js';
import { resolveCobVAmount } from './cobv-amount.js';
import { checkPayOptions, type PayOptions } from './pay.options.js';
import { receivePix } from './receive-pix.js';

/** Pays an immediate charge, which becomes CONCLUIDA. @throws SimulatorProblem */
export function payCob(state: SimulatorState, cob: CobRecord, options: PayOptions = {}): PixRecord {
  checkPayOptions(options);
  checkPayable(cob, cob.isExpired(state.clock.now()), options);
  const amount = resolveCobAmount(cob.conteudo.valor, options);
  return settle(state, cob, amount, options, (change) => state.cobs.update(cob, change));
}

/** Pays a due-date charge, which becomes CONCLUIDA. @throws SimulatorProblem */
export function payCobV(
  state: SimulatorState,
  cobv: CobVRecord,
  options: PayOptions = {},
): PixRecord {
  checkPayOptions(options);
  const today = toDay(state.clock.now());
  checkPayable(cobv, cobv.isExpiredOn(today), options);
  const amount = resolveCobVAmount(cobv.conteudo, today, options);
  return settle(state, cobv, amount, options, (change) => state.cobvs.update(cobv, change));
}

interface Conteudo {
  readonly status: CobrancaStatus;
  readonly chave: string;
  readonly devedor?: Pagador;
}
type Charge = ChargeRecord<Conteudo>;

/** The fields of a charge that a payment changes. */
interface PaidDraft {
  revisoes: { status: CobrancaStatus }[];
  pix: PixRecord[];
}

function checkPayable({ conteudo }: Charge, expired: boolean, { force = false }: PayOptions): void {
  if (force) return;
  const { status } = conteudo;
  if (status !== 'ATIVA') {
    throw new SimulatorProblem('PagamentoRecusado', { detail: `A cobrança está ${status}.` });
  }
  if (expired) {
    throw new SimulatorProblem('PagamentoRecusado', { detail: 'A cobrança expirou.' });
  }
}

/**
 * Records a payment. The charge is CONCLUIDA before the webhook is notified, so that a receiver
 * that reads it finds it paid.
 */
function settle(
  state: SimulatorState,
  charge: Charge,
  { valor, componentesValor }: Amount,
  options: PayOptions,
  update: (change: (draft: PaidDraft) => void) => void,
): PixRecord {
  const { txid, conteudo } = charge;
  const { chave, devedor } = conteudo;
  if (conteudo.status === 'ATIVA') {
    update((draft) => {
      setStatus(draft, 'CONCLUIDA');
    });
  }
  const pix = receivePix(
    state,
    { txid, valor, componentesValor, chave, ...(devedor && { pagador: devedor }) },
    options,
  );
  update((draft) => {
    draft.pix.push(pix);
  });
  return pix;
}
