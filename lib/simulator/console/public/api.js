/* global EventSource, fetch */

/** What the simulator said against a request. */
class Refusal extends Error {
  constructor({ detail, violacoes = [] }, status) {
    super(violacoes.length > 0 ? violacoes.map(({ razao }) => razao).join('; ') : detail);
    this.status = status;
  }
}

async function call(method, path, body) {
  const response = await fetch(`/simulator${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }).catch(() => {
    throw new Refusal({ detail: 'O simulador não responde.' }, 0);
  });
  if (response.status === 204) return undefined;
  const answer = await response.json();
  if (response.ok) return answer;
  throw new Refusal(answer, response.status);
}

export const api = {
  get: (path) => call('GET', path),
  post: (path, body) => call('POST', path, body),
  put: (path, body) => call('PUT', path, body),
  remove: (path) => call('DELETE', path),
};

/** Hears of changes as they happen; what changed before a connection was there is not told, so all counts as changed. */
export function follow({ changed, status, link }) {
  const events = new EventSource('/simulator/events');
  events.addEventListener('open', () => {
    link(true);
    changed(undefined);
  });
  events.addEventListener('error', () => link(false));
  events.addEventListener('changed', ({ data }) => changed(JSON.parse(data).topics));
  events.addEventListener('status', ({ data }) => status(JSON.parse(data)));
}
