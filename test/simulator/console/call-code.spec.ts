import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LoggedRequest } from '../../../devkit/simulator/http/request-log.js';
import { PixSimulator } from '../../../devkit/simulator/index.js';
import { createPixClient, generateTxid, type PixClient } from '../../../lib/index.js';

type WriteCode = (call: LoggedRequest) => string | undefined;

const address = new URL('../../../devkit/simulator/console/public/call-code.js', import.meta.url);
const { toClientCall, toCurl, toTest } = (await import(address.href)) as Record<
  'toClientCall' | 'toCurl' | 'toTest',
  WriteCode
>;

const COB = { valor: { original: '37.00' }, chave: 'k@example.com' };

describe('the code of a call in the console', () => {
  let simulator: PixSimulator;
  let pix: PixClient;
  beforeAll(async () => {
    simulator = await PixSimulator.start({ console: true });
    pix = await createPixClient(simulator.moduleOptions);
  });
  afterAll(async () => {
    await pix.close();
    await simulator.close();
  });

  const readLatest = async (): Promise<LoggedRequest> => {
    const answer = await fetch(`${simulator.consoleUrl!}/simulator/requests?limit=1`);
    return ((await answer.json()) as { requests: LoggedRequest[] }).requests[0]!;
  };
  // oxlint-disable-next-line typescript/no-implied-eval -- runs the code under test
  const run = (code: string) => new Function('pix', `return ${code}`)(pix) as Promise<unknown>;

  const txid = generateTxid();
  it.each<[string, () => Promise<unknown>]>([
    [
      'cob.createWithTxid',
      () => pix.cob.createWithTxid(txid, { ...COB, solicitacaoPagador: `D'Ávila "1"` }),
    ],
    ['cob.get', () => pix.cob.get(txid)],
    [
      'cob.list',
      () =>
        pix.cob.list({
          inicio: '2020-01-01T00:00:00Z',
          fim: '2099-01-01T00:00:00Z',
          itensPorPagina: 5,
        }),
    ],
    [
      'webhook.register',
      () => pix.webhook.register('k@example.com', { webhookUrl: 'https://a.example/pix' }),
    ],
    ['loc.create', () => pix.loc.create({ tipoCob: 'cob' })],
    ['loc.get', () => pix.loc.get(1)],
    [
      'pix.list',
      () => pix.recebidos.list({ inicio: '2020-01-01T00:00:00Z', fim: '2099-01-01T00:00:00Z' }),
    ],
  ])('repeats %s', async (operation, call) => {
    await call();
    const first = await readLatest();
    expect(first.operation).toBe(operation);
    await run(toClientCall(first)!).catch(() => undefined);
    const second = await readLatest();
    expect(second.id).toBeGreaterThan(first.id);
    expect(second).toMatchObject({ operation, path: first.path, method: first.method });
    expect(second.request).toEqual(first.request);
  });

  it('has variables instead of secrets, and quotes for the shell', async () => {
    await pix.cob.createWithTxid(generateTxid(), { ...COB, solicitacaoPagador: "D'Ávila" });
    const command = toCurl(await readLatest())!;
    expect(command).toContain('-H "Authorization: Bearer $TOKEN"');
    expect(command).toContain("D'\\''Ávila");
    expect(command).toContain(`-X PUT '${simulator.url}/cob/`);
    expect(command).not.toContain('***');
  });

  it('is a test that expects the answer without what differs in each simulator', async () => {
    const id = generateTxid();
    await pix.cob.createWithTxid(id, COB);
    const created = toTest(await readLatest())!;
    expect(created).toContain(`pix.cob.createWithTxid("${id}"`);
    expect(created).toContain('resolves.toMatchObject({');
    expect(created).toContain('status: "ATIVA"');
    expect(created).not.toMatch(/criacao|location|pixCopiaECola/);
    await pix.cob.get(generateTxid()).catch(() => undefined);
    expect(toTest(await readLatest())).toContain('rejects.toMatchObject({ status: 404 })');
  });

  it('has no client call for the token endpoint', async () => {
    const answer = await fetch(`${simulator.consoleUrl!}/simulator/requests?family=token`);
    const { requests } = (await answer.json()) as { requests: LoggedRequest[] };
    expect(toClientCall(requests[0]!)).toBeUndefined();
    expect(toTest(requests[0]!)).toBeUndefined();
  });
});
