import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Lists all problems of the configuration. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(readonly problems: readonly string[]) {
    super(
      `The configuration has ${problems.length} problem${problems.length === 1 ? '' : 's'}:\n` +
        problems.map((problem) => `  - ${problem}`).join('\n') +
        '\nsample-app/.env.example describes every variable.',
    );
  }
}

/**
 * Reads variables and collects their problems. A problem names the variable and never contains its value, which may be a
 * secret.
 */
export class EnvironmentReader {
  readonly problems: string[] = [];

  constructor(readonly variables: Environment) {}

  /** An empty variable counts as absent: `.env.example` lists them all empty. */
  text(name: string): string | undefined {
    const value = this.variables[name]?.trim();
    return value === '' ? undefined : value;
  }

  required(name: string, why: string): string {
    const value = this.text(name);
    if (value === undefined) this.problems.push(`${name} is missing: ${why}`);
    return value ?? '';
  }

  integer(name: string, fallback: number, [min, max]: readonly [number, number]): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = /^\d{1,10}$/.test(value) ? Number(value) : NaN;
    if (number >= min && number <= max) return number;
    this.problems.push(`${name} must be a whole number from ${min} to ${max}`);
    return fallback;
  }

  choice<const T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) this.problems.push(`${name} must be ${choices.join(' or ')}`);
    return choice ?? fallback;
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      this.problems.push(`${name} must be an address that begins with ${protocols.join(' or ')}//`);
    }
    return value;
  }

  /** Values separated by commas. */
  list(name: string): string[] {
    const values = (this.text(name) ?? '').split(',').map((value) => value.trim());
    return values.filter((value) => value !== '');
  }

  /** Addresses and networks (`10.0.0.0/8`), separated by commas. */
  addresses(name: string): string[] {
    const values = this.list(name);
    if (values.every(isNetwork)) return values;
    this.problems.push(`${name} must list IP addresses or networks such as 10.0.0.0/8`);
    return [];
  }

  /** The text of the file that the variable names. */
  file(name: string): string | undefined {
    const path = this.text(name);
    if (path === undefined) return undefined;
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      this.problems.push(`${name} names a file that cannot be read (${(error as Error).message})`);
      return undefined;
    }
  }
}

function isNetwork(value: string): boolean {
  const [address = '', prefix, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}
