import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Logger } from '@nestjs/common';
import { ConfigurationError, isObject, parseObject } from '../errors/index.js';
import { toPlainOptions } from '../options/index.js';
import { simulatorFileNames, type SimulatorFolderSettings } from '../providers/index.js';
import type { PixModuleOptions } from './pix.options.js';

/** Options that the folder contains, so that the application must not set them. */
const OWN_OPTIONS = [
  'clientId',
  'clientSecret',
  'clientAuth',
  'certificate',
  'ca',
  'sandboxToken',
  'appKey',
  'baseUrl',
  'tokenUrl',
  'baseUrls',
  'tokenUrls',
] as const satisfies readonly (keyof PixModuleOptions)[];

/**
 * Replaces `provider: 'simulator'` by the profile, the credentials and the certificates in the
 * folder of the option `simulator`. Returns other options unchanged.
 *
 * @throws ConfigurationError if the folder has no files of the command, or an option does not fit
 * the simulator
 */
export async function resolveSimulator(options: PixModuleOptions): Promise<PixModuleOptions> {
  if (!isObject(options)) return options;
  const plain = toPlainOptions<PixModuleOptions>(options);
  const { simulator, ...account } = plain;
  if (plain.provider !== 'simulator') {
    if (simulator === undefined) return plain;
    throw new ConfigurationError("simulator is only for provider: 'simulator'.");
  }
  checkFit(account);
  if (typeof simulator !== 'string' || simulator.trim() === '') {
    throw new ConfigurationError(
      `simulator is required: set the folder that the command writes. ${advise('./pix-certs')}`,
    );
  }
  // null is not replaced, so that it is refused.
  const { environment = 'sandbox' } = account;
  const { clientId, clientSecret, provider, appKey } = await readSettings(simulator);
  const ca = await readText(simulator, simulatorFileNames.ca);
  return {
    features: 'all',
    payload: { ca, allowPrivateAddresses: true, allowAnyPort: true },
    ...account,
    environment,
    provider,
    clientId,
    ...(clientSecret !== undefined && { clientSecret }),
    ...(appKey !== undefined && { appKey }),
    certificate: {
      cert: await readText(simulator, simulatorFileNames.cert),
      key: await readText(simulator, simulatorFileNames.key),
    },
    ca,
  };
}

function checkFit(options: PixModuleOptions): void {
  if (options.environment === 'production') {
    throw new ConfigurationError(
      "provider: 'simulator' has no production: no money moves there. Omit environment, or name your bank in provider.",
    );
  }
  const given = OWN_OPTIONS.filter((name) => options[name] !== undefined);
  if (given.length > 0) {
    throw new ConfigurationError(
      `provider: 'simulator' takes ${given.join(', ')} from the folder in simulator: omit ${given.length === 1 ? 'it' : 'them'}.`,
    );
  }
}

/** Warns of `provider: 'simulator'` with NODE_ENV=production. */
export function warnOfSimulator(options: PixModuleOptions): void {
  if (process.env.NODE_ENV !== 'production') return;
  if (toPlainOptions<PixModuleOptions>(options).provider !== 'simulator') return;
  new Logger('PixModule').warn(
    "provider: 'simulator' with NODE_ENV=production: charges are simulated, and nobody can pay them.",
  );
}

async function readSettings(folder: string): Promise<SimulatorFolderSettings> {
  const { settings } = simulatorFileNames;
  const content: object = parseObject(await readText(folder, settings)) ?? {};
  if (isSettings(content)) return content;
  throw new ConfigurationError(
    `simulator: ${join(resolve(folder), settings)} is not of this version of nestjs-pix. ${advise(folder)}`,
  );
}

function isSettings(content: object): content is SimulatorFolderSettings {
  return (
    'clientId' in content &&
    typeof content.clientId === 'string' &&
    'provider' in content &&
    isObject(content.provider)
  );
}

async function readText(folder: string, name: string): Promise<string> {
  const path = join(resolve(folder), name);
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(`simulator: cannot read ${path} (${code}). ${advise(folder)}`);
  }
}

function advise(folder: string): string {
  return `Run the simulator first: npx nestjs-pix simulator --out ${folder}`;
}
