import { operationName, type PixOperation } from '../contract/index.js';
import { ConfigurationError } from '../errors/index.js';
import { definePixProvider } from './define-pix-provider.js';
import ailos from './facts/ailos.json' with { type: 'json' };
import banestes from './facts/banestes.json' with { type: 'json' };
import banrisul from './facts/banrisul.json' with { type: 'json' };
import bb from './facts/bb.json' with { type: 'json' };
import bradesco from './facts/bradesco.json' with { type: 'json' };
import c6 from './facts/c6.json' with { type: 'json' };
import cielo from './facts/cielo.json' with { type: 'json' };
import efi from './facts/efi.json' with { type: 'json' };
import inter from './facts/inter.json' with { type: 'json' };
import itau from './facts/itau.json' with { type: 'json' };
import pagbank from './facts/pagbank.json' with { type: 'json' };
import santander from './facts/santander.json' with { type: 'json' };
import sicoob from './facts/sicoob.json' with { type: 'json' };
import sicredi from './facts/sicredi.json' with { type: 'json' };
import { toProfile } from './facts.js';
import type { PixProvider, PixProviderVersions } from './provider.js';

/** The built-in profiles by name. */
export const pixProviders = Object.freeze({
  sicoob: toProfile(sicoob),
  bb: toProfile(bb),
  sicredi: toProfile(sicredi),
  inter: toProfile(inter),
  efi: toProfile(efi),
  itau: toProfile(itau),
  santander: toProfile(santander),
  bradesco: toProfile(bradesco),
  c6: toProfile(c6),
  banrisul: toProfile(banrisul),
  ailos: toProfile(ailos),
  pagbank: toProfile(pagbank),
  cielo: toProfile(cielo),
  banestes: toProfile(banestes),
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
