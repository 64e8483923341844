import { allOperations, providerOperations } from '../../lib/spec.js';

/** Operations with their path patterns, the most specific first. */
const routes = [...allOperations, ...providerOperations].map((operation) => ({
  operation,
  names: operation.params.map(({ name }) => name),
  pattern: new RegExp(`${operation.path.replace(/\{\w+\}/g, '([^/]+)')}$`),
}));

interface Call {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly body: string;
}

/** Answers a call like a provider that accepts it: with the body and the identifier of the record. */
export function echoRecord({ method, url, body }: Call): { status: number; body?: object } {
  const [path = ''] = url.split('?');
  const route = routes.find(
    ({ operation, pattern }) => operation.method === method && pattern.test(path),
  );
  if (!route) return { status: 404, body: { title: 'Not found' } };
  const { operation, names, pattern } = route;
  const status = operation.success[0] ?? 200;
  if (operation.responseBody === 'empty') return { status };
  const values = pattern.exec(path)?.slice(1) ?? [];
  const { field = 'id', param } = operation.identifier ?? {};
  const index = param === undefined ? -1 : names.indexOf(param);
  const identifier = decodeURIComponent(values[index] ?? 'x'.repeat(26));
  const sent = body === '' ? {} : (JSON.parse(body) as object);
  return { status, body: { status: 'ATIVA', ...sent, [field]: identifier } };
}
