import { CobValorDto } from '../../contract/cob/cob-valor.dto.js';
import { collectViolations } from '../../contract/validation/index.js';
import type { LocRecord } from '../loc/loc.store.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorViolation } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../simulator-state.js';
import type { CobConteudo, CobRecord } from './cob.record.js';

/**
 * What a body alone cannot tell: whether key and location are the receiver's to use, and whether a revision leaves an
 * amount that makes sense (specification, `CobOperacaoInvalida`).
 */
export function checkConteudo(
  state: SimulatorState,
  conteudo: CobConteudo,
  txid: string,
  locId: number | undefined,
): void {
  const violacoes = [
    ...collectViolations(CobValorDto, conteudo.valor, 'cob.valor'),
    ...chaveViolations(state, conteudo.chave),
    ...(locId === undefined ? [] : locViolations(state.locs.get(locId), txid)),
  ];
  if (violacoes.length > 0) throw new SimulatorProblem('CobOperacaoInvalida', { violacoes });
}

/** Only a charge that is neither paid nor removed changes. */
export function checkAtiva({ conteudo }: CobRecord): void {
  if (conteudo.status === 'ATIVA') return;
  throw new SimulatorProblem('CobOperacaoInvalida', {
    detail: 'A cobrança não está ATIVA e por isso não pode ser alterada.',
    violacoes: [
      {
        razao: 'cob.status não é ATIVA',
        propriedade: 'cob.status',
        valor: conteudo.status,
      },
    ],
  });
}

function chaveViolations(
  { settings: { chaves } }: SimulatorState,
  chave: string,
): SimulatorViolation[] {
  if (chaves === 'any' || chaves.has(chave)) return [];
  return [{ razao: 'cob.chave não pertence a este usuário recebedor', propriedade: 'cob.chave' }];
}

function locViolations(loc: LocRecord | undefined, txid: string): SimulatorViolation[] {
  const violation = (rule: string) => [{ razao: `cob.loc.id ${rule}`, propriedade: 'cob.loc.id' }];
  if (loc === undefined) return violation('não corresponde a uma location');
  if (loc.tipoCob !== 'cob') return violation('é de uma location do tipo cobv, e não cob');
  if (loc.txid !== undefined && loc.txid !== txid) {
    return violation('é de uma location usada por outra cobrança');
  }
  return [];
}
