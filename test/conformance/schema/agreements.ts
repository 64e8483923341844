/** What the file says of bodies in words and not in keywords, brought about in a body made by its keywords. */
type Bag = Record<string, unknown>;

/** A copy of a body whose parts agree with each other. */
export function agree(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(agree);
  if (typeof body !== 'object' || body === null) return body;
  const copy = Object.fromEntries(
    Object.entries(body).map(([name, part]) => [name, agree(part)] as const),
  );
  for (const bring of agreements) bring(copy);
  return copy;
}

/** The greatest amount. */
const MOST = '9999999999.99';

const SAQUE = {
  valor: '1.11',
  modalidadeAgente: 'AGTEC',
  prestadorDoServicoDeSaque: '11111111',
};

const agreements: readonly ((object: Bag) => void)[] = [
  /** Cash is handed out on withdrawal or as change; none of the two is no cash (docs/decisions.md D24). */
  (object) => {
    const retirada = partOf(object, 'retirada');
    if (retirada?.saque === undefined && retirada?.troco === undefined && retirada) {
      retirada.saque = SAQUE;
    }
  },
  /** Who only withdraws buys nothing (`CobValor`). */
  (object) => {
    if (partOf(object, 'retirada')?.saque !== undefined) object.original = '0.00';
  },
  /** A rebate or discount leaves something to pay (`CobVOperacaoInvalida`). */
  (object) => {
    if (object.desconto !== undefined || object.abatimento !== undefined) object.original = MOST;
  },
  /** Modalities 1 and 2 of a discount go by day, 3 to 6 by anticipation (`CobVValor`). */
  (object) => {
    const desconto = partOf(object, 'desconto');
    if (desconto?.valorPerc !== undefined) desconto.modalidade = 3;
    else if (desconto?.descontoDataFixa !== undefined) desconto.modalidade = 1;
    else if (Number(desconto?.modalidade) > 2) desconto!.valorPerc = '1.11';
    else if (desconto) desconto.descontoDataFixa = [{ data: '2020-01-01', valorPerc: '1.11' }];
  },
];

function partOf(object: Bag, name: string): Bag | undefined {
  return object[name] as Bag | undefined;
}
