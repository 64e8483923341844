import { describe, expect, it } from '@jest/globals';
import { ReconciliationCounter } from '../../lib/receiver/provider/reconciliation.js';

const at = (ms: number) => new Date(ms);

describe('ReconciliationCounter', () => {
  it.each(['handled', 'duplicate', 'queued'] as const)('counts a %s Pix as settled', (outcome) => {
    const counter = new ReconciliationCounter();
    counter.count(outcome, at(5).toISOString());
    expect(counter.outcomes[outcome]).toBe(1);
    expect(counter.settledUntil(at(0), at(10))).toEqual(at(10));
  });

  it.each(['refused', 'running', 'unavailable', 'failed'] as const)(
    'is settled until a Pix that was %s',
    (outcome) => {
      const counter = new ReconciliationCounter();
      counter.count(outcome, at(7).toISOString());
      counter.count(outcome, at(5).toISOString());
      counter.count(outcome, at(6).toISOString());
      expect(counter.outcomes[outcome]).toBe(3);
      expect(counter.settledUntil(at(0), at(10))).toEqual(at(5));
    },
  );

  it('does not wait for an unsettled event without an instant', () => {
    const counter = new ReconciliationCounter();
    counter.count('failed');
    expect(counter.settledUntil(at(0), at(10))).toEqual(at(10));
  });

  it('stays at its start for a Pix from before the period, or without a valid instant', () => {
    for (const horario of [at(1).toISOString(), 'yesterday']) {
      const counter = new ReconciliationCounter();
      counter.count('failed', horario);
      expect(counter.settledUntil(at(2), at(10))).toEqual(at(2));
    }
  });
});
