import {
  formatValor,
  parseValor,
  type CobRetiradaParte,
  type CobValor,
  type PixComponenteEmEspecie,
  type PixComponentesValor,
} from 'nestjs-pix';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { violation } from '../../problems/violation.js';
import type { PayOptions } from './pay.options.js';

/** Amount of a payment and its parts (schema `Pix`, `componentesValor`). */
export interface Amount {
  readonly valor: string;
  readonly componentesValor: PixComponentesValor;
}

/**
 * Resolves the amount of a payment of an immediate charge: the amount of the charge, or the amount
 * that the payer chooses.
 *
 * @throws SimulatorProblem `PagamentoRecusado` if the charge does not allow the payer to change the
 * amount;
 *   `RequisicaoInvalida` if the payer must choose the amount and has not
 */
export function resolveCobAmount(asked: CobValor, { valor, force = false }: PayOptions): Amount {
  const [original, cash] = [parseValor(asked.original), getCash(asked)];
  const whole = original + cash;
  const paid = valor === undefined ? whole : parseValor(valor);
  if (paid === 0n) {
    throw new SimulatorProblem('RequisicaoInvalida', {
      violacoes: [violation('valor', 'cabe ao pagador nesta cobrança')],
    });
  }
  if (paid !== whole && !force && !mayPayerChange(asked, paid > original)) {
    throw new SimulatorProblem('PagamentoRecusado', {
      detail: `A cobrança é de ${formatValor(whole)}, e não permite que o pagador altere o valor.`,
    });
  }
  const cashPaid = mayPayerChangeCash(asked) ? paid - original : cash;
  return {
    valor: formatValor(paid),
    componentesValor: toComponentes(asked, paid - cashPaid, cashPaid),
  };
}

function getCash({ retirada }: CobValor): bigint {
  return parseValor((retirada?.saque ?? retirada?.troco)?.valor ?? '0.00');
}

function mayPayerChange(asked: CobValor, aboveOriginal: boolean): boolean {
  return asked.modalidadeAlteracao === 1 || (mayPayerChangeCash(asked) && aboveOriginal);
}

function mayPayerChangeCash({ retirada }: CobValor): boolean {
  return (retirada?.saque ?? retirada?.troco)?.modalidadeAlteracao === 1;
}

/** Splits an amount into purchase and cash. An amount below the cash part is not split. */
function toComponentes(
  { retirada = {} }: CobValor,
  purchase: bigint,
  cash: bigint,
): PixComponentesValor {
  if (purchase < 0n || cash < 0n) return { original: { valor: formatValor(purchase + cash) } };
  const { saque, troco } = retirada;
  return {
    original: { valor: formatValor(purchase) },
    ...(saque && { saque: toCashComponente(saque, cash) }),
    ...(troco && { troco: toCashComponente(troco, cash) }),
  };
}

function toCashComponente<Agente extends string>(
  { modalidadeAgente, prestadorDoServicoDeSaque }: CobRetiradaParte<Agente>,
  cash: bigint,
): PixComponenteEmEspecie<Agente> {
  return { valor: formatValor(cash), modalidadeAgente, prestadorDoServicoDeSaque };
}
