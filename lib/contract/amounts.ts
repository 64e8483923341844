import { toDecimalText } from '../values/index.js';
import type { PixOperation } from './operation.js';
import type { PixFamily } from './pix-family.js';

/** The amounts in a record by name: `true` for an amount, otherwise those in an object or a list. */
interface Amounts {
  readonly [name: string]: true | Amounts;
}

const componente: Amounts = { valor: true };
const encargo: Amounts = { valorPerc: true };

const pix: Amounts = {
  valor: true,
  devolucoes: componente,
  componentesValor: {
    original: componente,
    saque: componente,
    troco: componente,
    juros: componente,
    multa: componente,
    abatimento: componente,
    desconto: componente,
  },
};

/** The fields that the specification types as amounts in text, by family. */
const amounts: Readonly<Partial<Record<PixFamily, Amounts>>> = {
  cob: { valor: { original: true, retirada: { saque: componente, troco: componente } }, pix },
  cobv: {
    valor: {
      original: true,
      multa: encargo,
      juros: encargo,
      abatimento: encargo,
      desconto: { valorPerc: true, descontoDataFixa: encargo },
    },
    pix,
  },
  cobr: { valor: { original: true }, pix },
  // Also refunds, whose amount has the same name.
  pix,
  rec: { valor: { valorRec: true, valorMinimoRecebedor: true } },
};

/**
 * Converts the amounts of a response that are JSON numbers to decimal text, as the specification
 * types them: `37` to `37.00`. Leaves a number that is not an amount as it is.
 */
export function normalizeAmounts({ family, providers, items }: PixOperation, answer: object): void {
  const known = providers === undefined ? amounts[family] : undefined;
  if (known) normalize(answer, items === undefined ? known : { [items]: known });
}

function normalize(holder: unknown, known: Amounts): void {
  if (typeof holder !== 'object' || holder === null) return;
  if (Array.isArray(holder)) {
    for (const item of holder) normalize(item, known);
    return;
  }
  const record = holder as Record<string, unknown>;
  for (const name in known) {
    const value = record[name];
    if (value === undefined) continue;
    const below = known[name];
    if (below !== true && below !== undefined) normalize(value, below);
    else if (typeof value === 'number') record[name] = toDecimalText(value) ?? value;
  }
}
