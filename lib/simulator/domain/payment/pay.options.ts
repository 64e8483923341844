import { parseValor } from '../../../values/index.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import type { SimulatorViolation } from '../../problems/simulator-problem.js';
import type { Pagador } from '../state/pix.record.js';
import { PIX_TXID, VALOR } from '../../../values/patterns.js';

/** How a payer pays. */
export interface PayOptions {
  /**
   * Amount in decimal text. Default: what the charge amounts to at the instant of the simulator's clock. Another one is
   * for the payer to choose where the charge says so (`modalidadeAlteracao` 1).
   */
  valor?: string;
  /** Text of the payer, at most 140 characters. */
  infoPagador?: string;
  /** Who pays: found by `cpf` or `cnpj` in `GET /pix`. Default: the charge's debtor, where it names one. */
  pagador?: Pagador;
  /**
   * Pays all the same where a payer's application would not let him: another amount, a charge that has expired, one that
   * is paid or removed already, a recurring one before it is announced. It shows what the receiver makes of it. Default: `false`.
   */
  force?: boolean;
}

/** How a payer pays to a key, with no charge. */
export interface PayKeyOptions extends Omit<PayOptions, 'force'> {
  valor: string;
  /** Identifier that the receiver put into a static code: 1 to 25 letters or digits. Default: none, a Pix without txid. */
  txid?: string;
}

/** schema `Pix`: length of `infoPagador`. */
const INFO_PAGADOR = 140;

/** @throws SimulatorProblem `RequisicaoInvalida` */
export function checkPayOptions({
  valor,
  infoPagador,
  txid,
}: Partial<Omit<PayKeyOptions, 'pagador'>>): void {
  const violacoes: SimulatorViolation[] = [];
  if (valor !== undefined && !(VALOR.test(valor) && parseValor(valor) > 0n)) {
    violacoes.push({ razao: 'valor deve ser maior que zero, como 37.00', propriedade: 'valor' });
  }
  if (infoPagador !== undefined && infoPagador.length > INFO_PAGADOR) {
    const razao = `infoPagador deve ter no máximo ${INFO_PAGADOR} caracteres`;
    violacoes.push({ razao, propriedade: 'infoPagador' });
  }
  if (txid !== undefined && !PIX_TXID.test(txid)) {
    const razao = 'txid deve ter de 1 a 35 letras ou dígitos';
    violacoes.push({ razao, propriedade: 'txid' });
  }
  if (violacoes.length > 0) throw new SimulatorProblem('RequisicaoInvalida', { violacoes });
}
