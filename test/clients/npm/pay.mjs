/** Pays a charge for a client in another language: `node pay.mjs <txid>` prints the Pix. */
import { pay } from './bank.mjs';

process.stdout.write(JSON.stringify(await pay(process.argv[2])));
