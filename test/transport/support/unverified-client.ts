/** Calls an untrusted server with node:https and with the lean adapter. Run with NODE_TLS_REJECT_UNAUTHORIZED=0. */
import { get } from 'node:https';
import { createLeanAdapter, PixAgent } from '../../../lib/transport/index.js';

const url = process.argv[2] ?? '';
const agent = new PixAgent();
const send = createLeanAdapter({ agent });

const plain = await new Promise((resolve) => {
  get(url, { agent: false }, (response) => resolve(response.resume().statusCode)).on(
    'error',
    (error) => resolve(error.message),
  );
});
const lean = await send({ url }).then(
  ({ status }) => status,
  (error: unknown) => (error as Error).name,
);
console.log(JSON.stringify({ plain, lean }));
agent.destroy();
