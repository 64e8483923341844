import type { Plan } from './plan.js';
import { keptSteps, type Shrunk } from './shrink.js';
import type { Summary } from './summary.js';

/** What many runs came to, as text. */
export function summaryText(summary: Summary, seconds: number): string {
  const { seeds, actions, calls, faults, failures, platformUses } = summary;
  const lines = [
    `${seeds} seeds in ${seconds.toFixed(1)} s (${(seeds / seconds).toFixed(0)} seeds/s), ${actions} actions`,
    `calls   ${countsText(calls)}`,
    `faults  ${countsText(faults)}`,
    `violations: ${failures.length} seeds`,
    ...failures
      .slice(0, 20)
      .map(({ seed, violations }) => `  seed ${seed}: ${violations.join(' ')}`),
  ];
  if (Object.keys(platformUses).length > 0) {
    lines.push(`time asked of the platform: ${countsText(platformUses)}`);
  }
  return lines.join('\n');
}

/** The hash of each seed's trace, as text: the same as `--seed` prints. */
export function tracesText({ traces }: Summary): string {
  return Object.entries(traces)
    .map(([seed, hash]) => `seed ${seed}: trace ${hash.toString(16)}`)
    .join('\n');
}

/** A failure with nothing left to leave out, as text. */
export function shrunkText({ plan, result, runs }: Shrunk): string {
  const { seed, steps, calm } = plan;
  return [
    `seed ${seed}, shrunk in ${runs} runs to ${steps.length} steps (${calm.size} faults left out):`,
    ...result.violations.map((violation) => `  ${violation}`),
    ...result.log.map((line) => `    ${line}`),
    `replay the whole run: npm run dst -- --seed ${seed} --trace`,
    `replay these steps:   npm run dst -- --seed ${seed} --keep ${keptSteps(steps)} --trace`,
  ].join('\n');
}

/** What a run is about to do, as text. */
export function planText({ seed, steps, calm, ...settings }: Plan): string {
  return [
    `seed ${seed}: ${steps.length} steps`,
    JSON.stringify(settings),
    `calm: ${calm.size}`,
  ].join('\n');
}

function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
