import type { RecRevisada, RecSolicitada } from '../../contract/bodies.types.js';
import type { Pessoa } from '../../contract/shared/pessoa.types.js';
import { generateIdRec } from '../../identifiers/index.js';
import type { SimulatorState } from '../simulator-state.js';
import { endRec, planRec } from './rec.moves.js';
import type { RecRecord } from './rec.record.js';
import { checkNova, checkRevisada } from './rec.rules.js';

/** The receiver asks for a recurrence, whose identifier the provider chooses. @throws SimulatorProblem */
export function createRec(state: SimulatorState, body: RecSolicitada): RecRecord {
  const rec = recOf(state, body);
  checkNova(state, rec);
  state.recs.add(rec);
  showAt(state, rec, body.loc);
  planRec(state, rec);
  return rec;
}

/** The receiver changes a recurrence, or ends it. @throws SimulatorProblem */
export function reviseRec(state: SimulatorState, rec: RecRecord, body: RecRevisada): RecRecord {
  checkRevisada(state, rec, body);
  const { vinculo, calendario, loc, ativacao, status } = body;
  if (vinculo?.devedor) rec.devedor = { ...rec.devedor, nome: vinculo.devedor.nome };
  if (calendario?.dataInicial !== undefined) rec.dataInicial = calendario.dataInicial;
  // Schema RecAtivacao: dadosJornada is of journey 3 alone; the provider takes it away from the others.
  const mayBegin = rec.jornada === 'AGUARDANDO_DEFINICAO' || rec.jornada === 'JORNADA_3';
  if (ativacao?.dadosJornada && mayBegin) rec.txid = ativacao.dadosJornada.txid;
  showAt(state, rec, loc);
  state.recs.tell(rec);
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

function recOf({ clock, settings }: SimulatorState, body: RecSolicitada): RecRecord {
  const { vinculo, calendario, valor, recebedor, politicaRetentativa, ativacao } = body;
  const { contrato, objeto } = vinculo;
  const { dataInicial, dataFinal, periodicidade } = calendario;
  const criadaEm = clock.now();
  const creationDate = new Date(criadaEm);
  return {
    idRec: generateIdRec({ ispb: settings.ispb, politicaRetentativa, creationDate }),
    criadaEm,
    contrato,
    ...(objeto !== undefined && { objeto }),
    devedor: devedorOf(vinculo.devedor),
    dataInicial,
    ...(dataFinal !== undefined && { dataFinal }),
    periodicidade,
    politicaRetentativa,
    ...(valor && { valor: valorOf(valor) }),
    ...(recebedor?.convenio !== undefined && { convenio: recebedor.convenio }),
    locId: body.loc,
    status: 'CRIADA',
    atualizacao: [{ status: 'CRIADA', data: creationDate.toISOString() }],
    jornada: 'AGUARDANDO_DEFINICAO',
    txid: ativacao?.dadosJornada?.txid,
    semSaldo: false,
    solicitacoes: [],
  };
}

/** The check has seen to it that there is exactly one of the two. */
function devedorOf({ cpf, cnpj = '', nome }: RecSolicitada['vinculo']['devedor']): Pessoa {
  return cpf === undefined ? { cnpj, nome } : { cpf, nome };
}

function valorOf({
  valorRec,
  valorMinimoRecebedor,
}: NonNullable<RecSolicitada['valor']>): NonNullable<RecRecord['valor']> {
  return {
    ...(valorRec !== undefined && { valorRec }),
    ...(valorMinimoRecebedor !== undefined && { valorMinimoRecebedor }),
  };
}

/** Shows a recurrence at the location asked for, and frees the one it was shown at. */
function showAt({ locRecs }: SimulatorState, rec: RecRecord, locId: number | undefined): void {
  const loc = locId === undefined ? undefined : locRecs.get(locId);
  if (loc === undefined) return;
  const before = rec.locId === undefined ? undefined : locRecs.get(rec.locId);
  if (before !== undefined && before !== loc) locRecs.show(before, undefined);
  locRecs.show(loc, rec.idRec);
  rec.locId = loc.id;
}
