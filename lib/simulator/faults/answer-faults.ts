import { setTimeout as wait } from 'node:timers/promises';
import type { IncomingMessage } from 'node:http';
import type { Reply } from '../http/reply.js';
import { receiveBody } from '../http/request-body.js';
import type { AccessTokens } from '../oauth/access-tokens.js';
import type { AnswerFault } from './fault.js';
import { faultReply } from './fault-replies.js';
import type { Faults, FaultSubject, Strike } from './faults.js';

/** Answers a request, unless a fault does. */
export type Proceed = () => Promise<Reply>;

/** Puts the faults on command around calls and token requests. */
export class AnswerFaults {
  constructor(
    private readonly faults: Faults,
    private readonly tokens: AccessTokens,
  ) {}

  get areNone(): boolean {
    return this.faults.isEmpty;
  }

  /**
   * @param success the status that the request's success has, for an answer that stands in for it
   */
  async around(
    request: IncomingMessage,
    subject: FaultSubject,
    success: number,
    proceed: Proceed,
  ): Promise<Reply> {
    const strikes = this.faults.strike('before', subject);
    if (strikes.some(({ rule }) => rule.kind === 'latency')) await receiveBody(request);
    const placeholder = { status: success, headers: JSON_TYPE, body: '{}' };
    const instead = await this.spoil(strikes, placeholder);
    if (instead !== undefined) return instead;
    const reply = await proceed();
    // A refused call has had no effect to come after.
    if (reply.status >= 300) return reply;
    return (await this.spoil(this.faults.strike('after', subject), reply)) ?? reply;
  }

  /** Lets faults happen; the answer of the one that ends the call. */
  private async spoil(
    strikes: readonly Strike<AnswerFault>[],
    reply: Reply,
  ): Promise<Reply | undefined> {
    for (const { rule, draw } of strikes) {
      if (rule.kind === 'latency') await wait(millisecondsOf(rule.ms, draw), undefined, UNHELD);
      else if (rule.kind === 'revoke-tokens') this.tokens.revokeAll();
      else return faultReply(rule, reply);
    }
    return undefined;
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** A wait keeps no process alive. */
const UNHELD = { ref: false };

function millisecondsOf(
  ms: number | readonly [min: number, max: number],
  draw: () => number,
): number {
  if (typeof ms === 'number') return ms;
  const [min, max] = ms;
  return min + draw() * (max - min);
}
