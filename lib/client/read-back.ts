/**
 * Whether a record that was read back is what a call wanted to create: what was sent as `valor` and `chave` stands in
 * it. The identifier was chosen at random by the client, so this guards against one that was used before.
 */
export function matchesSent(sent: unknown, found: unknown): boolean {
  const wanted = sent as Shape | undefined;
  const held = found as Shape;
  return same(wanted?.chave, held.chave) && same(amountOf(wanted?.valor), amountOf(held.valor));
}

interface Shape {
  chave?: unknown;
  valor?: unknown;
}

function amountOf(valor: unknown): unknown {
  return typeof valor === 'object' && valor !== null
    ? (valor as { original?: unknown }).original
    : valor;
}

/** Texts alone are compared: a provider may repeat an amount as a number. */
function same(wanted: unknown, held: unknown): boolean {
  return typeof wanted !== 'string' || typeof held !== 'string' || wanted === held;
}
