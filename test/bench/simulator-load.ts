import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:https';
import { fileURLToPath } from 'node:url';
import { generateTxid } from 'nestjs-pix';
import { load, type LoadTarget } from './keep-alive-load.js';
import type { Question, SimulatorReady } from './simulator-server.js';

const CONNECTIONS = 32;

const devedor = { cpf: '12345678909', nome: 'Francisco da Silva' };

const solicitada = {
  calendario: { expiracao: 3600 },
  devedor,
  valor: { original: '37.00', modalidadeAlteracao: 1 },
  chave: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  solicitacaoPagador: 'Serviço realizado.',
  infoAdicionais: [{ nome: 'Campo 1', valor: 'Informação Adicional1 do PSP-Recebedor' }],
};

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

/** A simulator in a separate process. */
export interface SimulatorProcess {
  /**
   * Creates charges over kept-alive mutual TLS.
   *
   * @param payer the document of the person who pays, if it is another one
   * @returns the microseconds of CPU time of the simulator for each
   */
  create(charges: number, payer?: object): Promise<number>;
  /** Lists charges, with a path below `/cob`. Returns the milliseconds until each answer, one after another. */
  list(path: string, times: number): Promise<number>;
  /** Bytes of live objects and buffers. */
  memory(): Promise<number>;
  stop(): Promise<unknown>;
}

/** @param stateDir where it keeps its charges; by default only in memory */
export async function startSimulator(stateDir?: string): Promise<SimulatorProcess> {
  const program = fileURLToPath(new URL('./simulator-server.ts', import.meta.url));
  const child = fork(program, stateDir === undefined ? [] : ['0', stateDir], {
    execArgv: [...process.execArgv, '--expose-gc'],
  });
  const [ready] = (await once(child, 'message')) as [SimulatorReady];
  const { hostname, port, pathname } = new URL(ready.url);
  const target: LoadTarget = {
    host: hostname,
    port: Number(port),
    ca: ready.options.ca,
    ...ready.options.certificate,
  };
  const fields = [
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${await requestToken(ready)}`,
  ];
  const head = (line: string, ...others: string[]) =>
    `${[`${line} HTTP/1.1`, ...fields, ...others].join('\r\n')}\r\n\r\n`;
  const ask = async (question: Question) => {
    child.send(question);
    const [answer] = (await once(child, 'message')) as [number];
    return answer;
  };
  const send = (connections: number, count: number, status: string, next: () => string) => {
    let left = count;
    return load(target, connections, () => (left-- > 0 ? next() : undefined), status);
  };
  return {
    create: async (charges, payer = devedor) => {
      const body = JSON.stringify({ ...solicitada, devedor: { ...payer, nome: devedor.nome } });
      const length = `Content-Length: ${Buffer.byteLength(body)}`;
      const next = () =>
        head(`PUT ${pathname}/cob/${generateTxid()}`, 'Content-Type: application/json', length) +
        body;
      const before = await ask('cpu');
      await send(CONNECTIONS, charges, '201', next);
      return ((await ask('cpu')) - before) / charges;
    },
    list: async (path, times) => {
      const start = performance.now();
      await send(1, times, '200', () => head(`GET ${pathname}/cob${path}`));
      return (performance.now() - start) / times;
    },
    memory: () => ask('memory'),
    stop: () => {
      child.disconnect();
      return once(child, 'exit');
    },
  };
}
