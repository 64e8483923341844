import { afterEach, describe, expect, it } from '@jest/globals';
import { Agenda } from '../../../lib/simulator/kernel/agenda.js';
import { SimulatorClock } from '../../../lib/simulator/kernel/clock.js';

const HOUR = 3_600_000;

describe('SimulatorClock', () => {
  const clock = new SimulatorClock();

  afterEach(() => {
    clock.clear();
    clock.reset();
  });

  it('rings an alarm when it is advanced past it, and not before', () => {
    const rung: string[] = [];
    clock.after(HOUR, () => rung.push('hour'));
    clock.advance(10);
    expect(rung).toEqual([]);
    clock.advance(3_600);
    expect(rung).toEqual(['hour']);
  });

  it('lets what falls due happen in order, each at its instant, and what follows from it as well', () => {
    clock.set('2024-01-01T00:00:00Z');
    const rung: string[] = [];
    const ring = (name: string) => () => rung.push(`${name} ${clock.iso()}`);
    clock.after(3 * HOUR, ring('third'));
    clock.after(HOUR, () => {
      ring('first')();
      clock.after(HOUR, ring('second'));
      clock.after(10 * HOUR, ring('later'));
    });
    clock.after(3 * HOUR, ring('fourth'));
    clock.advance(4 * 3_600);
    expect(rung.map((line) => line.replace(/\.\d{3}Z$/, ''))).toEqual([
      'first 2024-01-01T01:00:00',
      'second 2024-01-01T02:00:00',
      'third 2024-01-01T03:00:00',
      'fourth 2024-01-01T03:00:00',
    ]);
    expect(clock.iso()).toMatch(/^2024-01-01T04:00:00/);
  });

  it('rings by itself when time has passed', async () => {
    const rung: string[] = [];
    await new Promise<void>((resolve) => {
      clock.after(5, resolve);
      clock.after(1, () => rung.push('before'));
    });
    expect(rung).toEqual(['before']);
  });

  it('runs at a rate', async () => {
    clock.set('2024-01-01T00:00:00Z');
    clock.setRate(3_600_000);
    expect(clock.rate).toBe(3_600_000);
    const at = await new Promise<string>((resolve) =>
      clock.after(24 * HOUR, () => resolve(clock.iso())),
    );
    // By the second: the hours that pass between setting it and asking it are the machine's milliseconds.
    expect(new Date(at).getTime()).toBeGreaterThanOrEqual(Date.parse('2024-01-02T00:00:00Z'));
    clock.setRate(0);
    const still = clock.now();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(clock.now()).toBe(still);
    await new Promise<void>((resolve) => clock.after(0, resolve));
  });

  it('can be set to an instant and back to the machine’s time', () => {
    clock.set('2020-09-09T20:15:00.358Z');
    expect(clock.iso()).toMatch(/^2020-09-09T20:15:00\.\d{3}Z$/);
    clock.setRate(60);
    clock.reset();
    expect(clock.rate).toBe(1);
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1_000);
  });

  it('refuses to go on by less than nothing, to no date, or at no rate', () => {
    for (const wrong of [-1, NaN, Infinity]) {
      expect(() => clock.advance(wrong)).toThrow(RangeError);
      expect(() => clock.setRate(wrong)).toThrow(RangeError);
    }
    expect(() => clock.set('yesterday')).toThrow(RangeError);
  });

  it('keeps to the years whose days and stamps can be told, however it is moved', async () => {
    for (const beyond of [
      '+010000-01-01T00:00:00Z',
      '1914-12-31T23:59:59Z',
      '0099-05-01T00:00:00Z',
    ]) {
      expect(() => clock.set(beyond)).toThrow(RangeError);
    }
    expect(() => clock.advance(1e14)).toThrow(RangeError);
    clock.setRate(1e300);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(clock.iso()).toBe('9999-12-31T23:59:59.999Z');
    expect(() => clock.advance(1)).toThrow(RangeError);
    clock.set('2024-01-01T00:00:00Z');
  });

  it('does not run a cancelled alarm', () => {
    let rung = 0;
    const cancel = clock.after(5, () => rung++);
    cancel();
    clock.after(10, () => rung++);
    clock.advance(1);
    expect(rung).toBe(1);
  });

  it('keeps the order of very many alarms, most of them cancelled', () => {
    const rung: number[] = [];
    const instants = Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 5_003);
    const cancels = instants.map((delay) => clock.after(delay * 1_000, () => rung.push(delay)));
    cancels.slice(0, 4_000).forEach((cancel) => cancel());
    clock.advance(6_000);
    expect(rung).toEqual(instants.slice(4_000).sort((one, other) => one - other));
  });
});

describe('Agenda', () => {
  it('holds one plan of a name, the last', () => {
    const clock = new SimulatorClock();
    const agenda = new Agenda(clock);
    const rung: string[] = [];
    const plan = (name: string, hours: number, text: string) =>
      agenda.plan(name, clock.now() + hours * HOUR, () => rung.push(text));
    plan('a', 1, 'replaced');
    plan('a', 2, 'a');
    plan('b', 1, 'dropped');
    agenda.drop('b');
    plan('c', Infinity, 'never');
    clock.advance(10 * 3_600);
    expect(rung).toEqual(['a']);
    clock.clear();
  });
});
