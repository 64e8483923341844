import { formatValor, parseValor, type PixComponente, type PixComponentesValor } from 'nestjs-pix';
import type { CobVConteudo } from '../../families/cobv/cobv.record.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { calculateValorDevido } from '../valor/valor-devido.js';
import type { Amount } from './cob-amount.js';
import type { PayOptions } from './pay.options.js';

/**
 * Resolves the amount of a payment of a due-date charge on a day, with fine, interest, rebate and
 * discount.
 *
 * @throws SimulatorProblem `PagamentoRecusado` if the payer pays another amount without `force`
 */
export function resolveCobVAmount(
  { valor: asked, dataDeVencimento }: CobVConteudo,
  day: string,
  { valor, force = false }: PayOptions,
): Amount {
  const { original, multa, juros, abatimento, desconto, final } = calculateValorDevido(
    asked,
    dataDeVencimento,
    day,
  );
  if (valor === undefined || parseValor(valor) === final) {
    const componentesValor: PixComponentesValor = {
      original: { valor: formatValor(original) },
      ...toComponente('juros', juros),
      ...toComponente('multa', multa),
      ...toComponente('abatimento', abatimento),
      ...toComponente('desconto', desconto),
    };
    return { valor: formatValor(final), componentesValor };
  }
  if (!force) {
    throw new SimulatorProblem('PagamentoRecusado', {
      detail: `A cobrança é de ${formatValor(final)} em ${day}, e não permite que o pagador altere o valor.`,
    });
  }
  return { valor, componentesValor: { original: { valor } } };
}

function toComponente(
  name: keyof PixComponentesValor,
  amount: bigint,
): Record<string, PixComponente> {
  return amount === 0n ? {} : { [name]: { valor: formatValor(amount) } };
}
