import { parseValor } from 'nestjs-pix';
import { MAX_TEXT_LENGTH, PIX_TXID, PIX_TXID_RULE, VALOR } from 'nestjs-pix/spec';
import type { Pagador } from '../../families/pix/pix.record.js';
import { findTooLong } from '../../problems/check-length.js';
import { SimulatorProblem, type SimulatorViolation } from '../../problems/simulator-problem.js';
import { violation } from '../../problems/violation.js';

/** How a payer pays. */
export interface PayOptions {
  /**
   * Amount as decimal text. Default: the amount of the charge at the time of the simulator's clock. The payer can
   * choose another amount only if the charge allows it (`modalidadeAlteracao` 1).
   */
  valor?: string;
  /** Message of the payer, at most 140 characters. Default: none. */
  infoPagador?: string;
  /** The payer. `GET /pix` can filter by `cpf` or `cnpj`. Default: the debtor of the charge, if it has one. */
  pagador?: Pagador;
  /**
   * Pays even if a payer's application would refuse: another amount, a charge that has expired, is paid or removed, or
   * a recurring charge that has no attempt yet. Use it to test how the receiver handles such payments. Default:
   * `false`.
   */
  force?: boolean;
}

/** How a payer pays to a key, without a charge. */
export interface PayKeyOptions extends Omit<PayOptions, 'force'> {
  /** Amount as decimal text. */
  valor: string;
  /** Txid of a static code: 1 to 25 letters or digits. Default: none, the Pix has no txid. */
  txid?: string;
}

/** @throws SimulatorProblem `RequisicaoInvalida` with a violation for each invalid option */
export function checkPayOptions({
  valor,
  infoPagador,
  txid,
}: Partial<Omit<PayKeyOptions, 'pagador'>>): void {
  const violacoes: SimulatorViolation[] = [];
  if (valor !== undefined && !(VALOR.test(valor) && parseValor(valor) > 0n)) {
    violacoes.push(violation('valor', 'deve ser maior que zero, como 37.00'));
  }
  violacoes.push(...findTooLong('infoPagador', infoPagador, MAX_TEXT_LENGTH));
  if (txid !== undefined && !PIX_TXID.test(txid)) {
    violacoes.push(violation('txid', PIX_TXID_RULE));
  }
  if (violacoes.length > 0) throw new SimulatorProblem('RequisicaoInvalida', { violacoes });
}
