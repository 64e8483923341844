import { InvalidArgumentError } from 'commander';

/** Parses a time limit of up to a minute. */
export function parseSeconds(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 60)) throw new InvalidArgumentError('It must be a number up to 60.');
  return value;
}
