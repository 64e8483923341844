/**
 * How many charges a second the simulator creates over kept-alive mutual TLS, for each core that it uses, with 100,000
 * charges in store, and what a charge costs in memory. The load comes from another process. Run it with
 * `npm run bench:simulator`; it fails below 2,000 a second and core.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:https';
import { fileURLToPath } from 'node:url';
import { generateTxid } from '../../lib/identifiers/index.js';
import { load } from './keep-alive-load.js';
import type { LoadTarget } from './keep-alive-load.js';
import type { SimulatorReady, Usage } from './simulator-server.js';

const IN_STORE = Number(process.env.BENCH_CHARGES ?? 100_000);
const ROUND = Number(process.env.BENCH_CALLS ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CONNECTIONS = 32;
const LIMIT = 2_000;
const MAX_MS = 300_000;

const body = JSON.stringify({
  calendario: { expiracao: 3600 },
  devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
  valor: { original: '37.00', modalidadeAlteracao: 1 },
  chave: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  solicitacaoPagador: 'Serviço realizado.',
  infoAdicionais: [{ nome: 'Campo 1', valor: 'Informação Adicional1 do PSP-Recebedor' }],
});

function tokenOf(ready: SimulatorReady): Promise<string> {
  const { ca, cert, key, clientId, clientSecret } = ready;
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    request(ready.tokenUrl, { method: 'POST', ca, cert, key, headers }, (response) => {
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

async function usageOf(child: ChildProcess): Promise<Usage> {
  child.send('usage');
  const [usage] = (await once(child, 'message')) as [Usage];
  return usage;
}

interface Round {
  /** Charges a second of CPU that the simulator used. */
  perCore: number;
  /** Charges a second of the clock on the wall. */
  perSecond: number;
  /** Bytes for each charge. */
  memory: number;
}

async function round(
  child: ChildProcess,
  target: LoadTarget,
  head: (txid: string) => string,
  charges: number,
): Promise<Round> {
  const before = await usageOf(child);
  const start = performance.now();
  let left = charges;
  await load(
    target,
    CONNECTIONS,
    () => (left-- > 0 ? head(generateTxid()) + body : undefined),
    '201',
  );
  const seconds = (performance.now() - start) / 1_000;
  const after = await usageOf(child);
  return {
    perCore: charges / ((after.cpu.before - before.cpu.after) / 1e6),
    perSecond: charges / seconds,
    memory: (after.memory - before.memory) / charges,
  };
}

function line(what: string, { perCore, perSecond, memory }: Round): void {
  const [core, wall] = [perCore.toFixed(0), perSecond.toFixed(0)].map((text) => text.padStart(6));
  process.stdout.write(
    `${what.padEnd(28)} ${core ?? ''} /s per core  ${wall ?? ''} /s  ${memory.toFixed(0).padStart(5)} bytes per charge\n`,
  );
}

const limit = setTimeout(() => {
  process.stderr.write('The benchmark took too long.\n');
  process.exit(1);
}, MAX_MS);
limit.unref();

const child = fork(fileURLToPath(new URL('./simulator-server.ts', import.meta.url)), {
  execArgv: [...process.execArgv, '--expose-gc'],
});
const [ready] = (await once(child, 'message')) as [SimulatorReady];
const { hostname, port, pathname } = new URL(ready.url);
const target = {
  host: hostname,
  port: Number(port),
  ca: ready.ca,
  cert: ready.cert,
  key: ready.key,
};
const fields = [
  `Host: ${hostname}:${port}`,
  `Authorization: Bearer ${await tokenOf(ready)}`,
  'Content-Type: application/json',
  `Content-Length: ${Buffer.byteLength(body)}`,
];
const head = (txid: string) =>
  `PUT ${pathname}/cob/${txid} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`;

await round(child, target, head, 2_000);
line(`the first ${IN_STORE}`, await round(child, target, head, IN_STORE));
const rounds: Round[] = [];
for (let count = 0; count < ROUNDS; count += 1) {
  rounds.push(await round(child, target, head, ROUND));
}
rounds.sort((one, other) => one.perCore - other.perCore);
const median = rounds[Math.floor(rounds.length / 2)];
if (median === undefined) throw new Error('There was no round.');
line(`${ROUND} more, median of ${ROUNDS}`, median);
child.disconnect();
clearTimeout(limit);

if (!(median.perCore >= LIMIT)) {
  process.stderr.write(`below ${LIMIT} charges a second and core\n`);
  process.exitCode = 1;
}
