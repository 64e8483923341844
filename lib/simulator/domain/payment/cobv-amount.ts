import type { PixComponente, PixComponentesValor } from '../../../contract/pix/pix.types.js';
import { formatValor, parseValor } from '../../../values/index.js';
import type { CobVConteudo } from '../state/cobv.record.js';
import { valorDevido } from '../valor/valor-devido.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import type { Amount } from './cob-amount.js';
import type { PayOptions } from './pay.options.js';

/**
 * What a due-date charge is paid with on a day: fine and interest on it, rebate and discount off it.
 *
 * @throws SimulatorProblem `PagamentoRecusado` for another amount
 */
export function amountOfCobV(
  { valor: asked, dataDeVencimento }: CobVConteudo,
  day: string,
  { valor, force = false }: PayOptions,
): Amount {
  const { original, multa, juros, abatimento, desconto, final } = valorDevido(
    asked,
    dataDeVencimento,
    day,
  );
  if (valor === undefined || parseValor(valor) === final) {
    const componentesValor: PixComponentesValor = {
      original: { valor: formatValor(original) },
      ...part('juros', juros),
      ...part('multa', multa),
      ...part('abatimento', abatimento),
      ...part('desconto', desconto),
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

function part(name: keyof PixComponentesValor, amount: bigint): Record<string, PixComponente> {
  return amount === 0n ? {} : { [name]: { valor: formatValor(amount) } };
}
