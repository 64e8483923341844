import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestAuthority, TestCertificate } from '../support/certificates.js';
import { load } from './keep-alive-load.js';
import type { ServerOrder, ServerQuestion } from './transport-server.js';

/** Number of concurrent calls. */
export const CONCURRENT = 32;

/** The body of the measured call. */
export const solicitada = {
  calendario: { expiracao: 3600 },
  devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
  valor: { original: '37.00' },
  chave: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  solicitacaoPagador: 'Serviço realizado.',
};
export const body = JSON.stringify(solicitada);

/** The charge that the server answers with. */
export const charge = {
  ...solicitada,
  calendario: { criacao: '2026-01-01T12:00:00.000Z', expiracao: 3600 },
  txid: 'fc9a4366ff3d4964b5dbc6c91a8722d3',
  revisao: 0,
  status: 'ATIVA',
  location: 'pix.example.com/qr/v2/2353c790eefb11eaadc10242ac120002',
  loc: { id: 789, location: 'pix.example.com/qr/v2/2353c790eefb11eaadc1', tipoCob: 'cob' },
  pixCopiaECola:
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000520400005303986540537.005802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
};
export const answer = JSON.stringify(charge);

/** The access token, as long as those of banks. */
export const accessToken = 'x'.repeat(800);

export const headers = {
  Accept: 'application/json',
  Authorization: `Bearer ${accessToken}`,
  'Content-Type': 'application/json',
  'User-Agent': 'nestjs-pix',
  client_id: 'client',
};

/** The path of the measured call. */
const PATH = `/v2/cob/${charge.txid}`;

/** A server in a separate process that answers every request with the same charge, or with a token. */
export interface TransportServer {
  readonly port: number;
  /** The address of the measured call. */
  readonly url: string;
  /** Microseconds of CPU per request, for a number of requests from a sender with a low cost. */
  load(requests: number): Promise<number>;
  /** Number of connections that were opened so far. */
  connections(): Promise<number>;
  stop(): void;
}

async function ask(child: ChildProcess, question: ServerQuestion): Promise<number> {
  child.send(question);
  const [result] = (await once(child, 'message')) as [number];
  return result;
}

export interface TransportServerOptions {
  /** Names and addresses in the certificate of the server. Default: `127.0.0.1` and `localhost`. */
  names?: string[];
  /** Whether the server closes each connection after its response. Default: false. */
  close?: boolean;
}

/** @param client the certificate that {@link TransportServer.load} sends its requests with */
export async function startServer(
  ca: TestAuthority,
  client: TestCertificate,
  { close = false, ...options }: TransportServerOptions = {},
): Promise<TransportServer> {
  const child = fork(fileURLToPath(new URL('./transport-server.ts', import.meta.url)));
  const token = JSON.stringify({
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: 3600,
  });
  const certificate = await ca.issueServer(options);
  child.send({ certificate, ca: ca.cert, answer, token, close } satisfies ServerOrder);
  const [port] = (await once(child, 'message')) as [number];
  const fields = Object.entries({ Host: `127.0.0.1:${port}`, ...headers });
  const head = [`PUT ${PATH} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`)];
  const text = `${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  return {
    port,
    url: `https://127.0.0.1:${port}${PATH}`,
    load: async (requests) => {
      let left = requests;
      const before = await ask(child, 'usage');
      const target = { host: '127.0.0.1', port, ca: ca.cert, ...client };
      await load(target, CONCURRENT, () => (left-- > 0 ? text : undefined), '201');
      return ((await ask(child, 'usage')) - before) / requests;
    },
    connections: () => ask(child, 'connections'),
    stop: () => child.disconnect(),
  };
}
