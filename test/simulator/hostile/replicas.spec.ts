import { expect, it } from '@jest/globals';
import { SimulatorCore } from '../../dst/simulator-core.js';
import { VirtualDisk } from '../../dst/virtual-file.js';
import { VirtualRuntime } from '../../dst/virtual-runtime.js';

const TXID = 'a'.repeat(26);
const COB = JSON.stringify({ valor: { original: '37.00' }, chave: 'loja@example.com' });

it('replicas keep what the bank reads again after it could not write', async () => {
  const disk = new VirtualDisk();
  const runtime = new VirtualRuntime(1);
  const bank = new SimulatorCore(
    { clientId: 'a', clientSecret: 'b', hostile: ['lagging-reads'] },
    {
      runtime,
      file: disk.open(() => true),
      sender: { send: () => Promise.resolve(200), close: () => undefined },
    },
  );
  const { value: token } = bank.state.tokens.issue(['cob.read', 'cob.write']);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call = async (method: string, txid: string, body?: string) =>
    (await bank.handle(method, `/pix/v2/cob/${txid}`, headers, body)).status;
  expect(await call('PUT', TXID, COB)).toBe(201);
  runtime.skipTo(10_000);
  disk.full = true;
  expect(await call('PUT', 'b'.repeat(26), COB)).toBe(503);
  const reads = Array.from({ length: 20 }, () => call('GET', TXID));
  expect(new Set(await Promise.all(reads))).toEqual(new Set([200]));
  bank.close();
});
