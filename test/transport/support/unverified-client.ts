/** Run with NODE_TLS_REJECT_UNAUTHORIZED=0: what plain node:https and the lean adapter make of a server nobody trusts. */
import { get } from 'node:https';
import { createLeanAdapter, createPixAgent } from '../../../lib/transport/index.js';

const url = process.argv[2] ?? '';
const agent = createPixAgent();
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
