import { operationName, type PixOperation } from '../contract/index.js';
import { ConfigurationError } from '../errors/index.js';
import { definePixProvider } from './define-pix-provider.js';
import { ailos } from './profiles/ailos.js';
import { banestes } from './profiles/banestes.js';
import { banrisul } from './profiles/banrisul.js';
import { bb } from './profiles/bb.js';
import { bradesco } from './profiles/bradesco.js';
import { c6 } from './profiles/c6.js';
import { cielo } from './profiles/cielo.js';
import { efi } from './profiles/efi.js';
import { inter } from './profiles/inter.js';
import { itau } from './profiles/itau.js';
import { pagbank } from './profiles/pagbank.js';
import { santander } from './profiles/santander.js';
import { sicoob } from './profiles/sicoob.js';
import { sicredi } from './profiles/sicredi.js';
import type { PixProvider, PixProviderVersions } from './provider.js';

/** The built-in profiles by name. */
export const pixProviders = Object.freeze({
  sicoob,
  bb,
  sicredi,
  inter,
  efi,
  itau,
  santander,
  bradesco,
  c6,
  banrisul,
  ailos,
  pagbank,
  cielo,
  banestes,
});

/** Name of a built-in profile. */
export type PixProviderName = keyof typeof pixProviders;

/**
 * Resolves a configured provider, given by name or as a profile. `simulator` has no profile of its
 * own: `PixModule` and `createPixClient` read it from the folder of the simulator.
 *
 * @throws ConfigurationError if no profile has that name, or the profile is invalid
 */
export function findPixProvider(
  provider: PixProviderName | PixProvider | 'simulator',
): PixProvider {
  const given: unknown = provider;
  if (typeof given === 'object' && given !== null) return definePixProvider(given as PixProvider);
  if (typeof given === 'string' && Object.hasOwn(pixProviders, given)) {
    return pixProviders[given as PixProviderName];
  }
  throw new ConfigurationError(
    `Unknown provider ${describe(given)}.${hintFor(given)} Known ones: ${Object.keys(pixProviders).join(', ')}; ` +
      'for another provider, pass the result of definePixProvider({ … }).',
  );
}

function describe(given: unknown): string {
  if (typeof given === 'string') return JSON.stringify(given);
  return given === null ? 'null' : typeof given;
}

function hintFor(given: unknown): string {
  const name = typeof given === 'string' ? given.trim().toLowerCase() : '';
  return Object.hasOwn(pixProviders, name) ? ` Did you mean "${name}"?` : '';
}

/**
 * Resolves the version segment of an operation: by operation, otherwise by path template, otherwise
 * by family.
 *
 * @returns `undefined` if the provider has no versions
 */
export function resolveVersion(
  versions: PixProviderVersions | undefined,
  operation: PixOperation,
): string | undefined {
  if (versions === undefined) return undefined;
  return (
    versions.resources[operationName(operation)] ??
    versions.resources[operation.path] ??
    versions.resources[operation.family] ??
    versions.default
  );
}

/** Names of the files of `nestjs-pix simulator` that `provider: 'simulator'` reads. */
export const simulatorFileNames = {
  ca: 'ca.pem',
  cert: 'client.pem',
  key: 'client.key',
  settings: 'simulator.json',
} as const;

/** The part of `simulator.json` that `provider: 'simulator'` reads. */
export interface SimulatorFolderSettings {
  readonly clientId: string;
  /** Absent if the client is registered without a secret. */
  readonly clientSecret?: string | undefined;
  /** Profile with the addresses of the simulator. */
  readonly provider: PixProvider;
  /** Present if the simulated provider requires an application key. */
  readonly appKey?: string | undefined;
}
