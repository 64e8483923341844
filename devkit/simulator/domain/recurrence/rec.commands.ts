import { generateIdRec, type Plain } from 'nestjs-pix';
import type { RecRevisadaDto, RecSolicitadaDto } from 'nestjs-pix/dto';
import type { RecRecord } from '../../families/rec/rec.record.js';
import { toPessoa } from '../../families/shared/debtor.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { checkCreation, checkRevision } from './rec.rules.js';
import { endRec } from './rec.transitions.js';

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
  const { contrato, objeto } = vinculo;
  const { dataInicial, dataFinal, periodicidade } = calendario;
  const createdAt = clock.now();
  const creationDate = new Date(createdAt);
  return {
    idRec: body.idRec ?? generateIdRec({ ispb: settings.ispb, politicaRetentativa, creationDate }),
    createdAt,
    contrato,
    ...(objeto !== undefined && { objeto }),
    devedor: toPessoa(vinculo.devedor),
    dataInicial,
    ...(dataFinal !== undefined && { dataFinal }),
    periodicidade,
    politicaRetentativa,
    ...(valor && { valor: toValor(valor) }),
    ...(recebedor?.convenio !== undefined && { convenio: recebedor.convenio }),
    locId: body.loc,
    status: 'CRIADA',
    atualizacao: [{ status: 'CRIADA', data: creationDate.toISOString() }],
    jornada: 'AGUARDANDO_DEFINICAO',
    txid: ativacao?.dadosJornada?.txid,
    lacksFunds: false,
    solicitacoes: [],
  };
}

function toValor({
  valorRec,
  valorMinimoRecebedor,
}: NonNullable<Plain<RecSolicitadaDto>['valor']>): NonNullable<RecRecord['valor']> {
  return {
    ...(valorRec !== undefined && { valorRec }),
    ...(valorMinimoRecebedor !== undefined && { valorMinimoRecebedor }),
  };
}

/** Links a recurrence to a location and releases its previous location. Does nothing without `locId`. */
function assignLocation(
  { locRecs }: SimulatorState,
  { idRec, locId: currentId }: RecRecord,
  locId: number | undefined,
): void {
  const loc = locId === undefined ? undefined : locRecs.get(locId);
  if (loc === undefined) return;
  const current = currentId === undefined ? undefined : locRecs.get(currentId);
  if (current !== undefined && current !== loc) locRecs.show(current, undefined);
  locRecs.show(loc, idRec);
}
