import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readChanges } from './changed.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pix-changes-'));
  git('init', '--quiet');
  commit('one\ntwo\n');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function git(...args: string[]): string {
  const user = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  return execFileSync('git', [...user, ...args], { cwd: folder, encoding: 'utf8' }).trim();
}

function commit(text: string): string {
  writeFileSync(join(folder, 'a.ts'), text);
  git('add', 'a.ts');
  git('commit', '--quiet', '--message', 'a commit');
  return git('rev-parse', 'HEAD');
}

function setOriginMain(hash: string): void {
  git('update-ref', 'refs/remotes/origin/main', hash);
}

function listLines(base?: string): unknown {
  const changes = readChanges(base, folder);
  return changes && [...changes.lines].map(([file, lines]) => [file, ...lines]);
}

describe('readChanges', () => {
  it('returns the lines changed since the merge base with origin/main', () => {
    const base = git('rev-parse', 'HEAD');
    setOriginMain(base);
    commit('one\n2\nthree\n');
    expect(listLines()).toEqual([['a.ts', 2, 3]]);
    expect(readChanges(undefined, folder)!.base).toBe(base);
  });

  it('includes uncommitted changes', () => {
    setOriginMain(git('rev-parse', 'HEAD'));
    writeFileSync(join(folder, 'a.ts'), 'one\n2\n');
    expect(listLines()).toEqual([['a.ts', 2]]);
  });

  it('returns no lines on origin/main', () => {
    setOriginMain(commit('one\n2\n'));
    expect(listLines()).toEqual([]);
  });

  it('returns undefined in a clone without origin/main', () => {
    commit('one\n2\n');
    expect(listLines()).toBeUndefined();
  });

  it('returns undefined in a clone whose history does not reach origin/main', () => {
    const before = git('rev-parse', 'HEAD');
    git('checkout', '--quiet', '--orphan', 'other');
    commit('one\n2\n');
    setOriginMain(before);
    expect(listLines()).toBeUndefined();
  });

  it('returns the lines changed since a given commit', () => {
    const base = git('rev-parse', 'HEAD');
    commit('one\n2\n');
    expect(listLines(base)).toEqual([['a.ts', 2]]);
  });

  it('throws for a commit that does not exist', () => {
    expect(() => readChanges('v0.0.0', folder)).toThrow(/v0\.0\.0/);
  });
});
