import { dayOf } from '../calendar/civil-date.js';
import type { ChargeRecord } from '../charge/charge.record.js';
import type { CobRecord } from '../cob/cob.record.js';
import type { CobVRecord } from '../cobv/cobv.record.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../simulator-state.js';
import { amountOfCob } from './cob-amount.js';
import type { Amount } from './cob-amount.js';
import { amountOfCobV } from './cobv-amount.js';
import { checkPayOptions } from './pay.options.js';
import type { Pagador, PayOptions } from './pay.options.js';
import type { PixRecord } from './pix.record.js';
import { receivePix } from './receive-pix.js';

/** A payer pays an immediate charge, which becomes CONCLUIDA. @throws SimulatorProblem */
export function payCob(state: SimulatorState, cob: CobRecord, options: PayOptions = {}): PixRecord {
  checkPayOptions(options);
  checkPayable(cob, cob.isExpired(state.clock.now()), options);
  const amount = amountOfCob(cob.conteudo.valor, options);
  const pix = settle(state, cob, amount, options);
  state.cobs.tell(cob);
  return pix;
}

/** A payer pays a due-date charge, which becomes CONCLUIDA. @throws SimulatorProblem */
export function payCobV(
  state: SimulatorState,
  cobv: CobVRecord,
  options: PayOptions = {},
): PixRecord {
  checkPayOptions(options);
  const today = dayOf(state.clock.now());
  checkPayable(cobv, cobv.isExpiredOn(today), options);
  const amount = amountOfCobV(cobv.conteudo, today, options);
  const pix = settle(state, cobv, amount, options);
  state.cobvs.tell(cobv);
  return pix;
}

type Charge = ChargeRecord<{ status: string; chave: string; devedor?: Pagador }>;

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

/** The charge is marked before it is told of, so that whoever reads it then finds it paid. */
function settle(
  state: SimulatorState,
  charge: Charge,
  { valor, componentesValor }: Amount,
  options: PayOptions,
): PixRecord {
  const { txid, conteudo } = charge;
  const { chave, devedor } = conteudo;
  if (conteudo.status === 'ATIVA') charge.mark('CONCLUIDA');
  const pix = receivePix(
    state,
    { txid, valor, componentesValor, chave, ...(devedor && { pagador: devedor }) },
    options,
  );
  charge.pix.push(pix);
  return pix;
}
