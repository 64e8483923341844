import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:https';
import { fileURLToPath } from 'node:url';
import { generateTxid } from 'nestjs-pix';
import { load, type LoadTarget } from './keep-alive-load.js';
import type { SimulatorReady, Usage } from './simulator-server.js';

const CONNECTIONS = 32;

const body = JSON.stringify({
  calendario: { expiracao: 3600 },
  devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
  valor: { original: '37.00', modalidadeAlteracao: 1 },
  chave: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  solicitacaoPagador: 'Serviço realizado.',
  infoAdicionais: [{ nome: 'Campo 1', valor: 'Informação Adicional1 do PSP-Recebedor' }],
});

function requestToken(ready: SimulatorReady): Promise<string> {
  const { ca, certificate, clientId, clientSecret = '' } = ready.options;
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    request(ready.tokenUrl, { method: 'POST', ca, ...certificate, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        resolve((JSON.parse(text) as { access_token: string }).access_token);
      });
    })
      .on('error', reject)
      .end('grant_type=client_credentials');
  });
}

async function readUsage(child: ChildProcess): Promise<Usage> {
  child.send('usage');
  const [usage] = (await once(child, 'message')) as [Usage];
  return usage;
}

/** The cost of a number of charges. */
export interface Round {
  /** Charges per second of CPU time of the simulator. */
  perCore: number;
  /** Charges per second of elapsed time. */
  perSecond: number;
  /** Bytes per charge. */
  memory: number;
}

/** A simulator in a separate process. */
export interface SimulatorProcess {
  /** Creates charges over kept-alive mutual TLS. */
  round(charges: number): Promise<Round>;
  stop(): void;
}

async function round(
  child: ChildProcess,
  target: LoadTarget,
  head: (txid: string) => string,
  charges: number,
): Promise<Round> {
  const before = await readUsage(child);
  const start = performance.now();
  let left = charges;
  await load(
    target,
    CONNECTIONS,
    () => (left-- > 0 ? head(generateTxid()) + body : undefined),
    '201',
  );
  const seconds = (performance.now() - start) / 1_000;
  const after = await readUsage(child);
  return {
    perCore: charges / ((after.cpu.before - before.cpu.after) / 1e6),
    perSecond: charges / seconds,
    memory: (after.memory - before.memory) / charges,
  };
}

export async function startSimulator(): Promise<SimulatorProcess> {
  const child = fork(fileURLToPath(new URL('./simulator-server.ts', import.meta.url)), {
    execArgv: [...process.execArgv, '--expose-gc'],
  });
  const [ready] = (await once(child, 'message')) as [SimulatorReady];
  const { hostname, port, pathname } = new URL(ready.url);
  const target = {
    host: hostname,
    port: Number(port),
    ca: ready.options.ca,
    ...ready.options.certificate,
  };
  const fields = [
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${await requestToken(ready)}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  const head = (txid: string) =>
    `PUT ${pathname}/cob/${txid} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`;
  return {
    round: (charges) => round(child, target, head, charges),
    stop: () => child.disconnect(),
  };
}
