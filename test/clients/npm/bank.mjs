/** Actions of the provider and the payer, and the results, for the clients in the folders next to this file. */
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { createRequire } from 'node:module';

export const settings = JSON.parse(readFileSync(process.env.PIX_SIMULATOR, 'utf8'));

/** Pays the charge. */
export function pay(txid) {
  return control('POST', '/pix', { txid });
}

/** Calls the control API of the simulator. Resolves to its response, or to an empty object. */
export function control(method, path, body = {}) {
  const { files, controlUrl } = settings;
  const [ca, cert, key] = [files.ca, files.cert, files.key].map((path) => readFileSync(path));
  const headers = { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    request(`${controlUrl}${path}`, { method, ca, cert, key, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve(JSON.parse(text || '{}')));
    })
      .on('error', reject)
      .end(JSON.stringify(body));
  });
}

const results = {};

/** Calls, and records `ok` or what went wrong. The answer must have the fields. Resolves to it, or to an empty object. */
export async function call(name, action, fields = {}) {
  try {
    const answer = (await action()) ?? {};
    for (const [field, value] of Object.entries(fields)) {
      if (answer[field] !== value) throw new Error(`${field} is ${answer[field]}, not ${value}`);
    }
    results[name] = 'ok';
    return answer;
  } catch (error) {
    results[name] = error instanceof Error ? error.message : JSON.stringify(error);
    return {};
  }
}

/** Reads until a condition holds. */
export async function until(read, holds) {
  for (let count = 0; count < 200; count += 1) {
    const answer = await read();
    if (holds(answer)) return answer;
  }
  throw new Error('The expected state was not reached.');
}

/** Prints the version of a package and the results. */
export function finish(name) {
  const { version } = createRequire(import.meta.url)(`${name}/package.json`);
  process.stdout.write(`${JSON.stringify({ version, results })}\n`);
}
