import { Agent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { createSecureContext } from 'node:tls';
import { ConfigurationError } from '../errors/index.js';
import type { LoadedCertificate } from './certificate/loaded-certificate.js';

/** What the TLS connections of an agent present and trust. */
export interface PixTrust {
  /** Client certificate of mutual TLS. Default: none. */
  readonly certificate?: LoadedCertificate | undefined;
  /**
   * PEM certificates of the authorities to trust (`loadCa`). Default: the authorities of Node.js.
   */
  readonly ca?: readonly string[] | undefined;
}

export interface PixAgentOptions extends PixTrust {
  /** Maximum number of connections to one host; further requests wait. Default: 64. */
  maxSockets?: number | undefined;
  /** Whether connections are used for several requests. Default: `true`. */
  keepAlive?: boolean | undefined;
  /**
   * Looks up the addresses of a host name. An error of this library that it returns is the error of
   * the request. Default: the look-up of Node.js.
   */
  lookup?: LookupFunction | undefined;
}

const DEFAULT_MAX_SOCKETS = 64;

/**
 * How long an idle connection is kept, in milliseconds. Shorter than the idle limits of common
 * front ends (nginx 75 s, load balancers 60 s), so that the client closes first. A shorter limit
 * that a server announces (`Keep-Alive: timeout=5`) takes precedence.
 */
const IDLE_MS = 15_000;

/**
 * The agent of one client: TLS 1.2 or later, server certificates always verified, even
 * with `NODE_TLS_REJECT_UNAUTHORIZED=0`.
 */
export class PixAgent extends Agent {
  constructor(options: PixAgentOptions = {}) {
    const { certificate, ca, maxSockets = DEFAULT_MAX_SOCKETS, keepAlive = true, lookup } = options;
    if (!Number.isInteger(maxSockets) || maxSockets < 1) {
      throw new ConfigurationError('maxSockets must be an integer above 0.');
    }
    super({
      keepAlive,
      maxSockets,
      // The most recently used connection is the least likely to have been closed by the server.
      scheduling: 'lifo',
      timeout: IDLE_MS,
      rejectUnauthorized: true,
      // Built once: parsing the key costs more than a handshake, and no option then contains the
      // key.
      secureContext: createSecureContext({
        minVersion: 'TLSv1.2',
        ...(certificate && { cert: certificate.cert, key: certificate.key }),
        ...(ca && { ca: [...ca] }),
      }),
      ...(lookup && { lookup }),
    });
  }

  #closed = false;

  /** Whether {@link destroy} was called; no more requests are sent. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Closes every idle connection now, and each busy one when it becomes idle. */
  retire(): void {
    this.maxFreeSockets = 0;
    for (const sockets of Object.values(this.freeSockets)) {
      for (const socket of sockets ?? []) socket.destroy();
    }
  }

  /** Closes every connection and fails the requests that use or wait for one. */
  override destroy(): void {
    this.#closed = true;
    for (const [name, queue] of Object.entries(this.requests)) {
      Reflect.deleteProperty(this.requests, name);
      for (const request of queue ?? []) {
        request.destroy();
        // A request without a socket receives no other event.
        request.emit('close');
      }
    }
    super.destroy();
  }
}
