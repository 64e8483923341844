import { parseValor, type CobVValor } from 'nestjs-pix';
import { MAX_CENTAVOS } from 'nestjs-pix/spec';
import { findDueDay } from '../../kernel/calendar/vencimento.js';
import type { Frozen } from '../../kernel/draft.js';
import { calculateJuros, calculateMulta } from './encargos.js';
import type { Centavos } from './exact.js';
import { calculateAbatimento, calculateDesconto } from './reducoes.js';

/** Amount of a due-date charge on a day and its parts, in cents. */
export interface ValorDevido {
  readonly original: Centavos;
  readonly multa: Centavos;
  readonly juros: Centavos;
  readonly abatimento: Centavos;
  readonly desconto: Centavos;
  /** `original` + `multa` + `juros` - `abatimento` - `desconto`. */
  readonly final: Centavos;
}

/**
 * Calculates the amount of a charge that is paid on a day. Percentages are of the original amount,
 * interest is simple, and each part is rounded to the nearest cent; half a cent is rounded up.
 * Reductions leave at least one cent, because a Pix cannot be of zero.
 */
export function calculateValorDevido(
  valor: Frozen<CobVValor>,
  dataDeVencimento: string,
  day: string,
): ValorDevido {
  const original = parseValor(valor.original);
  const due = findDueDay({ dataDeVencimento });
  const multa = atMost(
    MAX_CENTAVOS - original,
    valor.multa && calculateMulta(original, valor.multa, due, day),
  );
  const juros = atMost(
    MAX_CENTAVOS - original - multa,
    valor.juros && calculateJuros(original, valor.juros, due, day),
  );
  const owed = original + multa + juros;
  const abatimento = atMost(
    owed - 1n,
    valor.abatimento && calculateAbatimento(original, valor.abatimento),
  );
  const desconto = atMost(
    owed - abatimento - 1n,
    valor.desconto && calculateDesconto(original, valor.desconto, { dataDeVencimento, due, day }),
  );
  return { original, multa, juros, abatimento, desconto, final: owed - abatimento - desconto };
}

function atMost(limit: Centavos, amount: Centavos = 0n): Centavos {
  return amount < limit ? amount : limit;
}
