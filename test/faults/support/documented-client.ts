/** Makes the calls of printed code, for each txid in a message: `charge` under it, and `findStatus` if its outcome is unknown. */
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { createPixClient, type PixClient, type PixModuleOptions } from '../../../lib/index.js';

interface Printed {
  charge: (cob: PixClient['cob'], txid: string, chave: string) => Promise<unknown>;
  findStatus: (txid: string) => Promise<string | undefined>;
}

const [file = ''] = process.argv.slice(2);
const [options] = (await once(process, 'message')) as [PixModuleOptions];
const pix = await createPixClient({ ...options, log: false });
const { charge, findStatus } = (await import(pathToFileURL(file).href)) as Printed;

const unknown = new Set<string>();
// What the guide leaves to the reader.
Object.assign(globalThis, {
  pix,
  checkLater: (txid: string) => Promise.resolve(void unknown.add(txid)),
});

process.on('message', (txid: string) => {
  void sell(txid).then((result) => process.send?.([txid, result]));
});
process.send?.('ready');

async function sell(txid: string): Promise<'charged' | 'refused' | 'unknown'> {
  try {
    await charge(pix.cob, txid, 'loja@example.com');
    return 'charged';
  } catch {
    if (!unknown.has(txid)) return 'refused';
    const status = await findStatus(txid).catch(() => undefined);
    return status === undefined ? 'unknown' : 'charged';
  }
}
