import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../support/compile.js';
import { takeShare } from '../support/share.js';
import { libraryAlterations } from './alterations/library/index.js';

interface Line {
  readonly what: string;
  readonly detected: readonly string[];
}

const ALTER = 'test/conformance/alterations/library/alter.ts';
let lines: readonly Line[];

beforeAll(async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', './test/support/register-typescript.js', ALTER],
    { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 },
  );
  lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}, 600_000);

describe('a modified library', () => {
  it.each(libraryAlterations)('has exactly one place for: $what', ({ file, find }) => {
    expect(readFileSync(join(ROOT, file), 'utf8').split(find)).toHaveLength(2);
  });

  it.each(takeShare(libraryAlterations, 3))('is detected by $check: $what', ({ what }) => {
    const line = lines.find((each) => each.what === what);
    expect(line?.detected).not.toEqual([]);
  });

  it('has a unique name for each alteration', () => {
    const names = libraryAlterations.map(({ what }) => what);
    expect(new Set(names).size).toBe(names.length);
  });
});
