/** Actions of the provider and the payer, for the clients in the folders next to this file. */
import { readFileSync } from 'node:fs';
import { request } from 'node:https';

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
