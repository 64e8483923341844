/** Makes a generated body follow the rules that the file describes in prose. */
type Bag = Record<string, unknown>;

/** Returns a copy of a body whose fields are consistent. */
export function makeConsistent(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(makeConsistent);
  if (typeof body !== 'object' || body === null) return body;
  const copy = Object.fromEntries(
    Object.entries(body).map(([name, part]) => [name, makeConsistent(part)] as const),
  );
  for (const makeFieldsConsistent of consistencyRules) makeFieldsConsistent(copy);
  return copy;
}

/** The highest amount. */
const MOST = '9999999999.99';

const SAQUE = {
  valor: '1.11',
  modalidadeAgente: 'AGTEC',
  prestadorDoServicoDeSaque: '11111111',
};

const consistencyRules: readonly ((object: Bag) => void)[] = [
  /** Cash is for a withdrawal or for change; an object without both is invalid (docs/decisions.md D24). */
  (object) => {
    const retirada = getObject(object, 'retirada');
    if (retirada?.saque === undefined && retirada?.troco === undefined && retirada) {
      retirada.saque = SAQUE;
    }
  },
  /** A withdrawal has no purchase (`CobValor`). */
  (object) => {
    if (getObject(object, 'retirada')?.saque !== undefined) object.original = '0.00';
  },
  /** A rebate or discount is below the amount (`CobVOperacaoInvalida`). */
  (object) => {
    if (object.desconto !== undefined || object.abatimento !== undefined) object.original = MOST;
  },
  /** Modalities 1 and 2 of a discount have dates, 3 to 6 a value per day (`CobVValor`). */
  (object) => {
    const desconto = getObject(object, 'desconto');
    if (desconto?.valorPerc !== undefined) desconto.modalidade = 3;
    else if (desconto?.descontoDataFixa !== undefined) desconto.modalidade = 1;
    else if (Number(desconto?.modalidade) > 2) desconto!.valorPerc = '1.11';
    else if (desconto) desconto.descontoDataFixa = [{ data: '2020-01-01', valorPerc: '1.11' }];
  },
];

function getObject(object: Bag, name: string): Bag | undefined {
  return object[name] as Bag | undefined;
}
