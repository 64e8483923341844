import { expect, it } from '@jest/globals';
import { PixSimulator } from '../../../../devkit/simulator/index.js';
import { BareClient } from '../../support/bare-client.js';

it('PixSimulator closes after it has reset connections with unfinished requests', async () => {
  const simulator = await PixSimulator.start();
  simulator.control.faults.add({ on: 'PUT /cob/{txid}', kind: 'reset', count: 'always' });
  const clients = Array.from({ length: 20 }, () => new BareClient(simulator));
  const resets = await Promise.allSettled(
    clients.map((client, index) =>
      client.call('PUT', `/cob/${String(index).padStart(26, '0')}`, {
        valor: { original: '1.00' },
        chave: 'k@example.com',
      }),
    ),
  );
  expect(resets.map(({ status }) => status)).toEqual(resets.map(() => 'rejected'));
  for (const client of clients) client.close();
  await expect(simulator.close()).resolves.toBeUndefined();
});
