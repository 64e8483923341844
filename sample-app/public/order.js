/* global EventSource, crypto, fetch */

/** An error of the shop with a message for the customer. */
class ShopError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

const ERROR_MESSAGES = {
  500: 'A loja teve um problema. Tente de novo em instantes.',
  502: 'Não conseguimos falar com o banco. Tente de novo em instantes.',
  503: 'O banco está fora do ar. Tente de novo em instantes.',
  504: 'O banco demorou demais para responder. Tente de novo em instantes.',
};

async function call(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new ShopError('Sem conexão com a loja. Verifique a internet e tente de novo.', 0);
  }
  const body = await response.json().catch(() => ({}));
  if (response.ok) return body;
  const message = Array.isArray(body.message) ? body.message.join('. ') : body.message;
  throw new ShopError(
    ERROR_MESSAGES[response.status] ?? message ?? 'Algo deu errado. Tente de novo.',
    response.status,
  );
}

/** A random key for `Idempotency-Key`. Unlike `crypto.randomUUID`, this works without https. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const shop = {
  config: () => call('/api/config'),
  products: () => call('/api/products'),
  create: (itens, key) =>
    call('/api/orders', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ itens }),
    }),
  get: (id) => call(`/api/orders/${encodeURIComponent(id)}`),
  cancel: (id) => call(`/api/orders/${encodeURIComponent(id)}/cancel`, { method: 'POST' }),
  pay: (id) => call(`/api/demo/orders/${encodeURIComponent(id)}/pay`, { method: 'POST' }),
};

/**
 * Follows an order until it is final. The browser reconnects automatically when the stream breaks.
 *
 * @returns a function that stops following
 */
export function follow(id, { onChange, onConnection }) {
  const stream = new EventSource(`/api/orders/${encodeURIComponent(id)}/events`);
  stream.onopen = () => onConnection(true);
  stream.onerror = () => onConnection(false);
  stream.onmessage = ({ data }) => {
    const change = JSON.parse(data);
    if (change.status !== 'PENDENTE') stream.close();
    onChange(change);
  };
  return () => stream.close();
}
