import type { SolicRecSolicitada } from '../../contract/bodies.types.js';
import type { SolicRecCompleta } from '../../contract/solicrec/solicrec.types.js';
import { generateIdSolicRec } from '../../identifiers/index.js';
import type { HandlerCall, Handlers } from '../http/call.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import { toRecPayload } from '../rec/rec.view.js';
import type { SimulatorState } from '../simulator-state.js';
import { isOpen, moveSolicRec, planSolicRec } from './solicrec.moves.js';
import type { SolicRecRecord } from './solicrec.record.js';
import { checkNova } from './solicrec.rules.js';
import { toSolicRec } from './solicrec.view.js';

/** The three operations of requests to confirm a recurrence. */
export function solicrecHandlers(state: SimulatorState): Handlers {
  return {
    'solicrec.create': ({ body }: HandlerCall<SolicRecSolicitada>) =>
      show(state, create(state, body)),

    'solicrec.get': ({ params }: HandlerCall) => show(state, findSolicRec(state, params)),

    // The body's one status is CANCELADA: the contract's check has seen to it.
    'solicrec.revise': ({ params }: HandlerCall) => {
      const request = findSolicRec(state, params);
      checkOpen(request);
      moveSolicRec(state, request, 'CANCELADA');
      return show(state, request);
    },
  };
}

export function findSolicRec(
  { solicRecs }: SimulatorState,
  { idSolicRec = '' }: Readonly<Record<string, string>>,
): SolicRecRecord {
  const request = solicRecs.get(idSolicRec);
  if (request === undefined) throw new SimulatorProblem('SolicRecNaoEncontrada');
  return request;
}

function create(state: SimulatorState, body: SolicRecSolicitada): SolicRecRecord {
  const rec = checkNova(state, body);
  const criadaEm = state.clock.now();
  const creationDate = new Date(criadaEm);
  const request: SolicRecRecord = {
    idSolicRec: generateIdSolicRec({ ispb: state.settings.ispb, creationDate }),
    idRec: rec.idRec,
    criadaEm,
    dataExpiracaoSolicitacao: body.calendario.dataExpiracaoSolicitacao,
    destinatario: destinatarioOf(body.destinatario),
    status: 'CRIADA',
    atualizacao: [{ status: 'CRIADA', data: creationDate.toISOString() }],
    passoEm: criadaEm + state.settings.processingDelay,
  };
  state.solicRecs.add(request);
  rec.solicitacoes.push(request.idSolicRec);
  state.recs.tell(rec);
  planSolicRec(state, request);
  return request;
}

/** The check has seen to it that there is exactly one of CPF and CNPJ. */
function destinatarioOf(
  destinatario: SolicRecSolicitada['destinatario'],
): SolicRecCompleta['destinatario'] {
  const { cpf, cnpj = '', conta, ispbParticipante, agencia } = destinatario;
  return {
    ...(cpf === undefined ? { cnpj } : { cpf }),
    conta,
    ispbParticipante,
    ...(agencia !== undefined && { agencia }),
  };
}

function checkOpen(request: SolicRecRecord): void {
  if (isOpen(request)) return;
  throw new SimulatorProblem('SolicRecOperacaoInvalida', {
    detail:
      'Não é possível cancelar uma solicitação com o status diferente de CRIADA, ENVIADA ou RECEBIDA.',
    violacoes: [
      {
        razao: 'solicrec.status não permite o cancelamento',
        propriedade: 'solicrec.status',
        valor: request.status,
      },
    ],
  });
}

function show(state: SimulatorState, request: SolicRecRecord): SolicRecCompleta {
  const rec = state.recs.get(request.idRec);
  if (rec === undefined) throw new Error(`${request.idSolicRec} is of no recurrence.`);
  return toSolicRec(request, toRecPayload(state, rec));
}
