import type { CobVValor } from '../../../contract/cobv/cobv.types.js';
import { parseValor } from '../../../values/index.js';
import { jurosOf, multaOf } from './encargos.js';
import type { Centavos } from './exact.js';
import { abatimentoOf, descontoOf } from './reducoes.js';
import { dueDayOf } from './vencimento.js';

/** What a due-date charge amounts to on a day, in cents. */
export interface ValorDevido {
  readonly original: Centavos;
  readonly multa: Centavos;
  readonly juros: Centavos;
  readonly abatimento: Centavos;
  readonly desconto: Centavos;
  /** `original` with `multa` and `juros`, less `abatimento` and `desconto`. */
  readonly final: Centavos;
}

/** The largest amount that the wire carries: `\d{1,10}\.\d{2}`. */
const LARGEST = 10n ** 12n - 1n;

/**
 * What is owed when a charge is paid on a day. Percentages are of the original amount, interest is simple, and each part
 * is rounded by itself to the nearest cent, half a cent upwards. What is taken off leaves the last cent, since no Pix is
 * of nothing.
 */
export function valorDevido(valor: CobVValor, dataDeVencimento: string, day: string): ValorDevido {
  const original = parseValor(valor.original);
  const due = dueDayOf({ dataDeVencimento });
  const multa = atMost(LARGEST - original, valor.multa && multaOf(original, valor.multa, due, day));
  const juros = atMost(
    LARGEST - original - multa,
    valor.juros && jurosOf(original, valor.juros, due, day),
  );
  const owed = original + multa + juros;
  const abatimento = atMost(
    owed - 1n,
    valor.abatimento && abatimentoOf(original, valor.abatimento),
  );
  const desconto = atMost(
    owed - abatimento - 1n,
    valor.desconto && descontoOf(original, valor.desconto, { dataDeVencimento, due, day }),
  );
  return { original, multa, juros, abatimento, desconto, final: owed - abatimento - desconto };
}

function atMost(limit: Centavos, amount: Centavos = 0n): Centavos {
  return amount < limit ? amount : limit;
}
