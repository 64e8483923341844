import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PixSimulator } from '../../devkit/simulator/index.js';
import { allOperations, payloadOperations } from '../../lib/contract/index.js';
import { send } from '../simulator/support/bare-client.js';
import { calls, START, type Bank } from './calls.js';
import { Front } from './front.js';
import { installPrism, PrismProcess } from './prism-process.js';
import { readRepaired, withExamples, type RepairedDocuments } from './repaired.js';

// `npm run test:prism -- path/to/openapi.yaml`: the client calls every operation, through Prism as a validating proxy of the
// simulated bank, and at Prism as a mock. PIX_SPECIFICATION can contain the path instead.

const TOKEN = 'token-of-the-simulated-sandbox';

const payloadIds: readonly string[] = Object.values(payloadOperations).map(({ id }) => id);

const apiIds = allOperations.map(({ id }) => id).filter((id) => !payloadIds.includes(id));

/** What to close at the end, last first. */
const closers: (() => unknown)[] = [];

/** Calls the operations, and returns those that failed. */
async function callAll(title: string, bank: Bank, without: readonly string[] = []) {
  const wanted = allOperations.map(({ id }) => id).filter((id) => !without.includes(id));
  const failed = wanted.filter((id) => !(id in calls)).map((id) => `${title}: ${id}: no call`);
  for (const [id, call] of Object.entries(calls)) {
    if (!wanted.includes(id)) continue;
    try {
      await call(bank);
    } catch (error) {
      failed.push(`${title}: ${id}: ${describe(error)}`);
    }
  }
  console.log(`${title}: ${wanted.length - failed.length} of ${wanted.length} operations`);
  return failed;
}

function describe(error: unknown): string {
  const { message, cause } = error as Error;
  return cause === undefined ? message : `${message} (${describe(cause)})`;
}

/** Prism must refuse what breaks the document: otherwise the calls show nothing. */
async function checkThatItChecks(title: string, { origin }: PrismProcess): Promise<string[]> {
  const { status } = await fetch(`${origin}/cob`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ chave: 'loja@example.com' }),
  });
  return status === 422 || status === 400 ? [] : [`${title}: a body without valor gets ${status}`];
}

async function callThroughProxy(documents: RepairedDocuments, folder: string): Promise<string[]> {
  const title = 'Prism as a proxy of the simulated bank';
  const front = await Front.start(TOKEN);
  closers.push(() => front.close());
  const simulator = await PixSimulator.start({
    sandbox: { token: TOKEN },
    locationBase: front.locationBase,
  });
  closers.push(() => simulator.close());
  simulator.control.clock.set(START);
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, simulator.ca);
  const start = (name: keyof RepairedDocuments, url: string) =>
    PrismProcess.start(join(folder, `${name}.json`), documents[name], { url, ca });
  const [api, payloads] = await Promise.all([
    start('api', simulator.sandboxUrl!),
    start('payloads', simulator.locationUrl),
  ]);
  closers.push(
    () => api.close(),
    () => payloads.close(),
  );
  const keySet = async () =>
    (await send(`${simulator.locationUrl}/jwks.json`, { ca: simulator.ca })).text;
  front.forward({ api: api.origin, payloads: payloads.origin, keySet });
  const client = await front.openClient('production');
  closers.push(() => client.close());
  const bank = {
    client,
    payload: front.openPayloads(),
    control: simulator.control,
    ids: new Map(),
  };
  const failed = [...(await checkThatItChecks(title, api)), ...(await callAll(title, bank))];
  // A mock of the look-ups answers what the simulated bank has signed.
  const signed = withExamples(documents.payloads, front.payloads);
  const mock = await PrismProcess.start(join(folder, 'signed.json'), signed);
  closers.push(() => mock.close());
  front.forward({ api: api.origin, payloads: mock.origin, keySet });
  return [
    ...failed,
    ...(await callAll('Prism as a mock of payloads', bank, apiIds)),
    ...front.refusals,
  ];
}

async function callMock({ api }: RepairedDocuments, folder: string): Promise<string[]> {
  const title = 'Prism as a mock';
  const front = await Front.start(TOKEN);
  closers.push(() => front.close());
  const prism = await PrismProcess.start(join(folder, 'mock.json'), api);
  closers.push(() => prism.close());
  front.forward({ api: prism.origin });
  const client = await front.openClient('sandbox');
  closers.push(() => client.close());
  const bank = { client, payload: undefined, control: undefined, ids: new Map() };
  return [...(await checkThatItChecks(title, prism)), ...(await callAll(title, bank, payloadIds))];
}

const [path = process.env.PIX_SPECIFICATION] = process.argv.slice(2);
if (path === undefined) {
  console.error('Give the path of the OpenAPI file: npm run test:prism -- path/to/openapi.yaml');
  process.exitCode = 1;
} else {
  installPrism();
  const folder = mkdtempSync(join(tmpdir(), 'prism-'));
  closers.push(() => {
    rmSync(folder, { recursive: true });
  });
  try {
    const documents = readRepaired(path);
    const failed = [
      ...(await callThroughProxy(documents, folder)),
      ...(await callMock(documents, folder)),
    ];
    for (const line of failed) console.error(line);
    if (failed.length > 0) process.exitCode = 1;
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
