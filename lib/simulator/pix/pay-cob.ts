import type { CobRetiradaParte, CobValor } from '../../contract/cob/cob.types.js';
import type {
  Pix,
  PixComponenteEmEspecie,
  PixComponentesValor,
} from '../../contract/pix/pix.types.js';
import { formatValor, generateEndToEndId, parseValor } from '../../identifiers/index.js';
import type { CobRecord } from '../cob/cob.record.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../simulator-state.js';
import { notifyPix } from './notify-pix.js';
import type { PixRecord } from './pix.record.js';
import { toPix } from './pix.view.js';

export interface PayOptions {
  /**
   * Amount in decimal text. Default: what the charge asks for. Another amount is taken even where a payer's application
   * would not let it be entered, so that a test can see what its receiver makes of it.
   */
  valor?: string;
  /** Text of the payer, at most 140 characters. */
  infoPagador?: string;
}

/** schema `Pix`: length of `infoPagador`. */
const INFO_PAGADOR = 140;

/**
 * A payer pays an immediate charge: it becomes CONCLUIDA, the payment is on record, and the webhook of its key hears of
 * it.
 *
 * @throws SimulatorProblem `CobNaoEncontrado`; `PagamentoRecusado` when it is not ATIVA or has expired;
 *   `RequisicaoInvalida` when an option is not valid
 */
export function payCob(state: SimulatorState, txid: string, options: PayOptions = {}): Pix {
  const cob = state.cobs.get(txid);
  if (cob === undefined) throw new SimulatorProblem('CobNaoEncontrado');
  const now = state.clock.now();
  checkPayable(cob, now);
  checkOptions(options);
  const { conteudo } = cob;
  const valor = options.valor ?? amountAsked(conteudo.valor);
  const pix: PixRecord = {
    endToEndId: generateEndToEndId({ ispb: state.settings.ispb, date: new Date(now) }),
    txid,
    valor,
    componentesValor: componentsOf(valor, conteudo.valor),
    chave: conteudo.chave,
    recebidoEm: now,
    ...(options.infoPagador !== undefined && { infoPagador: options.infoPagador }),
    ...(conteudo.devedor && { pagador: conteudo.devedor }),
    devolucoes: [],
  };
  cob.mark('CONCLUIDA');
  cob.pix.push(pix);
  state.pix.add(pix);
  state.cobs.tell(cob);
  notifyPix(state, pix);
  return toPix(pix);
}

function checkPayable(cob: CobRecord, now: number): void {
  const { status } = cob.conteudo;
  if (status !== 'ATIVA') {
    throw new SimulatorProblem('PagamentoRecusado', { detail: `A cobrança está ${status}.` });
  }
  if (cob.isExpired(now)) {
    throw new SimulatorProblem('PagamentoRecusado', { detail: 'A cobrança expirou.' });
  }
}

function checkOptions({ valor, infoPagador }: PayOptions): void {
  if (valor !== undefined && !(/^\d{1,10}\.\d{2}$/.test(valor) && parseValor(valor) > 0n)) {
    throw new SimulatorProblem('RequisicaoInvalida', {
      violacoes: [{ razao: 'valor deve ser maior que zero, como 37.00', propriedade: 'valor' }],
    });
  }
  if (infoPagador !== undefined && infoPagador.length > INFO_PAGADOR) {
    throw new SimulatorProblem('RequisicaoInvalida', {
      violacoes: [
        { razao: 'infoPagador deve ter no máximo 140 caracteres', propriedade: 'infoPagador' },
      ],
    });
  }
}

function amountAsked({ original, retirada }: CobValor): string {
  return sum(original, cashOf(retirada));
}

/** schema `Pix`: the amount is the sum of its parts; cash stays what was asked, the rest is the purchase. */
function componentsOf(valor: string, { retirada }: CobValor): PixComponentesValor {
  const cash = parseValor(cashOf(retirada));
  const rest = parseValor(valor) - cash;
  const { saque, troco } = retirada ?? {};
  if (rest < 0n) return { original: { valor } };
  return {
    original: { valor: formatValor(rest) },
    ...(saque && { saque: handedOut(saque) }),
    ...(troco && { troco: handedOut(troco) }),
  };
}

function cashOf(retirada: CobValor['retirada']): string {
  return (retirada?.saque ?? retirada?.troco)?.valor ?? '0.00';
}

function sum(one: string, other: string): string {
  return formatValor(parseValor(one) + parseValor(other));
}

function handedOut<Agente extends string>({
  valor,
  modalidadeAgente,
  prestadorDoServicoDeSaque,
}: CobRetiradaParte<Agente>): PixComponenteEmEspecie<Agente> {
  return { valor, modalidadeAgente, prestadorDoServicoDeSaque };
}
