import { describe, expect, it } from '@jest/globals';
import { SampledLog } from '../../lib/receiver/http/webhook.listener.js';
import { ManualRuntime } from '../support/manual-runtime.js';
import { RecordedLog } from './support/log.js';

describe('SampledLog', () => {
  const runtime = new ManualRuntime();
  const log = new RecordedLog();
  const sampled = new SampledLog(log, runtime);

  it('logs five lines of each cause per minute, then the number of the others', async () => {
    for (let index = 0; index < 1000; index += 1) sampled.warn('Wrong', `wrong ${index}`);
    for (let index = 0; index < 5; index += 1) sampled.warn('Unknown', `unknown ${index}`);
    const lines = ['Wrong', 'Unknown'].flatMap((cause) =>
      Array.from({ length: 5 }, (_, index) => `warn ${cause.toLowerCase()} ${index}`),
    );
    expect(log.lines).toEqual(lines);
    await runtime.advance(59_999);
    expect(log.lines).toEqual(lines);
    await runtime.advance(1);
    const summary = 'warn Wrong: 995 more within a minute, not logged individually';
    expect(log.lines).toEqual([...lines, summary]);
    expect(runtime.pendingTimers).toBe(0);
  });

  it('starts again in the next minute, and logs the summary at the end', () => {
    log.lines.length = 0;
    for (let index = 0; index < 6; index += 1) sampled.warn('Wrong', 'wrong');
    sampled.flush();
    sampled.flush();
    expect(log.lines).toHaveLength(6);
    expect(log.lines[5]).toBe('warn Wrong: 1 more within a minute, not logged individually');
    expect(runtime.pendingTimers).toBe(0);
  });

  it('counts at most 1,024 causes separately', async () => {
    log.lines.length = 0;
    for (let index = 0; index < 5000; index += 1) sampled.warn(`Tenant ${index}`, `line ${index}`);
    // Five lines of all others together.
    expect(log.lines).toHaveLength(1024 + 5);
    await runtime.advance(60_000);
    const more = 5000 - 1024 - 5;
    expect(log.lines.slice(1029)).toEqual([
      `warn Notifications: ${more} more within a minute, not logged individually`,
    ]);
    expect(runtime.pendingTimers).toBe(0);
  });
});
