/** Acts as the bank or the payer for a client in another language: `node control.mjs POST /clock/advance '{"seconds":1}'`. */
import { control } from './bank.mjs';

const [, , method, path, body = '{}'] = process.argv;
process.stdout.write(JSON.stringify(await control(method, path, JSON.parse(body))));
