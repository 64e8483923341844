import type { Plain } from 'nestjs-pix';
import type { CobRSolicitadaDto } from 'nestjs-pix/dto';
import { addDays, HOUR_MS } from 'nestjs-pix/internal';
import { changeStatus } from '../../families/family.js';
import {
  refuse,
  SimulatorProblem,
  violation,
  violationIf,
  type SimulatorViolation,
} from '../../families/problems.js';
import {
  findPending,
  hasEnded,
  isCobROpen,
  resolveFirstDay,
  wasApproved,
  type CobRRecord,
  type RecRecord,
  type TentativaRecord,
} from '../../families/recurrences.js';
import { toCycle, toDay, toStartOfDay } from '../../kernel/calendar.js';
import { txidViolations } from '../charge/charge.js';
import type { SimulatorState } from '../state.js';
import { cancellationViolations, creationViolations, DAYS_AHEAD } from './network-rules.js';
import {
  cancelCobR,
  checkRetry,
  failTentativa,
  requestTentativa,
  resolveLastRetryDay,
  scheduleTentativa,
  settleTentativa,
  updateCobR,
} from './tentativas.js';

/** Creates a charge of a recurrence. @throws SimulatorProblem `CobROperacaoInvalida` */
export function createCobR(
  state: SimulatorState,
  txid: string,
  body: Plain<CobRSolicitadaDto>,
): CobRRecord {
  const { politicaRetentativa } = checkCreation(state, txid, body);
  const { calendario, valor, ...content } = body;
  const createdAt = state.clock.now();
  return state.cobrs.add({
    txid,
    createdAt,
    ...content,
    ...calendario,
    valor: valor.original,
    politicaRetentativa,
    status: 'CRIADA',
    atualizacao: [{ status: 'CRIADA', data: new Date(createdAt).toISOString() }],
    tentativas: [],
    pix: [],
  });
}

/** Cancels a charge, as the receiver. @throws SimulatorProblem `CobROperacaoInvalida` if it is too late */
export function cancelByReceiver(state: SimulatorState, cobr: CobRRecord): void {
  checkCancellable(state, cobr);
  cancelCobR(state, cobr, {
    solicitante: 'USUARIO_RECEBEDOR',
    codigo: 'SLCR',
    descricao: 'Cancelamento solicitado pelo usuário recebedor',
  });
}

/** Requests a further attempt on a day, as the receiver. @throws SimulatorProblem `CobROperacaoInvalida` */
export function retry(state: SimulatorState, cobr: CobRRecord, day: string): void {
  checkRetry(state, cobr, day);
  requestTentativa(state, cobr, { tipo: 'NTAG', dataLiquidacao: day });
}

/**
 * Checks the rules of a creation that depend on the state.
 *
 * @returns the recurrence of the charge
 * @throws SimulatorProblem `CobROperacaoInvalida`
 */
function checkCreation(
  state: SimulatorState,
  txid: string,
  body: Plain<CobRSolicitadaDto>,
): RecRecord {
  const { dataDeVencimento } = body.calendario;
  const rec = state.recs.get(body.idRec);
  const today = toDay(state.clock.now());
  const isPast = dataDeVencimento < today;
  const violacoes = [
    ...txidViolations(state, txid, 'cobr'),
    ...violationIf(isPast, VENCIMENTO, 'é anterior à data de criação da cobrança'),
    ...contaViolations(state, body.recebedor),
  ];
  if (rec === undefined) {
    violacoes.push(violation('cobr.idRec', 'não corresponde a uma recorrência'));
    throw new SimulatorProblem('CobROperacaoInvalida', { violacoes });
  }
  refuse('CobROperacaoInvalida', [
    ...violacoes,
    ...violationIf(hasEnded(rec), 'cobr.idRec', `é de uma recorrência ${rec.status}`),
    ...cycleViolations(state, rec, dataDeVencimento),
    ...(state.settings.rules === 'network' ? creationViolations(body, rec, today) : []),
  ]);
  return rec;
}

const VENCIMENTO = 'cobr.calendario.dataDeVencimento';

/**
 * @throws SimulatorProblem `CobROperacaoInvalida` if the charge has ended, the day of its first attempt has begun, or it
 * is too late by the rules of the network
 */
function checkCancellable({ clock, settings }: SimulatorState, cobr: CobRRecord): void {
  const now = clock.now();
  if (!isCobROpen(cobr)) {
    throw new SimulatorProblem('CobROperacaoInvalida', {
      detail: `A cobrança está ${cobr.status} e por isso não pode ser cancelada.`,
      violacoes: [violation('cobr.status', 'não permite o cancelamento', cobr.status)],
    });
  }
  if (toDay(now) >= resolveFirstDay(cobr)) {
    throw new SimulatorProblem('CobROperacaoInvalida', {
      detail:
        'Não é possível cancelar a cobrança no dia previsto para a primeira tentativa de liquidação, ou depois dele.',
      violacoes: [violation('cobr.status', 'não pode ser CANCELADA nesta data')],
    });
  }
  if (settings.rules === 'specification') return;
  refuse('CobROperacaoInvalida', cancellationViolations(cobr, now));
}

/** Checks that the recurrence has no other charge in the cycle. Rejected and cancelled charges do not count. */
function cycleViolations(
  { cobrs }: SimulatorState,
  { idRec, periodicidade }: RecRecord,
  day: string,
): SimulatorViolation[] {
  const cycle = toCycle(day, periodicidade);
  const taken = cobrs
    .listByRec(idRec)
    .some(
      ({ status, dataDeVencimento }) =>
        status !== 'REJEITADA' &&
        status !== 'CANCELADA' &&
        toCycle(dataDeVencimento, periodicidade) === cycle,
    );
  return violationIf(taken, VENCIMENTO, 'é do ciclo de outra cobrança da recorrência');
}

function contaViolations(
  { settings: { contas } }: SimulatorState,
  { conta, agencia }: Plain<CobRSolicitadaDto>['recebedor'],
): SimulatorViolation[] {
  const own =
    contas === 'any' ||
    contas.some((one) => one.conta === conta && (agencia ?? one.agencia) === one.agencia);
  return violationIf(!own, 'cobr.recebedor.conta', 'não pertence a este usuário recebedor');
}

/** Time of day of the second check for funds, in milliseconds. The first check is at midnight. */
const SECOND_SEARCH = 18 * HOUR_MS;

interface Step {
  /** Milliseconds since the epoch, by the simulator's clock. */
  readonly due: number;
  readonly run: () => void;
}

/** Plans the next step of a charge. A step changes the charge, which plans the step after it. */
export function planCobR(state: SimulatorState, cobr: CobRRecord): void {
  const name = `cobr ${cobr.txid}`;
  const step = isCobROpen(cobr) ? nextStep(state, cobr) : undefined;
  if (step === undefined) state.agenda.drop(name);
  else state.agenda.plan(name, step.due, step.run);
}

function nextStep(state: SimulatorState, cobr: CobRRecord): Step | undefined {
  const rec = state.recs.get(cobr.idRec);
  const pending = findPending(cobr);
  if (rec === undefined) return undefined;
  if (pending !== undefined) return nextTentativaStep(state, cobr, pending, rec);
  if (cobr.status === 'ATIVA') return planExpiry(state, cobr, resolveLastRetryDay(cobr));
  const day = resolveFirstDay(cobr);
  if (!wasApproved(rec)) return planExpiry(state, cobr, day);
  return {
    due: Math.max(
      toStartOfDay(addDays(day, -DAYS_AHEAD.most)),
      cobr.createdAt + state.settings.processingDelay,
    ),
    run: () => {
      requestTentativa(state, cobr, { tipo: 'AGND', dataLiquidacao: day });
    },
  };
}

function nextTentativaStep(
  state: SimulatorState,
  cobr: CobRRecord,
  tentativa: TentativaRecord,
  rec: RecRecord,
): Step {
  const { status, requestedAt, dataLiquidacao, fundsChecks } = tentativa;
  if (status === 'SOLICITADA') {
    return {
      due: requestedAt + state.settings.processingDelay,
      run: () => {
        scheduleTentativa(state, cobr, rec);
      },
    };
  }
  const midnight = toStartOfDay(dataLiquidacao);
  if (fundsChecks < 2) {
    return {
      due: fundsChecks === 0 ? midnight : midnight + SECOND_SEARCH,
      run: () => {
        state.cobrs.update(cobr, (draft) => {
          const pending = findPending(draft);
          if (pending !== undefined) pending.fundsChecks += 1;
        });
        if (!rec.lacksFunds) settleTentativa(state, cobr, tentativa);
      },
    };
  }
  return {
    due: toStartOfDay(addDays(dataLiquidacao, 1)),
    run: () => {
      failTentativa(state, cobr);
    },
  };
}

/** Returns the step in which a charge expires at the end of a day. */
function planExpiry(state: SimulatorState, cobr: CobRRecord, day: string): Step {
  return {
    due: toStartOfDay(addDays(day, 1)),
    run: () => {
      updateCobR(state, cobr, (draft, at) => {
        changeStatus(draft, 'EXPIRADA', at);
      });
    },
  };
}
