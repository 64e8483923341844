import { execFileSync } from 'node:child_process';
import { root } from './files.js';
import type { Mutant } from './mutants/mutant.js';

/** Line numbers that were added or changed, by file. */
export type ChangedLines = ReadonlyMap<string, ReadonlySet<number>>;

/** The merge base with origin/main; in a clone on main itself, the commit before the last. */
export function findBase(): string {
  const head = git('rev-parse', 'HEAD');
  try {
    const base = git('merge-base', 'HEAD', 'origin/main');
    return base === head ? 'HEAD~1' : base;
  } catch {
    return 'HEAD~1';
  }
}

export function readChangedLines(base: string): ChangedLines {
  return parseDiff(git('diff', '--unified=0', '--no-color', '--no-ext-diff', base, '--'));
}

/** Reads a diff without context lines. */
export function parseDiff(diff: string): ChangedLines {
  const changed = new Map<string, Set<number>>();
  let lines = new Set<number>();
  for (const text of diff.split('\n')) {
    const file = /^\+\+\+ b\/(.+)$/.exec(text);
    if (file !== null) changed.set(file[1]!, (lines = new Set()));
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(text);
    if (hunk === null) continue;
    const [first, count] = [Number(hunk[1]), Number(hunk[2] ?? 1)];
    for (let line = first; line < first + count; line += 1) lines.add(line);
  }
  return changed;
}

/** Whether a changed line is inside the text that the mutant replaces. */
export function touches(changed: ChangedLines, mutant: Mutant): boolean {
  const lines = changed.get(mutant.file);
  if (lines === undefined) return false;
  const last = mutant.line + mutant.original.split('\n').length - 1;
  for (let line = mutant.line; line <= last; line += 1) if (lines.has(line)) return true;
  return false;
}

function git(...args: string[]): string {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: 'pipe' } as const;
  return execFileSync('git', args, options).trim();
}
