import { execFileSync } from 'node:child_process';
import { root } from './files.js';
import type { Mutant } from './mutants/mutant.js';

/** Line numbers that were added or changed, by file. */
export type ChangedLines = ReadonlyMap<string, ReadonlySet<number>>;

export interface Changes {
  /** The commit since which lines changed. */
  base: string;
  lines: ChangedLines;
}

/**
 * Reads the lines changed since a commit, by default since the merge base with origin/main.
 *
 * @returns undefined when there is no merge base: the clone does not have origin/main or lacks its history
 * @throws Error when the named commit does not exist
 */
export function readChanges(commit?: string, folder = root): Changes | undefined {
  const base = commit ?? findMergeBase(folder);
  if (base === undefined) return undefined;
  const diff = git(folder, 'diff', '--unified=0', '--no-color', '--no-ext-diff', base, '--');
  return { base, lines: parseDiff(diff) };
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

/** Returns whether a changed line is inside the text that the mutant replaces. */
export function touches(changed: ChangedLines, mutant: Mutant): boolean {
  const lines = changed.get(mutant.file);
  if (lines === undefined) return false;
  const last = mutant.line + mutant.original.split('\n').length - 1;
  for (let line = mutant.line; line <= last; line += 1) if (lines.has(line)) return true;
  return false;
}

function findMergeBase(folder: string): string | undefined {
  try {
    return git(folder, 'merge-base', 'HEAD', 'origin/main');
  } catch {
    return undefined;
  }
}

function git(folder: string, ...args: string[]): string {
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: 'pipe' } as const;
  return execFileSync('git', args, options).trim();
}
