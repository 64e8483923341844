import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { extname, sep } from 'node:path';
import type { Endpoint } from '../http/dispatcher.js';
import type { Reply } from '../http/reply.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

/** The page loads only its own files and data, and cannot be framed. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
};

/**
 * The files of the console. They are read into memory at the start, so that no other file can be
 * requested.
 */
export class ConsoleAssets implements Endpoint {
  readonly #files = readFiles();

  handle(request: IncomingMessage, path: string): Promise<Reply> {
    const name = path === '/' ? '/index.html' : path;
    const text = this.#files.get(name);
    if (text === undefined) return Promise.reject(new SimulatorProblem('NaoEncontrado'));
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return Promise.reject(
        new SimulatorProblem('MetodoNaoPermitido', { headers: { allow: 'GET, HEAD' } }),
      );
    }
    const type = TYPES[extname(name)] ?? '';
    return Promise.resolve({ status: 200, headers: { ...HEADERS, 'content-type': type }, text });
  }
}

/** Called for a console only: the files are absent where an application is bundled into one file. */
function readFiles(): ReadonlyMap<string, string> {
  const folder = new URL('./public/', import.meta.url);
  return new Map(
    readdirSync(folder, { encoding: 'utf8', recursive: true })
      .filter((name) => extname(name) in TYPES)
      .map((name) => name.replaceAll(sep, '/'))
      .map((name) => [`/${name}`, readFileSync(new URL(name, folder), 'utf8')]),
  );
}
