import type { GatewayBody } from './request-faults.js';

/** A response on its way to the client. */
export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const PAGE =
  '<!DOCTYPE html><html><head><title>Erro</title></head><body>Tente de novo.</body></html>';

/** Returns the body that a gateway sends instead of the provider's response. */
export function gatewayResponse(
  status: number,
  body: GatewayBody,
  retryAfter: number | undefined,
  real: Response | undefined,
): Response {
  const wait = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  const json = (text: string): Response => ({
    status,
    headers: { 'content-type': 'application/json', ...wait },
    body: text,
  });
  switch (body) {
    case 'problem':
      return json(JSON.stringify({ title: 'Gateway', status, detail: 'Falha do gateway.' }));
    case 'html':
      return { status, headers: { 'content-type': 'text/html', ...wait }, body: PAGE };
    case 'empty':
      return { status, headers: wait, body: '' };
    case 'truncated':
      return json(truncated(real?.body ?? ''));
    case 'array':
      return json('[]');
    case 'notice':
      return json(JSON.stringify({ message: 'manutenção programada' }));
    case 'other':
      return json(JSON.stringify(OTHER));
  }
}

function truncated(body: string): string {
  return (body === '' ? '{"calendario":{}}' : body).slice(0, -7);
}

/** A charge that does not exist in this run. */
const OTHER = {
  txid: 'anotherChargeThatIsNotTheOneAsked',
  status: 'ATIVA',
  revisao: 0,
  chave: 'outra@example.com',
  valor: { original: '1.00' },
  calendario: { criacao: '2026-03-03T15:00:00Z', expiracao: 3600 },
  loc: { id: 1, location: 'pix.example.com/qr/v2/x', tipoCob: 'cob' },
};
