import type { Bank } from './bank.js';
import type { Response } from './gateway-bodies.js';

/** Delay of a replica in milliseconds. */
const LAG = 4_000;

interface Held {
  readonly response: Response;
  readonly until: number;
}

const NOT_FOUND: Response = {
  status: 404,
  headers: { 'content-type': 'application/problem+json' },
  body: JSON.stringify({
    type: 'https://pix.bcb.gov.br/api/v2/error/CobNaoEncontrado',
    title: 'Não Encontrado',
    status: 404,
    detail: 'Cobrança não encontrada.',
  }),
};

/** Reads from a delayed replica: the state of a record before its latest change. */
export class ReplicaReads {
  private readonly seen = new Map<string, Response>();
  private readonly old = new Map<string, Held>();

  constructor(
    private readonly now: () => number,
    readonly bank: Bank,
  ) {}

  /** Keeps the last response of a path before a write changes it. */
  beforeWrite(method: string, path: string): void {
    if (method === 'GET' || method === 'POST' || !/\/cobv?\//.test(path)) return;
    const response = this.seen.get(path) ?? NOT_FOUND;
    this.old.set(path, { response, until: this.now() + LAG });
  }

  afterResponse(method: string, path: string, response: Response): void {
    if (response.status >= 300 || path.startsWith('/oauth')) return;
    if (method === 'DELETE') this.seen.delete(path);
    else if (response.body !== '') this.seen.set(path, { ...response, status: 200 });
  }

  /** Returns an outdated response; `undefined` when the replica is up to date. */
  read(path: string): Response | undefined {
    const held = this.old.get(path);
    return held !== undefined && held.until > this.now() ? held.response : undefined;
  }
}
