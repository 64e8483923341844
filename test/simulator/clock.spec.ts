import { afterEach, describe, expect, it } from '@jest/globals';
import { SimulatorClock } from '../../lib/simulator/clock.js';

describe('SimulatorClock', () => {
  const clock = new SimulatorClock();

  afterEach(() => {
    clock.clear();
    clock.reset();
  });

  it('rings an alarm when it is advanced past it, and not before', async () => {
    const rung: string[] = [];
    clock.after(3_600_000, () => rung.push('hour'));
    const second = new Promise<void>((resolve) => clock.after(1_000, resolve));
    clock.advance(10);
    await second;
    expect(rung).toEqual([]);
    const third = new Promise<void>((resolve) => clock.after(3_600_000, resolve));
    clock.advance(3_600);
    await third;
    expect(rung).toEqual(['hour']);
  });

  it('can be set to an instant and back to the machine’s time', () => {
    clock.set('2020-09-09T20:15:00.358Z');
    expect(clock.iso()).toMatch(/^2020-09-09T20:15:00\.\d{3}Z$/);
    clock.reset();
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1_000);
  });

  it('refuses to go on by less than nothing or to no date', () => {
    expect(() => clock.advance(-1)).toThrow(RangeError);
    expect(() => clock.set('yesterday')).toThrow(RangeError);
  });

  it('does not run a cancelled alarm', async () => {
    let rung = false;
    const cancel = clock.after(5, () => (rung = true));
    cancel();
    const later = new Promise<void>((resolve) => clock.after(10, resolve));
    clock.advance(1);
    await later;
    expect(rung).toBe(false);
  });
});
