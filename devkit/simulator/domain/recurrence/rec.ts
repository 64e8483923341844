import {
  generateIdRec,
  type Plain,
  type RecEncerramento,
  type RecPagador,
  type Solicitante,
} from 'nestjs-pix';
import type { RecRevisadaDto, RecSolicitadaDto } from 'nestjs-pix/dto';
import { addDays } from 'nestjs-pix/internal';
import { changeStatus } from '../../families/family.js';
import {
  refuse,
  SimulatorProblem,
  violation,
  violationIf,
  type SimulatorViolation,
} from '../../families/problems.js';
import { hasEnded, wasApproved, type Jornada, type RecRecord } from '../../families/recurrences.js';
import { toDay, toStartOfDay } from '../../kernel/calendar.js';
import type { Draft } from '../../kernel/records.js';
import { notifyRec } from '../notifications.js';
import type { SimulatorState } from '../state.js';
import { findApprovalEnd } from './network-rules.js';
import { isSolicRecOpen, setSolicRecStatus } from './solicrec.js';
import { cancelCobR } from './tentativas.js';

/** Creates a recurrence with the identifier of the body, or a generated one. @throws SimulatorProblem `RecOperacaoInvalida` */
export function createRec(state: SimulatorState, body: Plain<RecSolicitadaDto>): RecRecord {
  const rec = toRecord(state, body);
  checkCreation(state, rec);
  state.recs.add(rec);
  assignLocation(state, rec, body.loc);
  return rec;
}

/** Revises or cancels a recurrence, as the receiver. @throws SimulatorProblem `RecOperacaoInvalida` */
export function reviseRec(
  state: SimulatorState,
  rec: RecRecord,
  body: Plain<RecRevisadaDto>,
): RecRecord {
  checkRevision(state, rec, body);
  const { vinculo, calendario, loc, ativacao, status } = body;
  assignLocation(state, rec, loc);
  state.recs.update(rec, (draft) => {
    if (vinculo?.devedor) draft.devedor = { ...rec.devedor, nome: vinculo.devedor.nome };
    if (calendario?.dataInicial !== undefined) draft.dataInicial = calendario.dataInicial;
    if (loc !== undefined) draft.locId = loc;
    // Schema RecAtivacao: dadosJornada exists in journey 3 only; the other journeys remove it.
    const mayBegin = rec.jornada === 'AGUARDANDO_DEFINICAO' || rec.jornada === 'JORNADA_3';
    if (ativacao?.dadosJornada && mayBegin) draft.txid = ativacao.dadosJornada.txid;
  });
  if (status === 'CANCELADA') {
    endRec(state, rec, 'CANCELADA', {
      cancelamento: {
        solicitante: 'USUARIO_RECEBEDOR',
        codigo: 'SLCR',
        descricao: 'Cancelamento solicitado pelo usuário recebedor',
      },
    });
  }
  return rec;
}

function toRecord({ clock, settings }: SimulatorState, body: Plain<RecSolicitadaDto>): RecRecord {
  const { vinculo, calendario, valor, recebedor, politicaRetentativa, ativacao } = body;
  const createdAt = clock.now();
  const creationDate = new Date(createdAt);
  return {
    idRec: body.idRec ?? generateIdRec({ ispb: settings.ispb, politicaRetentativa, creationDate }),
    createdAt,
    ...vinculo,
    ...calendario,
    ...recebedor,
    politicaRetentativa,
    ...(valor && { valor }),
    locId: body.loc,
    status: 'CRIADA',
    atualizacao: [{ status: 'CRIADA', data: creationDate.toISOString() }],
    jornada: 'AGUARDANDO_DEFINICAO',
    txid: ativacao?.dadosJornada?.txid,
    lacksFunds: false,
    solicitacoes: [],
  };
}

/** Links a recurrence to a location and releases its previous location. Does nothing without `locId`. */
function assignLocation(
  { locRecs }: SimulatorState,
  { idRec, locId: currentId }: RecRecord,
  locId: number | undefined,
): void {
  const loc = locRecs.get(locId);
  if (loc === undefined) return;
  const current = locRecs.get(currentId);
  if (current !== undefined && current !== loc) locRecs.show(current, undefined);
  locRecs.show(loc, idRec);
}

/**
 * Checks the rules of a creation that depend on the state (specification, `RecOperacaoInvalida`).
 *
 * @throws SimulatorProblem
 */
function checkCreation(state: SimulatorState, rec: RecRecord): void {
  const { recs, settings } = state;
  const { idRec, convenio } = rec;
  const isForeign =
    convenio !== undefined && settings.convenios !== 'any' && !settings.convenios.has(convenio);
  refuse('RecOperacaoInvalida', [
    ...violationIf(recs.get(idRec) !== undefined, 'rec.idRec', 'já foi usado', idRec),
    ...dataInicialViolations(rec.dataInicial, rec),
    ...violationIf(isForeign, 'rec.recebedor.convenio', 'não é aceito pelo PSP recebedor'),
    ...locViolations(state, rec.locId, idRec),
  ]);
}

/** Checks which fields a revision may change in the current status. @throws SimulatorProblem `RecOperacaoInvalida` */
function checkRevision(state: SimulatorState, rec: RecRecord, body: Plain<RecRevisadaDto>): void {
  if (hasEnded(rec)) {
    throw new SimulatorProblem('RecOperacaoInvalida', {
      detail: 'A recorrência encontra-se expirada, cancelada ou rejeitada.',
      violacoes: [violation('rec.status', 'não permite alteração', rec.status)],
    });
  }
  const { loc, calendario: { dataInicial } = {} } = body;
  const onlyWhileCriada = (propriedade: string) =>
    violationIf(
      rec.status !== 'CRIADA',
      propriedade,
      'só pode ser alterado quando a recorrência está CRIADA',
    );
  const violacoes: SimulatorViolation[] = [];
  if (dataInicial !== undefined) {
    const isAfterEnd = rec.dataFinal !== undefined && rec.dataFinal < dataInicial;
    violacoes.push(
      ...onlyWhileCriada(DATA_INICIAL),
      ...dataInicialViolations(dataInicial, rec),
      ...violationIf(isAfterEnd, 'rec.calendario.dataFinal', 'não pode ser anterior a dataInicial'),
    );
  }
  if (loc !== undefined) {
    violacoes.push(...onlyWhileCriada('rec.loc'), ...locViolations(state, loc, rec.idRec));
  }
  refuse('RecOperacaoInvalida', violacoes);
}

const DATA_INICIAL = 'rec.calendario.dataInicial';

function dataInicialViolations(dataInicial: string, { createdAt }: RecRecord) {
  const isPast = dataInicial < toDay(createdAt);
  return violationIf(isPast, DATA_INICIAL, 'é anterior à data de criação da recorrência');
}

function locViolations(
  { locRecs }: SimulatorState,
  locId: number | undefined,
  idRec: string,
): SimulatorViolation[] {
  if (locId === undefined) return [];
  const loc = locRecs.get(locId);
  if (loc === undefined) return [violation('rec.loc', 'não corresponde a uma location')];
  const isTaken = loc.idRec !== undefined && loc.idRec !== idRec;
  return violationIf(isTaken, 'rec.loc', 'é de uma location usada por outra recorrência');
}

interface Approval {
  readonly jornada: Jornada;
  /** Txid of the immediate charge of journey 3. Default: the one in the recurrence. */
  readonly txid?: string;
  readonly pagador: RecPagador;
  /** Maximum amount of a charge. Default: unchanged. */
  readonly valorMaximo?: string | undefined;
}

/** Sets a recurrence to APROVADA. From then on, its charges can be scheduled. */
export function approveRec(
  state: SimulatorState,
  rec: RecRecord,
  { jornada, txid, pagador, valorMaximo }: Approval,
): void {
  updateRec(state, rec, (draft, at) => {
    draft.jornada = jornada;
    // Schema RecAtivacao: dadosJornada exists in journey 3 only; the other journeys remove it.
    draft.txid = jornada === 'JORNADA_3' ? (txid ?? rec.txid) : undefined;
    draft.pagador = pagador;
    if (valorMaximo !== undefined) draft.valorMaximo = valorMaximo;
    changeStatus(draft, 'APROVADA', at);
  });
  closeRequests(state, rec);
  for (const cobr of state.cobrs.listByRec(rec.idRec)) state.cobrs.plan(cobr);
}

/** Rejects or cancels a recurrence, its open confirmation requests and its open charges. */
export function endRec(
  state: SimulatorState,
  rec: RecRecord,
  status: 'REJEITADA' | 'CANCELADA',
  encerramento: RecEncerramento,
): void {
  updateRec(state, rec, (draft, at) => {
    draft.encerramento = encerramento;
    changeStatus(draft, status, at);
  });
  closeRequests(state, rec);
  cancelCharges(state, rec, encerramento.cancelamento?.solicitante);
}

/**
 * Sets a recurrence to EXPIRADA and cancels its open confirmation requests. The open charges of an approved recurrence
 * run to their end: its last day limits due dates, not attempts. Nobody can approve another one any more, so that its
 * charges are cancelled.
 */
function expireRec(state: SimulatorState, rec: RecRecord): void {
  updateRec(state, rec, (draft, at) => {
    changeStatus(draft, 'EXPIRADA', at);
  });
  closeRequests(state, rec);
  if (!wasApproved(rec)) cancelCharges(state, rec);
}

/** Plans the expiry of a recurrence: after its last day, or earlier if nobody approves it. */
export function planRec(state: SimulatorState, rec: RecRecord): void {
  const name = `rec ${rec.idRec}`;
  const due = findExpiry(state, rec);
  if (due === Infinity || hasEnded(rec)) {
    state.agenda.drop(name);
    return;
  }
  state.agenda.plan(name, due, () => {
    expireRec(state, rec);
  });
}

/** Finds the instant at which an open recurrence expires, in milliseconds since the epoch. `Infinity`: never. */
function findExpiry(
  { settings, solicRecs }: SimulatorState,
  { createdAt, dataFinal, solicitacoes, status }: RecRecord,
): number {
  const end = dataFinal === undefined ? Infinity : toStartOfDay(addDays(dataFinal, 1));
  if (settings.rules === 'specification' || status !== 'CRIADA') return end;
  const asked = solicRecs.get(solicitacoes.at(-1))?.createdAt ?? createdAt;
  return Math.min(end, findApprovalEnd(asked));
}

/** Cancels the open charges of a recurrence. */
function cancelCharges(
  state: SimulatorState,
  { idRec }: RecRecord,
  solicitante: Solicitante = 'PSP_RECEBEDOR',
): void {
  for (const cobr of state.cobrs.listByRec(idRec)) {
    cancelCobR(state, cobr, {
      solicitante,
      codigo: 'CCLD',
      descricao: 'Encerramento da recorrência',
    });
  }
}

/** Cancels the open confirmation requests of a recurrence. */
function closeRequests(state: SimulatorState, { solicitacoes }: RecRecord): void {
  for (const id of solicitacoes) {
    const request = state.solicRecs.get(id);
    if (request !== undefined && isSolicRecOpen(request))
      setSolicRecStatus(state, request, 'CANCELADA');
  }
}

function updateRec(
  state: SimulatorState,
  rec: RecRecord,
  change: (draft: Draft<RecRecord>, at: string) => void,
): void {
  state.recs.update(rec, (draft) => {
    change(draft, state.clock.iso());
  });
  notifyRec(state, rec);
}
