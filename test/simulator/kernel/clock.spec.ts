import { afterEach, describe, expect, it } from '@jest/globals';
import { Agenda, SimulatorClock } from '../../../devkit/simulator/kernel/clock.js';

const HOUR = 3_600_000;

describe('SimulatorClock', () => {
  const clock = new SimulatorClock();

  afterEach(() => {
    clock.clear();
    clock.reset();
  });

  it('fires an alarm when it is advanced past it, and not before', () => {
    const fired: string[] = [];
    clock.after(HOUR, () => fired.push('hour'));
    clock.advance(10);
    expect(fired).toEqual([]);
    clock.advance(3_600);
    expect(fired).toEqual(['hour']);
  });

  it('fires due alarms in order, each at its instant, including alarms set by others', () => {
    clock.set('2024-01-01T00:00:00Z');
    const fired: string[] = [];
    const record = (name: string) => () => fired.push(`${name} ${clock.iso()}`);
    clock.after(3 * HOUR, record('third'));
    clock.after(HOUR, () => {
      record('first')();
      clock.after(HOUR, record('second'));
      clock.after(10 * HOUR, record('later'));
    });
    clock.after(3 * HOUR, record('fourth'));
    clock.advance(4 * 3_600);
    expect(fired.map((line) => line.replace(/\.\d{3}Z$/, ''))).toEqual([
      'first 2024-01-01T01:00:00',
      'second 2024-01-01T02:00:00',
      'third 2024-01-01T03:00:00',
      'fourth 2024-01-01T03:00:00',
    ]);
    expect(clock.iso()).toMatch(/^2024-01-01T04:00:00/);
  });

  it('fires an alarm when real time has passed', async () => {
    const fired: string[] = [];
    await new Promise<void>((resolve) => {
      clock.after(5, resolve);
      clock.after(1, () => fired.push('before'));
    });
    expect(fired).toEqual(['before']);
  });

  it('runs at a rate', async () => {
    clock.set('2024-01-01T00:00:00Z');
    clock.setRate(3_600_000);
    expect(clock.rate).toBe(3_600_000);
    const at = await new Promise<string>((resolve) =>
      clock.after(24 * HOUR, () => resolve(clock.iso())),
    );
    // Compared by the second: the milliseconds between setting and reading depend on the machine.
    expect(new Date(at).getTime()).toBeGreaterThanOrEqual(Date.parse('2024-01-02T00:00:00Z'));
    clock.setRate(0);
    const still = clock.now();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(clock.now()).toBe(still);
    await new Promise<void>((resolve) => clock.after(0, resolve));
  });

  it('is set to an instant and reset to the machine’s time', () => {
    clock.set('2020-09-09T20:15:00.358Z');
    expect(clock.iso()).toMatch(/^2020-09-09T20:15:00\.\d{3}Z$/);
    clock.setRate(60);
    clock.reset();
    expect(clock.rate).toBe(1);
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1_000);
  });

  it('refuses a negative advance, an invalid date and an invalid rate', () => {
    for (const wrong of [-1, NaN, Infinity]) {
      expect(() => clock.advance(wrong)).toThrow(RangeError);
      expect(() => clock.setRate(wrong)).toThrow(RangeError);
    }
    expect(() => clock.set('yesterday')).toThrow(RangeError);
  });

  it('refuses instants outside the supported years', async () => {
    for (const unsupported of [
      '+010000-01-01T00:00:00Z',
      '1914-12-31T23:59:59Z',
      '0099-05-01T00:00:00Z',
    ]) {
      expect(() => clock.set(unsupported)).toThrow(RangeError);
    }
    expect(() => clock.advance(1e14)).toThrow(RangeError);
    clock.setRate(1e300);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(clock.iso()).toBe('9999-12-31T23:59:59.999Z');
    expect(() => clock.advance(1)).toThrow(RangeError);
    clock.set('2024-01-01T00:00:00Z');
  });

  it('does not fire a cancelled alarm', () => {
    let fired = 0;
    const cancel = clock.after(5, () => fired++);
    cancel();
    clock.after(10, () => fired++);
    clock.advance(1);
    expect(fired).toBe(1);
  });

  it('keeps the order of many alarms when most of them are cancelled', () => {
    const fired: number[] = [];
    const instants = Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 5_003);
    const cancels = instants.map((delay) => clock.after(delay * 1_000, () => fired.push(delay)));
    cancels.slice(0, 4_000).forEach((cancel) => cancel());
    clock.advance(6_000);
    expect(fired).toEqual(instants.slice(4_000).sort((one, other) => one - other));
  });
});

describe('Agenda', () => {
  it('keeps only the last plan of a name', () => {
    const clock = new SimulatorClock();
    const agenda = new Agenda(clock);
    const fired: string[] = [];
    const plan = (name: string, hours: number, text: string) =>
      agenda.plan(name, clock.now() + hours * HOUR, () => fired.push(text));
    plan('a', 1, 'replaced');
    plan('a', 2, 'a');
    plan('b', 1, 'dropped');
    agenda.drop('b');
    plan('c', Infinity, 'never');
    clock.advance(10 * 3_600);
    expect(fired).toEqual(['a']);
    clock.clear();
  });
});
