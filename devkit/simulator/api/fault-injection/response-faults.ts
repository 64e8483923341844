import type { PixRuntime } from 'nestjs-pix/internal';
import type { AccessTokens } from '../../domain/state/access-tokens.js';
import type { AnswerFault } from '../../faults/fault.js';
import type { Faults, FaultSubject, InjectedFault } from '../../faults/faults.js';
import type { ApiRequest } from '../../http/api-request.js';
import type { Reply } from '../../http/reply.js';
import { receiveBody } from '../../http/request-body.js';
import type { SimulatorQuirks } from '../../profiles/quirks.js';
import { buildFaultReply } from './fault-replies.js';

/** A request that faults may apply to. */
export interface FaultableRequest {
  readonly subject: FaultSubject;
  /** Success status, for a response that replaces the operation. */
  readonly success: number;
  /** Converts the problem of a fault to the provider's error format. */
  readonly convertProblem: (problem: Reply) => Reply;
  /** Handles the request. */
  readonly handle: () => Promise<Reply>;
}

/** Injects faults into calls and token requests. */
export class ResponseFaults {
  constructor(
    private readonly faults: Faults,
    private readonly tokens: AccessTokens,
    private readonly quirks: SimulatorQuirks,
    private readonly runtime: PixRuntime,
  ) {}

  get isEmpty(): boolean {
    return this.faults.isEmpty;
  }

  /** Handles a request with the faults that apply to it. */
  async apply(request: ApiRequest, work: FaultableRequest): Promise<Reply> {
    const before = this.faults.selectForCall('before', work.subject);
    if (before.some(({ rule }) => rule.kind === 'latency')) await receiveBody(request);
    const placeholder = { status: work.success, headers: JSON_TYPE, value: {} };
    const replacement = await this.#inject(before, placeholder, work);
    if (replacement !== undefined) return replacement;
    const reply = await work.handle();
    // A refused call has no effect, so `after` faults do not apply to it.
    if (reply.status >= 300) return reply;
    const after = this.faults.selectForCall('after', work.subject);
    return (await this.#inject(after, reply, work)) ?? reply;
  }

  /** Injects faults. @returns the reply of the fault that replaces the response, if any */
  async #inject(
    injected: readonly InjectedFault<AnswerFault>[],
    reply: Reply,
    { convertProblem }: FaultableRequest,
  ): Promise<Reply | undefined> {
    for (const { rule, drawn } of injected) {
      if (rule.kind === 'latency') await this.#wait(resolveDuration(rule.ms, drawn));
      else if (rule.kind === 'revoke-tokens') this.tokens.revokeAll();
      else {
        const tooMany = this.quirks.errors?.tooManyRequests;
        return buildFaultReply(rule, { reply, convertProblem, tooMany });
      }
    }
    return undefined;
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.runtime.after(ms, resolve, { background: true });
    });
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };

function resolveDuration(ms: number | readonly [min: number, max: number], drawn: number): number {
  if (typeof ms === 'number') return ms;
  const [min, max] = ms;
  return min + drawn * (max - min);
}
