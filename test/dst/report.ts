import type { Plan } from './plan.js';
import type { Shrunk } from './shrink.js';
import type { Summary } from './summary.js';

/** Formats the summary of many runs. */
export function formatSummary(summary: Summary, seconds: number): string {
  const { seeds, actions, calls, faults, failures, platformUses } = summary;
  const lines = [
    `${seeds} seeds in ${seconds.toFixed(1)} s (${(seeds / seconds).toFixed(0)} seeds/s), ${actions} actions`,
    `calls   ${formatCounts(calls)}`,
    `shares  ${formatShares(calls)}`,
    `faults  ${formatCounts(faults)}`,
    `violations: ${failures.length} seeds`,
    ...failures
      .slice(0, 20)
      .map(({ seed, violations }) => `  seed ${seed}: ${violations.join(' ')}`),
  ];
  if (Object.keys(platformUses).length > 0) {
    lines.push(`platform time used: ${formatCounts(platformUses)}`);
  }
  return lines.join('\n');
}

/** Formats the hash of each seed's trace, as `--seed` prints it. */
export function formatTraces({ traces }: Summary): string {
  return Object.entries(traces)
    .map(([seed, hash]) => `seed ${seed}: trace ${hash.toString(16)}`)
    .join('\n');
}

/** Formats a shrunk failure. */
export function formatShrunk({ plan, result, runs }: Shrunk): string {
  const { seed, steps, faultless } = plan;
  return [
    `seed ${seed}, shrunk in ${runs} runs to ${steps.length} steps (${faultless.size} faults left out):`,
    ...result.violations.map((violation) => `  ${violation}`),
    ...result.log.map((line) => `    ${line}`),
    `replay the whole run: npm run dst -- --seed ${seed} --trace`,
    `replay these steps:   npm run dst -- --seed ${seed} --keep ${steps.map(({ id }) => id).join(',')} --trace`,
  ].join('\n');
}

/** Formats the plan of a run. */
export function formatPlan({ seed, steps, faultless, ...settings }: Plan): string {
  return [
    `seed ${seed}: ${steps.length} steps`,
    JSON.stringify(settings),
    `faultless: ${faultless.size}`,
  ].join('\n');
}

/** Formats the share of each operation in all calls. */
function formatShares(calls: Readonly<Record<string, number>>): string {
  const counts = new Map<string, number>();
  for (const [name, count] of Object.entries(calls)) {
    const [operation = ''] = name.split(' ');
    counts.set(operation, (counts.get(operation) ?? 0) + count);
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([operation, count]) => `${operation} ${((100 * count) / all).toFixed(1)} %`)
    .join(', ');
}

function formatCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
