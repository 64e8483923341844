/** @import { LoggedRequest } from '../../http/request-log.js' */

/**
 * The property of the client for each family of operations. All others have the name of the family.
 *
 * @type {Readonly<Record<string, string>>}
 */
const SERVICES = {
  cobv: 'cobV',
  lotecobv: 'loteCobV',
  pix: 'recebidos',
  solicrec: 'solicRec',
  cobr: 'cobR',
  locrec: 'locRec',
  webhookcobr: 'webhookCobR',
  webhookrec: 'webhookRec',
};

/** Families whose records have numbers as ids. */
const NUMBERED = new Set(['loc', 'locrec']);

/**
 * Writes a call as a command of curl, with the files of `npx nestjs-pix simulator` in the working folder. Secrets are
 * variables of the shell; what the log masks stays masked.
 *
 * @param {LoggedRequest} call
 */
export function toCurl({ method, path, operation, requestHeaders, request }) {
  const { host = '', authorization, 'content-type': type } = requestHeaders;
  const isToken = operation === 'token';
  const lines = ['curl --cacert ca.pem --cert client.pem --key client.key'];
  lines.push(`-X ${method} ${quote(`https://${host}${path}`)}`);
  if (authorization !== undefined) {
    lines.push(isToken ? '-u "$CLIENT_ID:$CLIENT_SECRET"' : '-H "Authorization: Bearer $TOKEN"');
  }
  if (type !== undefined) lines.push(`-H ${quote(`Content-Type: ${type}`)}`);
  if (request !== undefined) {
    lines.push(
      `--data-raw ${quote(typeof request === 'string' ? request : JSON.stringify(request))}`,
    );
  }
  return `${lines.join(' \\\n  ')}\n`;
}

/** @param {string} text */
function quote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Writes a call as a call of nestjs-pix. Returns `undefined` if the client has no method for it.
 *
 * @param {LoggedRequest} call
 */
export function toClientCall({ operation, params = {}, path, request }) {
  const [family = '', method] = operation?.split('.') ?? [];
  if (method === undefined || family === 'payload') return undefined;
  const query = new URLSearchParams(path.split('?', 2)[1]);
  const ids = Object.values(params).map((id) =>
    NUMBERED.has(family) && /^\d+$/.test(id) ? id : write(id),
  );
  const args = [...ids];
  if (query.size > 0) args.push(write(readFilter(query)));
  if (request !== undefined) args.push(write(request));
  return `pix.${SERVICES[family] ?? family}.${method}(${args.join(', ')})`;
}

/** @param {URLSearchParams} query */
function readFilter(query) {
  return Object.fromEntries(
    [...query].map(([name, text]) => [name.split('.').at(-1) ?? name, readValue(text)]),
  );
}

/** @param {string} text */
function readValue(text) {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}

/**
 * Writes a call as a test that expects the same answer of a new simulated bank.
 *
 * @param {LoggedRequest} call
 */
export function toTest(call) {
  const code = toClientCall(call);
  if (code === undefined) return undefined;
  const { operation, status, response } = call;
  const expected = removeVolatile(response) ?? {};
  const check =
    status < 400
      ? `await expect(${code}).resolves.toMatchObject(${write(expected)});`
      : `await expect(${code}).rejects.toMatchObject({ status: ${status} });`;
  return `import { createPixClient } from 'nestjs-pix';
import { PixSimulator } from 'nestjs-pix-devkit';

it('${operation}: ${status}', async () => {
  const simulator = await PixSimulator.start();
  const pix = await createPixClient(simulator.moduleOptions);
  ${indent(check)}
  await pix.close();
  await simulator.close();
});
`;
}

/** Members that every new record has of its own. */
const VOLATILE = new Set([
  'criacao',
  'loc',
  'location',
  'pixCopiaECola',
  'horario',
  'rtrId',
  'idRec',
]);

/**
 * Removes what another simulator answers otherwise, and what the log masks.
 *
 * @param {unknown} value
 * @returns {unknown}
 */
function removeVolatile(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const kept = Object.entries(value)
    .filter(([name, member]) => !VOLATILE.has(name) && !isMasked(member))
    .map(([name, member]) => [name, removeVolatile(member) ?? member]);
  return Object.fromEntries(kept);
}

/** @param {unknown} member */
function isMasked(member) {
  return typeof member === 'string' && member.includes('***');
}

/** Writes a value as an expression. @param {unknown} value */
function write(value) {
  return JSON.stringify(value, undefined, 2)
    .replace(/^(\s*)"([a-zA-Z_]\w*)":/gm, '$1$2:')
    .replace(/[\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`);
}

/** @param {string} code */
function indent(code) {
  return code.replaceAll('\n', '\n  ');
}
