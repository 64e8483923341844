import type { WebhookSender } from '../../lib/simulator/domain/webhook/webhook-sender.js';
import { serializeBody } from '../../lib/simulator/http/reply.js';
import type { Response } from './gateway-bodies.js';
import { Process } from './process.js';
import { SimulatorCore } from './simulator-core.js';
import { VirtualDisk } from './virtual-file.js';
import type { VirtualRuntime } from './virtual-runtime.js';

/** The header by which a request tells which call it belongs to. */
export const CALL_HEADER = 'x-dst-call';

/** A write that took effect at the bank. */
export interface Effect {
  readonly call: string;
  readonly at: number;
  readonly request: string;
  /** What the charge was right after it. */
  readonly charge?: Charge;
}

/** Everything that the provider remembers. */
export type BankState = SimulatorCore['state'];

/** What the invariants compare of a charge. */
export interface Charge {
  readonly txid?: string;
  readonly status?: string;
  readonly chave?: string;
  readonly solicitacaoPagador?: string;
  readonly valor?: { readonly original?: string };
}

export const CREDENTIALS = { clientId: 'loja', clientSecret: 'segredo' };
export const HOST = 'https://bank.example.com';

/** Thrown to those who wait for a bank that went down. */
class BankDown extends Error {}

/** The simulated provider, its disk and its crashes. What it did is on record for the invariants. */
export class Bank {
  readonly disk = new VirtualDisk();
  readonly effects: Effect[] = [];
  /** Calls of which it refused a token. */
  readonly unauthorized = new Set<string>();
  /** What its operator was told. */
  readonly warnings: string[] = [];
  readonly defects: unknown[] = [];
  private process: Process | undefined;
  private running: SimulatorCore | undefined;
  private readonly waiting = new Set<(error: Error) => void>();

  constructor(
    private readonly runtime: VirtualRuntime,
    private readonly sender: (bank: Process) => WebhookSender,
    private readonly tokenLifetime: number,
  ) {}

  /** The running provider; `undefined` while it is down. */
  get core(): SimulatorCore | undefined {
    return this.running;
  }

  start(): void {
    if (this.running !== undefined) return;
    const process = new Process('bank', this.runtime);
    this.process = process;
    this.running = new SimulatorCore(
      { ...CREDENTIALS, tokenLifetime: this.tokenLifetime },
      {
        runtime: process,
        sender: this.sender(process),
        journal: this.disk.open(() => process.isAlive),
        warn: (text) => this.warnings.push(text),
        onDefect: (error) => this.defects.push(error),
      },
    );
  }

  /** Kills it: its memory is gone, its disk is not. */
  crash(): void {
    this.process?.kill();
    this.process = undefined;
    this.running = undefined;
    for (const fail of this.waiting) fail(new BankDown());
    this.waiting.clear();
  }

  /** What the bank has of a charge. */
  chargeOf(txid: string): Charge | undefined {
    const { cobs, cobvs } = this.running?.state ?? {};
    const { conteudo } = cobs?.get(txid) ?? cobvs?.get(txid) ?? {};
    if (conteudo === undefined) return undefined;
    const { status, chave, solicitacaoPagador, valor } = conteudo as Charge;
    return { status, chave, solicitacaoPagador, valor: { original: valor?.original } } as Charge;
  }

  /** Rejects with {@link BankDown} when it is down, or goes down before it answers. */
  handle(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string | undefined,
  ): Promise<Response> {
    const { running, process } = this;
    if (running === undefined || process === undefined) return Promise.reject(new BankDown());
    return new Promise((resolve, reject) => {
      this.waiting.add(reject);
      void running.handle(method, path, headers, body).then((reply) => {
        if (!process.isAlive) return;
        this.waiting.delete(reject);
        const call = headers[CALL_HEADER];
        if (reply.status === 401 && call !== undefined) this.unauthorized.add(call);
        if (reply.status < 300 && call !== undefined && method !== 'GET') {
          const charge = this.chargeOf(path.slice(path.lastIndexOf('/') + 1));
          this.effects.push({
            call,
            at: this.runtime.elapsed(),
            request: `${method} ${path}`,
            ...(charge && { charge }),
          });
        }
        resolve({ status: reply.status, headers: reply.headers, body: serializeBody(reply) ?? '' });
      });
    });
  }
}
