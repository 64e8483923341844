import type { Plain } from 'nestjs-pix';
import type { ConsultaCobVPayloadDto } from 'nestjs-pix/dto';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { toCobPayload, toCobVPayload } from '../../domain/views/payload.view.js';
import { toRecPayload } from '../../domain/views/rec.view.js';
import type { CobVRecord } from '../../families/cobv/cobv.record.js';
import { hasEnded } from '../../families/rec/rec.record.js';
import { toDay } from '../../kernel/calendar/civil-date.js';
import { findLastDay } from '../../kernel/calendar/vencimento.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { violation } from '../../problems/violation.js';
import { isMunicipality } from './municipality.js';
import type { TableHandlers } from './typed-handlers.js';

type Consulta = Plain<ConsultaCobVPayloadDto> | undefined;

/**
 * Handlers of the three payload look-ups, which are public. A charge that is paid or has expired is returned with its
 * status, which is more useful to the payer than an error. A charge that was removed is not returned.
 *
 * @param sign signs a payload; its result is the response body
 */
export function payloadHandlers(
  state: SimulatorState,
  sign: (payload: object) => Promise<string>,
): TableHandlers<'payload'> {
  const { cobs, cobvs, recs, locs, locRecs, clock, settings } = state;
  const findTxid = ({ pixUrlAccessToken }: { readonly pixUrlAccessToken: string }) =>
    locs.find(pixUrlAccessToken)?.txid;
  return {
    'payload.getCob': ({ params }) => {
      const cob = requireLinked(cobs.get(findTxid(params)));
      return sign(toCobPayload(cob, clock.iso()));
    },

    'payload.getCobV': ({ params, filter }) => {
      const cobv = requireLinked(cobvs.get(findTxid(params)));
      const today = toDay(clock.now());
      checkConsulta(cobv, filter, today);
      return sign(toCobVPayload(settings, cobv, clock.iso(), filter.DPP ?? today));
    },

    'payload.getRec': ({ params: { recUrlAccessToken } }) => {
      const rec = recs.get(locRecs.find(recUrlAccessToken)?.idRec);
      if (rec === undefined) throw new SimulatorProblem('RecPayloadNaoEncontrado');
      if (hasEnded(rec)) {
        throw new SimulatorProblem('RecPayloadOperacaoInvalida', {
          violacoes: [violation('recUrlAccessToken', `referencia uma recorrência ${rec.status}`)],
        });
      }
      return sign(toRecPayload(state, rec));
    },
  };
}

/**
 * @throws SimulatorProblem `CobPayloadNaoEncontrado`: 404 if the location has no charge, 410 if its charge was removed
 */
function requireLinked<Charge extends { readonly conteudo: { readonly status: string } }>(
  charge: Charge | undefined,
): Charge {
  if (charge === undefined) throw new SimulatorProblem('CobPayloadNaoEncontrado');
  if (charge.conteudo.status.startsWith('REMOVIDA')) {
    throw new SimulatorProblem('CobPayloadNaoEncontrado', {
      status: 410,
      detail: 'A cobrança desta location foi removida.',
    });
  }
  return charge;
}

function checkConsulta({ conteudo }: CobVRecord, consulta: Consulta, today: string): void {
  const { codMun, DPP } = consulta ?? {};
  const violacoes = [
    ...(codMun === undefined || isMunicipality(codMun)
      ? []
      : [violation('codMun', 'não é um código da tabela de municípios do IBGE')]),
    ...(DPP === undefined || DPP >= today ? [] : [violation('DPP', 'é anterior a hoje')]),
    ...(DPP === undefined || DPP <= findLastDay(conteudo)
      ? []
      : [violation('DPP', 'é posterior à validade da cobrança')]),
  ];
  if (violacoes.length > 0) throw new SimulatorProblem('CobPayloadOperacaoInvalida', { violacoes });
}
