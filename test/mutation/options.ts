import { parseArgs } from 'node:util';
import { areas, type Area } from './areas.js';

export interface Options {
  areas: Area[];
  /** Number of randomly chosen mutants per area. Default: all. */
  sample?: number;
  seed: number;
  /** Part of the path of the files to mutate. */
  file?: string;
  /** Commit since which the lines changed; empty for the merge base with origin/main. Default: all lines. */
  changed?: string;
  /** Highest number of mutants per area. Default: no limit. */
  limit: number;
  /** Evaluation time after which no other mutant is started, in minutes. Default: no limit. */
  minutes: number;
  workers: number;
  /** A file of results whose survivors are evaluated again. */
  survivors?: string;
  /** Takes the results of unchanged files from the last runs. */
  resume: boolean;
}

const usage = `npm run mutation -- [options]
  --folder a,b        areas: ${areas.map(({ name }) => name).join(', ')}
  --file text         only files whose path contains this text
  --sample n          n mutants per area, picked with --seed (default 1)
  --changed [base]    only mutants on lines changed since the commit
  --limit n           at most n mutants per area
  --minutes n         start no mutant after n minutes of evaluation
  --survivors [file]  evaluate the survivors of an earlier run again
  --resume            keep the results of unchanged files
  --workers n         processes (default 1)`;

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args: withDefaults(args, { '--changed': '', '--survivors': '' }),
    options: {
      folder: { type: 'string', multiple: true, default: [] },
      file: { type: 'string' },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      changed: { type: 'string' },
      limit: { type: 'string' },
      minutes: { type: 'string' },
      workers: { type: 'string', default: '1' },
      survivors: { type: 'string' },
      resume: { type: 'boolean', default: false },
    },
  });
  return {
    areas: chooseAreas(values.folder.flatMap((names) => names.split(','))),
    ...(values.sample !== undefined && { sample: count('sample', values.sample) }),
    seed: count('seed', values.seed),
    ...(values.file !== undefined && { file: values.file }),
    ...(values.changed !== undefined && { changed: values.changed }),
    limit: count('limit', values.limit ?? 'Infinity'),
    minutes: count('minutes', values.minutes ?? 'Infinity'),
    workers: count('workers', values.workers),
    ...(values.survivors !== undefined && { survivors: values.survivors }),
    resume: values.resume,
  };
}

function chooseAreas(names: string[]): Area[] {
  if (names.length === 0) return [...areas];
  return names.map((name) => {
    const area = areas.find((known) => known.name === name);
    if (area === undefined) throw new Error(`--folder ${name}: no such area\n${usage}`);
    return area;
  });
}

function count(name: string, text: string): number {
  const value = Number(text);
  if (Number.isNaN(value) || value < 0)
    throw new Error(`--${name} ${text}: not a number\n${usage}`);
  return value;
}

/** Adds the default of options with an optional value, which `parseArgs` does not support. */
function withDefaults(args: string[], defaults: Record<string, string>): string[] {
  return args.map((arg, index) => {
    const fallback = defaults[arg];
    if (fallback === undefined) return arg;
    const next = args[index + 1];
    return next === undefined || next.startsWith('--') ? `${arg}=${fallback}` : arg;
  });
}
