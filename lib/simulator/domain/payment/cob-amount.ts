import type { CobRetiradaParte, CobValor } from '../../../contract/cob/cob.types.js';
import type {
  PixComponenteEmEspecie,
  PixComponentesValor,
} from '../../../contract/pix/pix.types.js';
import { formatValor, parseValor } from '../../../values/index.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import type { PayOptions } from './pay.options.js';

/** What is paid, and what it is made of (schema `Pix`, `componentesValor`). */
export interface Amount {
  readonly valor: string;
  readonly componentesValor: PixComponentesValor;
}

/**
 * What an immediate charge is paid with: what it asks for, or what the payer chooses.
 *
 * @throws SimulatorProblem `PagamentoRecusado` when it is not for the payer to choose; `RequisicaoInvalida` when it is,
 *   and he has not
 */
export function amountOfCob(asked: CobValor, { valor, force = false }: PayOptions): Amount {
  const [original, cash] = [parseValor(asked.original), cashOf(asked)];
  const whole = original + cash;
  const paid = valor === undefined ? whole : parseValor(valor);
  if (paid === 0n) {
    throw new SimulatorProblem('RequisicaoInvalida', {
      violacoes: [{ razao: 'valor cabe ao pagador nesta cobrança', propriedade: 'valor' }],
    });
  }
  if (paid !== whole && !force && !isForPayer(asked, paid > original)) {
    throw new SimulatorProblem('PagamentoRecusado', {
      detail: `A cobrança é de ${formatValor(whole)}, e não permite que o pagador altere o valor.`,
    });
  }
  const cashPaid = mayAlterCash(asked) ? paid - original : cash;
  return {
    valor: formatValor(paid),
    componentesValor: partsOf(asked, paid - cashPaid, cashPaid),
  };
}

function cashOf({ retirada }: CobValor): bigint {
  return parseValor((retirada?.saque ?? retirada?.troco)?.valor ?? '0.00');
}

function isForPayer(asked: CobValor, aboveOriginal: boolean): boolean {
  return asked.modalidadeAlteracao === 1 || (mayAlterCash(asked) && aboveOriginal);
}

function mayAlterCash({ retirada }: CobValor): boolean {
  return (retirada?.saque ?? retirada?.troco)?.modalidadeAlteracao === 1;
}

/** Purchase and cash make the whole; an amount that does not reach the cash is told as it is. */
function partsOf({ retirada = {} }: CobValor, purchase: bigint, cash: bigint): PixComponentesValor {
  if (purchase < 0n || cash < 0n) return { original: { valor: formatValor(purchase + cash) } };
  const { saque, troco } = retirada;
  return {
    original: { valor: formatValor(purchase) },
    ...(saque && { saque: handedOut(saque, cash) }),
    ...(troco && { troco: handedOut(troco, cash) }),
  };
}

function handedOut<Agente extends string>(
  { modalidadeAgente, prestadorDoServicoDeSaque }: CobRetiradaParte<Agente>,
  cash: bigint,
): PixComponenteEmEspecie<Agente> {
  return { valor: formatValor(cash), modalidadeAgente, prestadorDoServicoDeSaque };
}
