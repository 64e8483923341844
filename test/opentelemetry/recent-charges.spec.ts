import { describe, expect, it } from '@jest/globals';
import { trace } from '@opentelemetry/api';
import { RecentCharges } from '../../lib/opentelemetry/spans.js';

describe('RecentCharges', () => {
  it('forgets the oldest charge above its capacity', () => {
    const charges = new RecentCharges(2);
    const span = trace.wrapSpanContext({
      traceId: '1'.repeat(32),
      spanId: '2'.repeat(16),
      traceFlags: 1,
    });
    for (const txid of ['a', 'b', 'a', 'c']) charges.remember(txid, span.spanContext());
    expect(['a', 'b', 'c'].map((txid) => charges.find(txid) !== undefined)).toEqual([
      true,
      false,
      true,
    ]);
  });
});
