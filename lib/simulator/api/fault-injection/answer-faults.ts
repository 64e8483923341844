import type { PixRuntime } from '../../../runtime/index.js';
import type { ApiRequest } from '../../http/api-request.js';
import type { Reply } from '../../http/reply.js';
import { receiveBody } from '../../http/request-body.js';
import type { AccessTokens } from '../../domain/state/access-tokens.js';
import type { SimulatorQuirks } from '../../profiles/quirks.js';
import type { AnswerFault } from '../../faults/fault.js';
import { faultReply } from './fault-replies.js';
import type { Faults, FaultSubject, InjectedFault } from '../../faults/faults.js';

/** A request that faults may strike. */
export interface FaultyWork {
  readonly subject: FaultSubject;
  /** The status that its success has, for an answer that stands in for it. */
  readonly success: number;
  /** Gives a problem that a fault answers with the shape that the provider's problems have. */
  readonly dress: (problem: Reply) => Reply;
  /** Answers it. */
  readonly proceed: () => Promise<Reply>;
}

/** Puts the faults on command around calls and token requests. */
export class AnswerFaults {
  constructor(
    private readonly faults: Faults,
    private readonly tokens: AccessTokens,
    private readonly quirks: SimulatorQuirks,
    private readonly runtime: PixRuntime,
  ) {}

  get areNone(): boolean {
    return this.faults.isEmpty;
  }

  async around(request: ApiRequest, work: FaultyWork): Promise<Reply> {
    const strikes = this.faults.selectForCall('before', work.subject);
    if (strikes.some(({ rule }) => rule.kind === 'latency')) await receiveBody(request);
    const placeholder = { status: work.success, headers: JSON_TYPE, value: {} };
    const instead = await this.spoil(strikes, placeholder, work);
    if (instead !== undefined) return instead;
    const reply = await work.proceed();
    // A refused call has had no effect to come after.
    if (reply.status >= 300) return reply;
    return (
      (await this.spoil(this.faults.selectForCall('after', work.subject), reply, work)) ?? reply
    );
  }

  /** Lets faults happen; the answer of the one that ends the call. */
  private async spoil(
    strikes: readonly InjectedFault<AnswerFault>[],
    reply: Reply,
    { dress }: FaultyWork,
  ): Promise<Reply | undefined> {
    for (const { rule, drawn } of strikes) {
      if (rule.kind === 'latency') await this.wait(millisecondsOf(rule.ms, drawn));
      else if (rule.kind === 'revoke-tokens') this.tokens.revokeAll();
      else return faultReply(rule, { reply, dress, tooMany: this.quirks.errors?.tooManyRequests });
    }
    return undefined;
  }

  private wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.runtime.after(ms, resolve, { background: true });
    });
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };

function millisecondsOf(ms: number | readonly [min: number, max: number], drawn: number): number {
  if (typeof ms === 'number') return ms;
  const [min, max] = ms;
  return min + drawn * (max - min);
}
