import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../devkit/cli/program.js';
import { PixSimulator } from '../../devkit/simulator/index.js';
import { createPixClient } from '../../lib/index.js';
import { BareClient, send } from '../simulator/support/bare-client.js';
import { values } from './canaries.js';
import type { Collector } from './collector.js';

const { clientSecret, keyCpf, payerCpf, devedorCpf, webhookSecret, token } = values;
const TXID = 'canary'.repeat(5);

/** Collects errors, output and objects of the simulated bank, and of its command. */
export async function runSimulator(collector: Collector): Promise<void> {
  collector.scenario = 'simulator';
  const simulator = await PixSimulator.start({ clientSecret, chaves: [keyCpf], console: true });
  try {
    await runSimulated(collector, simulator);
  } finally {
    await simulator.close();
  }
  await runOptions(collector);
  await runCommand(collector);
}

async function runSimulated(collector: Collector, simulator: PixSimulator): Promise<void> {
  collector.value('object', simulator);
  collector.value('object', simulator.control);
  await runBank(collector, simulator);
  await runConsole(collector, simulator);
  const client = await createPixClient({ ...simulator.moduleOptions, retry: false });
  const cob = {
    valor: { original: '1.00' },
    chave: keyCpf,
    devedor: { cpf: devedorCpf, nome: 'x' },
  };
  await client.cob.createWithTxid(TXID, cob);
  for (const [name, call] of Object.entries({
    conflict: () => client.cob.createWithTxid(TXID, { ...cob, valor: { original: '2.00' } }),
    unknownKey: () => client.cob.createWithTxid(`${TXID}2`, { ...cob, chave: payerCpf }),
    refused: () => client.recebidos.refund('E'.repeat(32), payerCpf, { valor: '1.00' }),
    webhook: () =>
      client.webhook.register(keyCpf, { webhookUrl: `https://127.0.0.1:1/x?t=${webhookSecret}` }),
    pay: () => simulator.control.pay(`${payerCpf}${payerCpf}${payerCpf}`),
    fault: () => simulator.control.faults.add({ [clientSecret]: payerCpf } as never),
  })) {
    collector.scenario = `simulator ${name}`;
    await collector.failure(async () => call());
  }
  await client.close();
}

async function runBank(collector: Collector, simulator: PixSimulator): Promise<void> {
  const { ca, clientCertificate, tokenUrl, moduleOptions } = simulator;
  const { clientId } = moduleOptions;
  const bare = new BareClient(simulator);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const basic = (secret: string) =>
    `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
  const attempts = [
    { headers: form, body: `grant_type=x&client_id=${clientId}&client_secret=${clientSecret}` },
    { headers: { ...form, authorization: basic(`${clientSecret}x`) }, body: 'grant_type=x' },
    { headers: { ...form, authorization: basic(clientSecret) }, body: `grant_type=${token}` },
    {
      headers: { ...form, authorization: basic(clientSecret) },
      body: `grant_type=client_credentials&scope=${token}`,
    },
  ];
  for (const attempt of attempts) {
    collector.scenario = 'simulator token';
    const { cert, key } = clientCertificate;
    const answer = await send(tokenUrl, { ca, cert, key, method: 'POST', ...attempt });
    collector.text('answer', answer.text);
  }
  const calls: [string, string, unknown][] = [
    ['PUT', `/cob/${TXID}`, { devedor: { cpf: '529.982.247-25' }, chave: [keyCpf] }],
    ['PUT', `/cob/${TXID}`, `{"chave":"${keyCpf}"`],
    ['GET', `/cob?cpf=529.982.247-25`, undefined],
    ['GET', `/webhook/${payerCpf}`, undefined],
    ['GET', `/${payerCpf}`, undefined],
  ];
  for (const [method, path, body] of calls) {
    collector.scenario = `simulator ${method} ${path.slice(0, 5)}`;
    const answer = await bare.call(method, path, body);
    collector.text('answer', answer.text);
  }
  collector.scenario = 'simulator refuses a token';
  const refused = { authorization: `Bearer ${token}` };
  const { cert, key } = clientCertificate;
  const url = `${simulator.url}/cob/${TXID}`;
  collector.text('answer', (await send(url, { ca, cert, key, headers: refused })).text);
  bare.close();
}

/** Collects what the console's page and its server contain. */
async function runConsole(collector: Collector, { consoleUrl }: PixSimulator): Promise<void> {
  collector.scenario = 'console';
  for (const path of ['', 'simulator/info', 'simulator/stats', `x?${clientSecret}`]) {
    const answer = await fetch(new URL(path, consoleUrl));
    collector.text('console page', await answer.text());
  }
}

async function runOptions(collector: Collector): Promise<void> {
  for (const [name, options] of Object.entries({
    secret: { clientSecret: [clientSecret] },
    key: { chaves: [`${keyCpf}x`, { keyCpf }] },
    host: { clientSecret, host: clientSecret },
    folder: { clientSecret, stateDir: '/dev/null/state' },
    faults: { clientSecret, faults: [{ [clientSecret]: payerCpf }] },
    console: { clientSecret, console: { port: clientSecret } },
    unknown: { [clientSecret]: clientSecret },
  })) {
    collector.scenario = `simulator option ${name}`;
    await collector.failure(async () => (await PixSimulator.start(options as never)).close());
  }
}

async function runCommand(collector: Collector): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'canaries-'));
  const file = join(folder, 'file');
  await writeFile(file, '');
  const out = ['--out', join(folder, 'certs')];
  const secretFile = join(folder, 'secret');
  await writeFile(secretFile, clientSecret);
  const secret = ['--client-secret-file', secretFile];
  for (const [name, args] of Object.entries({
    port: [...secret, '--port', 'x'],
    unknown: [...secret, '--unknown'],
    missing: [...secret, '--chave'],
    quirks: [...secret, '--quirks', 'nobody'],
    host: [...secret, ...out, '--host', '203.0.113.1'],
    state: [...secret, ...out, '--state', join(file, 'state')],
    out: [...secret, '--out', join(file, 'certs')],
    argument: ['--client-secret', clientSecret],
    extra: [clientSecret],
  })) {
    collector.scenario = `command ${name}`;
    const console = {
      out: (text: string) => collector.text('command', text),
      err: (text: string) => collector.text('command', text),
      untilEnded: async () => undefined,
    };
    await collector.failure(() => run(['simulator', ...args], console));
  }
  await rm(folder, { recursive: true });
}
