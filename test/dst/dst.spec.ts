import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const program = ['--import', './test/support/register-typescript.js', './test/dst/dst.ts'];

/** Runs the command and resolves with its output. Rejects when an invariant is violated. */
async function dst(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [...program, ...args], { cwd: root });
  return stdout;
}

const findTrace = (output: string, seed: number) =>
  new RegExp(`^seed ${seed}: trace (\\w+)`, 'm').exec(output)?.[1];

describe('deterministic simulation', () => {
  it('satisfies every invariant, and runs a seed identically, whatever ran before it', async () => {
    const alone = await dst('--seed', '42');
    const after = await dst('--seeds', '8', '--from', '36', '--workers', '1', '--traces');
    expect(after).toContain('violations: 0 seeds');
    expect(after).not.toContain('platform time used');
    expect(findTrace(alone, 42)).toMatch(/^[0-9a-f]+$/);
    expect(findTrace(after, 42)).toBe(findTrace(alone, 42));
    expect(findTrace(after, 41)).not.toBe(findTrace(alone, 42));
  }, 120_000);

  it('satisfies every invariant of the ledger for some seeds', async () => {
    const output = await dst('--model', 'ledger', '--seeds', '4', '--workers', '1');
    expect(output).toContain('violations: 0 seeds');
  }, 120_000);

  it('finds a restored defect, and prints how to replay it', async () => {
    const output = await dst('--defects', 'any-record-accepted', '--seeds', '50', '--workers', '1');
    expect(output).toMatch(/^found {3}any-record-accepted at seed \d+ /m);
  }, 120_000);
});
