import type { ScriptedResponse, Received, Script } from '../support/scripted-provider.js';
import { values } from './canaries.js';

const { devedorCpf, keyCpf } = values;

type Echo = (received: Received) => ScriptedResponse;

/** Quotes the request, unchanged and in parts. */
function quote({ method, url, headers, body }: Received): string {
  const basic = /^Basic (.*)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const decoded = Buffer.from(basic, 'base64').toString();
  const form = new URLSearchParams(body);
  const sent = [...Object.values(headers).map(String), body, url, decoded, ...form.values()];
  return [
    `${method} ${url}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`),
    body,
    decoded,
    decodeURIComponent(decoded.replaceAll('+', ' ')),
    form.get('client_secret') ?? '',
    decodeURIComponent(url),
    // Without a name, as a bank quotes a rejected value.
    ...Object.values(values)
      .filter((value) => sent.some((text) => text.includes(value)))
      .map((value) => `o valor <${value}> e "${value}" são ruins`),
  ].join('\n');
}

const html = { 'content-type': 'text/html' };
const json = { 'content-type': 'application/json' };
const problemJson = { 'content-type': 'application/problem+json' };
const oneLine = (text: string) => text.replace(/[^\x20-\x7e]/g, ' ').slice(0, 4000);

/** Responses of a provider that quotes the request. */
export const echoes: Readonly<Record<string, Echo>> = {
  problem: (received) => ({
    status: 400,
    headers: problemJson,
    body: {
      type: `https://pix.bcb.gov.br/${encodeURIComponent(quote(received))}`,
      title: `Inválido: ${quote(received)}`,
      status: 400,
      detail: quote(received),
      violacoes: [
        { razao: quote(received), propriedade: 'devedor.cpf', valor: devedorCpf },
        { propriedade: 'chave', valor: keyCpf, headers: received.headers, corpo: received.body },
      ],
    },
  }),
  oauth: (received) => ({
    status: 401,
    body: { error: 'invalid_client', error_description: quote(received), request: received },
  }),
  ownShape: (received) => ({
    status: 422,
    body: { erros: [{ codigo: '1', mensagem: quote(received), ocorrencia: received }] },
  }),
  jsonInJson: (received) => ({
    status: 500,
    body: { message: JSON.stringify({ request: JSON.stringify(received) }), fault: [received] },
  }),
  html: (received) => ({ status: 503, headers: html, body: `<pre>${quote(received)}</pre>` }),
  xml: (received) => ({
    status: 500,
    headers: { 'content-type': 'text/xml' },
    body: `<Fault><body>${quote(received)}</body><cpf>${devedorCpf}</cpf></Fault>`,
  }),
  truncated: (received) => ({
    status: 403,
    headers: json,
    body: `{"title":"x","detail":${JSON.stringify(quote(received))}`,
  }),
  long: (received) => ({
    status: 404,
    body: { detail: `${'x '.repeat(8000)}${quote(received)}`, a: quote(received).repeat(20) },
  }),
  text: (received) => ({ status: 429, headers: { 'retry-after': '0' }, body: quote(received) }),
  base64: (received) => ({
    status: 418,
    body: { authorization: received.headers.authorization, cookie: received.headers.cookie },
  }),
  header: (received) => ({
    status: 302,
    headers: {
      location: `https://example.com/${encodeURIComponent(quote(received))}`,
      'content-type': `text/plain; boundary="${oneLine(quote(received))}"`,
      'retry-after': oneLine(quote(received)),
      'x-echo': oneLine(quote(received)),
    },
    body: quote(received),
  }),
  okHtml: (received) => ({ status: 200, headers: html, body: `<p>${quote(received)}</p>` }),
  okText: (received) => ({
    status: 201,
    headers: { 'content-type': `text/plain; a="${oneLine(quote(received))}"` },
    body: quote(received),
  }),
  okTruncated: (received) => ({
    status: 200,
    headers: json,
    body: `{"txid":${JSON.stringify(quote(received))}`,
  }),
  okOther: (received) => ({
    status: 200,
    body: { txid: quote(received), access_token: values.otherToken, expires_in: quote(received) },
  }),
  okList: (received) => ({ status: 200, body: [received, quote(received)] }),
  okNothing: () => ({ status: 200 }),
};

/** Failures below HTTP. */
export const breaks: Readonly<Record<string, Script>> = {
  destroyed: (_, response) => {
    response.destroy();
    return undefined;
  },
  cut: (received, response) => {
    response.writeHead(200, { ...json, 'content-length': '100000' });
    response.write(quote(received), () => response.destroy());
    return undefined;
  },
  silent: () => undefined,
  half: (received, response) => {
    response.writeHead(400, json);
    response.write(`{"detail":${JSON.stringify(quote(received))}`);
    return undefined;
  },
  noHttp: (received, response) => {
    response.socket?.end(
      `HTTP/1.1 900 ${oneLine(quote(received))}\r\nx y: ${values.token}\r\n\r\n`,
    );
    return undefined;
  },
};
