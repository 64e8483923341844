import * as failure from '../../lib/transport/failure.js';
import type { PixRequest, PixResponse } from '../../lib/transport/index.js';
import { parseTimeout } from '../../lib/transport/request.js';
import { type Bank, CALL_HEADER, HOST } from './bank.js';
import { gatewayResponse, type Response } from './gateway-bodies.js';
import type { Process } from './process.js';
import type { ReplicaReads } from './replica-reads.js';
import type { FaultTarget, RequestFault } from './request-faults.js';
import type { Sequence } from './sequence.js';

/** What the network uses of the run. */
export interface NetworkRun {
  readonly bank: Bank;
  readonly replica: ReplicaReads;
  selectFault(key: string, subject: FaultTarget): RequestFault;
  trace(event: string): void;
  /** Records the fault of a request. @param call absent for a token request */
  recordFault(call: string | undefined, process: string, what: string): void;
  /** Runs an action on the network, independently of any process. */
  after(ms: number, action: () => void): void;
}

/** The default time limits of the client in the simulation, in seconds. */
export const TIMEOUT: [number, number] = [1, 3];

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

/** One request on the virtual network. */
export class Exchange {
  private readonly facts: failure.RequestFacts;
  private readonly sent: Sent;
  private readonly key: string;
  private readonly fault: RequestFault;
  private settled = false;
  private cancelLimit: (() => void) | undefined;
  private stopListening: (() => void) | undefined;
  private resolve!: (response: PixResponse) => void;
  private reject!: (error: Error) => void;

  constructor(
    private readonly run: NetworkRun,
    private readonly process: Process,
    private readonly request: PixRequest,
    sequence: Sequence,
  ) {
    const { method = 'GET', url, operation, provider, safe = false } = request;
    const headers = lowerCase(request.headers ?? {});
    this.sent = {
      method,
      path: url.slice(HOST.length),
      headers,
      body: request.body as string | undefined,
    };
    const host = HOST.slice('https://'.length);
    this.facts = { host, operation, provider, safe };
    const isToken = this.sent.path.startsWith('/oauth');
    const path = this.sent.path.split('?', 1).join();
    this.key = sequence.next(`${headers[CALL_HEADER] ?? process.name}:${method} ${path}`);
    const isEmpty = /\/(?:webhook|lotecobv)/.test(path) && method !== 'GET';
    this.fault = run.selectFault(this.key, { method, isToken, isEmpty });
    if (this.fault.kind !== 'ok') this.recordFault(describe(this.fault));
  }

  send(): Promise<PixResponse> {
    return new Promise((resolve, reject) => {
      [this.resolve, this.reject] = [resolve, reject];
      this.begin();
    });
  }

  /** The client closes its connections. */
  close(): void {
    this.fail(failure.closedInFlight(this.facts, { sent: true }));
  }

  private begin(): void {
    const { fault, process } = this;
    const { until, signal } = this.request;
    const [connectMs, readMs] = this.limits();
    if (until !== undefined && until <= process.elapsed()) {
      this.fail(failure.deadlinePassed(this.facts));
      return;
    }
    this.run.trace(`${this.key} ${describe(fault)}`);
    if (fault.kind === 'refused') {
      this.later(5, () => this.break({ sent: false }, 'ECONNREFUSED'));
      return;
    }
    if (fault.kind === 'connect-timeout') {
      this.after(connectMs, () => this.fail(failure.connectTimeout(this.facts, connectMs)));
      return;
    }
    this.after(readMs, () =>
      this.fail(
        failure.readTimeout(this.facts, readMs, { sent: true, reused: false, answered: false }),
      ),
    );
    const abort = () => this.fail(failure.aborted(this.facts, { sent: true }, 'aborted'));
    signal?.addEventListener?.('abort', abort);
    this.stopListening = () => signal?.removeEventListener?.('abort', abort);
    this.transmit(fault);
  }

  /** Transmits a request that left the client. */
  private transmit(fault: Exclude<RequestFault, { kind: 'refused' | 'connect-timeout' }>): void {
    switch (fault.kind) {
      case 'ok':
        this.arrive(fault.out, (response) => this.later(fault.back, () => this.answer(response)));
        return;
      case 'late':
        this.arrive(fault.out, (response) => this.later(10, () => this.answer(response)));
        return;
      case 'twice':
        this.transmitTwice(fault.again);
        return;
      case 'hang':
        if (fault.at === 'after') this.arrive(10, () => undefined);
        return;
      case 'reset': {
        const code = fault.stale ? 'EPIPE' : 'ECONNRESET';
        const progress = { sent: true, reused: fault.stale, answered: fault.at === 'body' };
        if (fault.at === 'before') this.later(5, () => this.break(progress, code));
        else this.arrive(10, () => this.later(5, () => this.break(progress, code)));
        return;
      }
      case 'gateway': {
        const { status, body, retryAfter } = fault;
        const reply = (real?: Response) => {
          // A gateway that truncates a success does not turn a failure into one.
          const failed = status < 300 && real !== undefined && real.status >= 300;
          const response = failed ? real : gatewayResponse(status, body, retryAfter, real);
          this.later(8, () => this.answer(response));
        };
        if (fault.at === 'before') reply();
        else this.arrive(10, reply);
        return;
      }
      case 'replica': {
        const stale = this.run.replica.read(this.sent.path);
        if (stale === undefined) this.transmit({ kind: 'ok', out: 5, back: 5 });
        else this.later(10, () => this.answer(stale));
      }
    }
  }

  /**
   * A gateway that got no response to the first delivery. Its token is not revoked between the two: the client assumes
   * that a bank refuses both for the same reason of the account.
   */
  private transmitTwice(again: number): void {
    let first: Response | undefined;
    this.arrive(5, (response) => (first = response));
    this.arrive(5 + again, (second) => {
      const isRevoked = second.status === 401 && first !== undefined;
      this.later(5, () => this.answer(isRevoked ? first! : second));
    });
  }

  /** Delivers the request to the bank after `ms`, whether the client still waits or not. */
  private arrive(ms: number, onResponse: (response: Response) => void): void {
    const { method, path, headers, body } = this.sent;
    this.later(ms, () => {
      this.run.replica.beforeWrite(method, path);
      this.run.bank.handle(method, path, headers, body).then(
        (response) => {
          this.run.trace(`${this.key} bank ${response.status}${this.settled ? ' (late)' : ''}`);
          this.run.replica.afterResponse(method, path, response);
          if (response.status >= 300) this.recordFault(`bank ${response.status}`);
          onResponse(response);
        },
        () => {
          this.recordFault('bank down');
          this.later(2, () => this.break({ sent: true }, 'ECONNRESET'));
        },
      );
    });
  }

  private recordFault(what: string): void {
    this.run.recordFault(this.sent.headers[CALL_HEADER], this.process.name, what);
  }

  private answer({ status, headers, body }: Response): void {
    this.settle(() => {
      this.resolve({
        status,
        statusText: '',
        headers,
        body,
      });
    });
  }

  private break(progress: Partial<failure.Progress>, code: string): void {
    const whole = { sent: false, reused: false, answered: false, ...progress };
    const cause = Object.assign(new Error(code), { code });
    this.fail(failure.connectionFailure(this.facts, whole, cause));
  }

  private fail(error: Error): void {
    this.settle(() => this.reject(error));
  }

  private settle(how: () => void): void {
    this.process.enter(() => {
      if (this.settled) return;
      this.settled = true;
      this.cancelLimit?.();
      this.stopListening?.();
      how();
    });
  }

  /** Runs an action on the network, which continues when the client's process ends. */
  private later(ms: number, action: () => void): void {
    this.run.after(ms, action);
  }

  /** Runs a time limit of the client. */
  private after(ms: number, action: () => void): void {
    this.cancelLimit = this.process.after(ms, action);
  }

  private limits(): [connectMs: number, readMs: number] {
    const { timeout, until } = this.request;
    const { connectMs, readMs } = parseTimeout(timeout ?? TIMEOUT);
    const left = until === undefined ? Infinity : until - this.process.elapsed();
    return [Math.min(connectMs, left), Math.min(readMs ?? Infinity, left)];
  }
}

function lowerCase(headers: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

function describe(fault: RequestFault): string {
  const { kind, ...rest } = fault;
  return kind === 'ok' ? 'ok' : `${kind} ${Object.values(rest).join(' ')}`;
}
